"""How a batch changes which names there are, and which of them stand for one dataset.

See semantics 2.3, and 10 for events that are retracted.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from headwater.model.aliases import components
from headwater.model.event_facts import name_key, own_key
from headwater.pipeline.source.stored import Rows
from headwater.store.read import Snapshot
from headwater.store.tables import NODES


class MentionedName(NamedTuple):
    """A name that events mention."""

    kind: str
    namespace: str
    name: str
    own_right: int
    """1 if an event is about it or lists it, else 0."""


@dataclass(frozen=True)
class Naming:
    """The names after the batch: those it mentions, and all in the components it touches."""

    names: dict[int, MentionedName]
    entity_of: dict[int, int]
    moved: set[int]
    """Entity ids, old and new, of the names that now stand for another dataset."""
    turned: set[int]
    """Names that were known, and that now occur in their own right, or no longer do."""
    fresh: set[int]
    """Names that were not known before."""
    vanished: set[int]
    """Names that no event mentions any more."""

    @cached_property
    def members(self) -> dict[int, list[int]]:
        """The names by the entity that they stand for."""
        found: dict[int, list[int]] = {}
        for node, entity in self.entity_of.items():
            found.setdefault(entity, []).append(node)
        return found

    def rows(self) -> Rows:
        """Rows of the nodes table."""
        return [
            {"node_id": node, "entity_id": self.entity_of[node], **name._asdict()}
            for node, name in sorted(self.names.items())
        ]


def naming(
    snapshot: Snapshot,
    mentioned: Mapping[int, MentionedName],
    stated: Mapping[int, str | None],
    fading: Collection[int],
    forgotten: Collection[int],
) -> Naming:
    """The names after the batch.

    `stated` has the symlinks that changed, by name, and None where they were withdrawn. `fading`
    are the names in events that are retracted, and `forgotten` the keys of what no event mentions
    any more (`headwater.pipeline.source.mentions`).
    """
    stored = _names(snapshot, "node_id", {*mentioned, *fading})
    vanished = {node for node in stored if name_key(node) in forgotten}
    known = stored.keys() - vanished
    names = dict(mentioned)
    for node in known:
        name = stored[node][0]
        own = max(name.own_right, mentioned[node].own_right if node in mentioned else 0)
        names[node] = name._replace(own_right=0 if own_key(node) in forgotten else own)
    found = Naming(
        names,
        {node: stored[node][1] if node in stored else node for node in names},
        moved=set(),
        turned={node for node in known if names[node].own_right != stored[node][0].own_right},
        fresh=names.keys() - stored.keys(),
        vanished=vanished,
    )
    lost = {node for node in vanished if stored[node][0].kind == "dataset"}
    if stated or lost:
        _regroup(snapshot, found, stated, lost)
    return found


def _regroup(
    snapshot: Snapshot, found: Naming, stated: Mapping[int, str | None], lost: set[int]
) -> None:
    """Finds the components again that the changed statements and the `lost` names belong to."""
    involved = _involved(snapshot, stated)
    old = _names(snapshot, "node_id", involved | lost)
    old |= _names(snapshot, "entity_id", {entity for _, entity in old.values()})
    for node, (name, entity) in old.items():
        if node not in lost:
            found.names.setdefault(node, name)
            found.entity_of.setdefault(node, entity)
    members = (old.keys() | involved) - lost
    statements = _statements(snapshot, members) | dict(stated)
    merged = components(
        ((node, json.loads(value)) for node, value in statements.items() if value),
        {node: (found.names[node].namespace, found.names[node].name) for node in members},
    )
    found.moved.update(old[node][1] for node in lost)
    for node in members:
        now = merged.get(node, node)
        if now != found.entity_of[node]:
            found.moved.update((now, found.entity_of[node]))
            found.entity_of[node] = now


def _names(
    snapshot: Snapshot, column: str, keys: Iterable[int]
) -> dict[int, tuple[MentionedName, int]]:
    rows = snapshot.query_in(
        f"SELECT node_id, entity_id, {', '.join(MentionedName._fields)} FROM {NODES.name}"
        f" WHERE {column} IN {{keys}}",
        keys,
    )
    return {row[0]: (MentionedName(*row[2:]), row[1]) for row in rows}


def _statements(snapshot: Snapshot, nodes: Iterable[int]) -> dict[int, str | None]:
    rows = snapshot.query_in(
        "SELECT node_id, value FROM entity_facets"
        " WHERE facet = 'symlinks' AND deleted = 0 AND node_id IN {keys}",
        nodes,
    )
    return dict(rows)


def _involved(snapshot: Snapshot, stated: Mapping[int, str | None]) -> set[int]:
    """The names in changed statements, both as they were and as they are."""
    before = _statements(snapshot, stated)
    involved = set(stated)
    for value in (*stated.values(), *before.values()):
        involved.update(json.loads(value or "[]"))
    return involved
