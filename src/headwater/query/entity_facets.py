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
    only = f" AND facet IN ({', '.join('?' for _ in names)})" if names else ""
    entity_of = entities_of_names(snapshot, keys)
    rows = snapshot.query_in(
        f"SELECT node_id, facet, deleted, hash FROM entity_facets WHERE node_id IN {{keys}}{only}"
        " ORDER BY event_time, rank, digest, place",
        sorted(entity_of),
        tuple(names),
    )
    last = {
        (entity_of[node], facet): None if deleted else hash_ for node, facet, deleted, hash_ in rows
    }
    values = decoded(snapshot, last.values())
    found: defaultdict[int, Facets] = defaultdict(dict)
    for (key, facet), hash_ in sorted(last.items()):
        if hash_ is not None:
            found[key][facet] = values[hash_]
    return dict(found)
