"""Facets of jobs and datasets in force, whoever stated them (semantics 3.3)."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from headwater.query.facets import decoded
from headwater.store import Snapshot

Facets = dict[str, Any]


def entity_facets(
    snapshot: Snapshot, keys: Collection[int], names: Collection[str] = ()
) -> dict[int, Facets]:
    """The last instance of each facet over all names of an entity; a tombstone leaves none.

    Only those called one of `names`, if any are given. Entities that have none are left out.
    """
    only = f" AND f.facet IN ({', '.join('?' for _ in names)})" if names else ""
    rows = snapshot.query_in(
        "SELECT n.entity_id, f.facet, f.deleted, f.hash FROM nodes n"
        f" JOIN entity_facets f ON f.node_id = n.node_id{only}"
        " WHERE n.entity_id IN {keys} ORDER BY f.event_time, f.rank, f.digest, f.place",
        sorted(keys),
        tuple(names),
    )
    last = {(key, facet): None if deleted else hash_ for key, facet, deleted, hash_ in rows}
    values = decoded(snapshot, last.values())
    found: defaultdict[int, Facets] = defaultdict(dict)
    for (key, facet), hash_ in sorted(last.items()):
        if hash_ is not None:
            found[key][facet] = values[hash_]
    return dict(found)
