"""The facets in force of jobs and datasets, whichever event stated them (semantics 3.3)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from headwater.answers.facets import Facets
from headwater.query.facets.values import decoded
from headwater.store import Snapshot
from headwater.store.backend import Row

_IN_ORDER = "ORDER BY f.event_time, f.rank, f.digest, f.place"


def entity_facets(
    snapshot: Snapshot, keys: Collection[int], names: Collection[str] = ()
) -> dict[int, Facets]:
    """The last instance of each facet over all names of an entity, unless it is a tombstone.

    If `names` are given, only facets of these names. Entities without such facets are left out.
    """
    wanted = {
        (key, facet): hash_
        for key, stated in snapshot.by_key(_STATED, keys, _by_name).items()
        for facet, hash_ in stated.items()
        if not names or facet in names
    }
    values = decoded(snapshot, wanted.values())
    found: defaultdict[int, Facets] = defaultdict(dict)
    for (key, facet), hash_ in sorted(wanted.items()):
        found[key][facet] = values[hash_]
    return dict(found)


def everyones_facets(snapshot: Snapshot, names: Collection[str]) -> dict[tuple[int, str], str]:
    """The hashes of the facets in force of all entities, by entity and facet name."""
    rows = snapshot.query_in(
        "SELECT n.entity_id, f.facet, f.deleted, f.hash FROM entity_facets f"
        f" JOIN nodes n ON n.node_id = f.node_id WHERE f.facet IN {{keys}} {_IN_ORDER}",
        names,
    )
    return _last(rows)


_STATED = (
    "SELECT n.entity_id, f.facet, f.deleted, f.hash FROM nodes n"
    f" JOIN entity_facets f ON f.node_id = n.node_id WHERE n.entity_id IN {{keys}} {_IN_ORDER}"
)


def _by_name(rows: list[Row]) -> dict[str, str]:
    found = {facet: None if deleted else hash_ for _, facet, deleted, hash_ in rows}
    return {facet: hash_ for facet, hash_ in found.items() if hash_ is not None}


def _last(rows: Iterable[tuple[Any, ...]]) -> dict[tuple[int, str], str]:
    """By entity and facet, the last hash of ordered rows (entity, facet, deleted, hash)."""
    found = {(key, facet): None if deleted else hash_ for key, facet, deleted, hash_ in rows}
    return {place: hash_ for place, hash_ in found.items() if hash_ is not None}
