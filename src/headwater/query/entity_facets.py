"""Facets of jobs and datasets in force, whoever stated them (semantics 3.3)."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from headwater.query.entities import entities_of_names
from headwater.query.facets import decoded
from headwater.store import Snapshot

Facets = dict[str, Any]


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


def _stated(snapshot: Snapshot, keys: Collection[int]) -> dict[int, dict[str, str]]:
    """The facets of each entity by their hashes; those looked up before are kept."""
    known: dict[int, dict[str, str]] = snapshot.read_before("entity facets")
    missing = set(keys).difference(known)
    known |= {key: {} for key in missing}
    entity_of = entities_of_names(snapshot, missing)
    for node, facet, deleted, hash_ in snapshot.query_in(
        "SELECT node_id, facet, deleted, hash FROM entity_facets WHERE node_id IN {keys}"
        " ORDER BY event_time, rank, digest, place",
        sorted(entity_of),
    ):
        if deleted:
            known[entity_of[node]].pop(facet, None)
        else:
            known[entity_of[node]][facet] = hash_
    return known
