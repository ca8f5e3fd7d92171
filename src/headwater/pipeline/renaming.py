"""How a batch of events changes which names stand for one dataset (semantics 2.3)."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from headwater.model.aliases import components
from headwater.pipeline.stored import Rows
from headwater.store.read import Snapshot
from headwater.store.tables import NODES

Name = tuple[str, str, str, int]
"""Kind, namespace, name, in its own right."""


@dataclass(frozen=True)
class Naming:
    """Names after the batch: those it mentions, and all of the components it touches."""

    names: dict[int, Name]
    entity_of: dict[int, int]
    moved: set[int]
    """Entity ids, old and new, of names whose dataset changed."""
    risen: set[int]
    """Names that the batch is the first to list in their own right."""

    @cached_property
    def members(self) -> dict[int, list[int]]:
        """Names by the entity they stand for."""
        found: dict[int, list[int]] = {}
        for node, entity in self.entity_of.items():
            found.setdefault(entity, []).append(node)
        return found

    def rows(self) -> Rows:
        """Rows of the nodes table."""
        return [
            dict(zip(NODES.names, (node, *name, self.entity_of[node]), strict=True))
            for node, name in sorted(self.names.items())
        ]


def naming(
    snapshot: Snapshot,
    mentioned: Mapping[int, Name],
    stated: Mapping[int, str | None],
) -> Naming:
    """`stated`: the symlinks that changed, by name; None where they were withdrawn."""
    stored = _names(snapshot, "node_id", mentioned)
    names = {
        node: (*name[:3], max(name[3], stored[node][0][3]) if node in stored else name[3])
        for node, name in mentioned.items()
    }
    entity_of = {node: stored[node][1] if node in stored else node for node in mentioned}
    risen = {node for node in stored if names[node][3] > stored[node][0][3]}
    if not stated:
        return Naming(names, entity_of, set(), risen)
    involved = _involved(snapshot, stated)
    old = _names(snapshot, "node_id", involved)
    old |= _names(snapshot, "entity_id", {entity for _, entity in old.values()})
    for node, (name, entity) in old.items():
        names.setdefault(node, name)
        entity_of.setdefault(node, entity)
    members = set(old) | involved
    statements = _statements(snapshot, members) | dict(stated)
    merged = components(
        ((node, json.loads(value)) for node, value in statements.items() if value),
        {node: names[node][1:3] for node in members},
    )
    moved = set()
    for node in members:
        now = merged.get(node, node)
        if now != entity_of[node]:
            moved |= {now, entity_of[node]}
            entity_of[node] = now
    return Naming(names, entity_of, moved, risen)


def _names(snapshot: Snapshot, column: str, keys: Iterable[int]) -> dict[int, tuple[Name, int]]:
    rows = snapshot.query_in(
        "SELECT node_id, kind, namespace, name, own_right, entity_id FROM nodes"
        f" WHERE {column} IN {{keys}}",
        keys,
    )
    return {row[0]: (row[1:5], row[5]) for row in rows}


def _statements(snapshot: Snapshot, nodes: Iterable[int]) -> dict[int, str | None]:
    rows = snapshot.query_in(
        "SELECT node_id, value FROM entity_facets"
        " WHERE facet = 'symlinks' AND deleted = 0 AND node_id IN {keys}",
        nodes,
    )
    return dict(rows)


def _involved(snapshot: Snapshot, stated: Mapping[int, str | None]) -> set[int]:
    """The names in changed statements, as they were and as they are."""
    before = _statements(snapshot, stated)
    involved = set(stated)
    for value in (*stated.values(), *before.values()):
        involved.update(json.loads(value or "[]"))
    return involved
