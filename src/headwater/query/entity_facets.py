"""Facets of jobs and datasets in force, whoever stated them (semantics 3.3)."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from headwater.query.entities import entities_of_names
from headwater.query.facets import decoded
from headwater.store import Snapshot

Facets = dict[str, Any]

_IN_ORDER = "ORDER BY f.event_time, f.rank, f.digest, f.place"


def entity_facets(
    snapshot: Snapshot, keys: Collection[int], names: Collection[str] = ()
) -> dict[int, Facets]:
    """The last instance of each facet over all names of an entity; a tombstone leaves none.

    Only those called one of `names`, if any are given. Entities that have none are left out.
    """
    stated = _stated(snapshot, keys)
    wanted = {
        (key, facet): hash_
        for key in keys
        for facet, hash_ in stated[key].items()
        if not names or facet in names
    }
    values = decoded(snapshot, wanted.values())
    found: defaultdict[int, Facets] = defaultdict(dict)
    for (key, facet), hash_ in sorted(wanted.items()):
        found[key][facet] = values[hash_]
    return dict(found)


def everyones_facets(snapshot: Snapshot, names: Collection[str]) -> dict[tuple[int, str], str]:
    """The same of every entity there is, by entity and name: the hash of the facet."""
    rows = snapshot.query_in(
        "SELECT n.entity_id, f.facet, f.deleted, f.hash FROM entity_facets f"
        f" JOIN nodes n ON n.node_id = f.node_id WHERE f.facet IN {{keys}} {_IN_ORDER}",
        names,
    )
    return _last(rows)


def _stated(snapshot: Snapshot, keys: Collection[int]) -> dict[int, dict[str, str]]:
    """The facets of each entity by their hashes; those looked up before are kept."""
    known: dict[int, dict[str, str]] = snapshot.read_before("entity facets")
    missing = set(keys).difference(known)
    if not missing:
        return known
    known |= {key: {} for key in missing}
    entity_of = entities_of_names(snapshot, missing)
    rows = snapshot.query_in(
        "SELECT f.node_id, f.facet, f.deleted, f.hash FROM entity_facets f"
        f" WHERE f.node_id IN {{keys}} {_IN_ORDER}",
        sorted(entity_of),
    )
    last = _last((entity_of[node], *stated) for node, *stated in rows)
    for (key, facet), hash_ in last.items():
        known[key][facet] = hash_
    return known


def _last(rows: Iterable[tuple[Any, ...]]) -> dict[tuple[int, str], str]:
    """By entity and facet, of (entity, facet, deleted, hash) in order."""
    found = {(key, facet): None if deleted else hash_ for key, facet, deleted, hash_ in rows}
    return {place: hash_ for place, hash_ in found.items() if hash_ is not None}
