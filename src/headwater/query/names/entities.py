"""Jobs and datasets as the store has them: canonical names, aliases and raw names."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec

from headwater.answers.names import EntityKind
from headwater.store import Snapshot
from headwater.store.backend import Row

NO_ENTITY = -1
"""The key of no entity. It stands in for an empty list of keys where one is not allowed."""


class Entity(msgspec.Struct, frozen=True, gc=False):
    """A job or a dataset under its canonical name. `key` is its entity id in the tables."""

    key: int
    kind: EntityKind
    namespace: str
    name: str
    own_right: bool
    id: str
    """The node id in its usual form."""

    @classmethod
    def of(cls, key: int, kind: EntityKind, namespace: str, name: str, own_right: int) -> "Entity":
        return cls(key, kind, namespace, name, bool(own_right), written(kind, namespace, name))


def written(kind: str, *parts: str, version: str | None = None) -> str:
    """The usual form of a node id, in which colons inside the parts stay as they are."""
    return ":".join((kind, *parts)) + (f"#{version}" if version else "")


def spelled_out(kind: str, *parts: str, version: str | None = None) -> str:
    """A form of the node id that can be split in one way only: colons inside parts are escaped."""
    return written(kind, *(part.replace(":", "%3A") for part in parts), version=version)


def distinct_ids(found: Collection[Entity]) -> dict[int, str]:
    """The node id of each entity. Ids that would be the same text are spelled out instead."""
    ids = {entity.key: entity.id for entity in found}
    if len(set(ids.values())) == len(ids):
        return ids
    count = Counter(ids.values())
    alike = (entity for entity in found if count[ids[entity.key]] > 1)
    return ids | {e.key: spelled_out(e.kind, e.namespace, e.name) for e in alike}


_BY_KEY = (
    "SELECT entity_id, kind, namespace, name, own_right FROM entities WHERE entity_id IN {keys}"
)


def entities(snapshot: Snapshot, keys: Iterable[int]) -> dict[int, Entity]:
    return snapshot.by_key(_BY_KEY, keys, _only)


def _only(rows: list[Row]) -> Entity:
    [row] = rows
    return Entity.of(*row)


def graph_entities(
    snapshot: Snapshot, kind: EntityKind | None = None, *, namespace: str | None = None
) -> dict[int, Entity]:
    """The jobs and datasets that are nodes of the graph, in all namespaces or in one.

    A dataset that occurs only in column lineage or as another dataset's alias is not a node.
    """
    kinds = [kind] if kind else ["job", "dataset"]
    within = "" if namespace is None else " AND e.namespace = ?"
    rows = snapshot.query_in(
        "SELECT e.entity_id, e.kind, e.namespace, e.name, e.own_right FROM entities e"
        f" WHERE e.kind IN {{keys}}{within} AND (e.kind = 'job' OR e.own_right = 1"
        " OR EXISTS (SELECT 1 FROM edges WHERE origin = e.entity_id AND basis <> 'column')"
        " OR EXISTS (SELECT 1 FROM edges WHERE destination = e.entity_id AND basis <> 'column'))",
        kinds,
        () if namespace is None else (namespace,),
    )
    return {row[0]: Entity.of(*row) for row in rows}


class _Name(NamedTuple):
    """A raw name of an entity."""

    node: int
    namespace: str
    name: str


_NAMES = (
    "SELECT entity_id, node_id, namespace, name FROM nodes WHERE entity_id IN {keys}"
    " ORDER BY node_id"
)


def _named(rows: list[Row]) -> tuple[_Name, ...]:
    return tuple(_Name(*name) for _, *name in rows)


def _names(snapshot: Snapshot, keys: Iterable[int]) -> dict[int, tuple[_Name, ...]]:
    """The raw names of each entity, ordered by their node ids."""
    return snapshot.by_key(_NAMES, keys, _named)


def members(snapshot: Snapshot, keys: Iterable[int]) -> dict[int, tuple[int, ...]]:
    """The raw names of each entity, as node ids in the tables, in order."""
    found = _names(snapshot, keys)
    return {key: tuple(name.node for name in names) for key, names in found.items()}


def entities_of_names(snapshot: Snapshot, keys: Iterable[int]) -> dict[int, int]:
    """Maps the raw names of these entities (node ids in the tables) to the entities."""
    found = members(snapshot, keys)
    return {node: key for key, nodes in found.items() for node in nodes}


def entity_keys(snapshot: Snapshot, nodes: Iterable[int]) -> dict[int, int]:
    """Maps raw names (node ids in the tables) to the entities that they belong to."""
    rows = snapshot.query_in(
        "SELECT node_id, entity_id FROM nodes WHERE node_id IN {keys}", sorted(set(nodes))
    )
    return dict(rows)


def aliases(snapshot: Snapshot, found: Collection[Entity]) -> dict[int, tuple[str, ...]]:
    """The node ids of each entity's names other than the canonical one.

    Entities with a single name are left out.
    """
    names = _names(snapshot, (entity.key for entity in found))
    return {
        entity.key: tuple(
            sorted(
                written(entity.kind, namespace, name)
                for _, namespace, name in names[entity.key]
                if (namespace, name) != (entity.namespace, entity.name)
            )
        )
        for entity in found
        if len(names.get(entity.key, ())) > 1
    }
