"""When jobs and datasets first occurred."""

from collections.abc import Collection

import msgspec

from headwater.query.entities import entity_keys
from headwater.store import Snapshot

_FIRST = """
    SELECT n.entity_id, min(e.event_time) FROM nodes n JOIN events e ON e.node_id = n.node_id
    WHERE n.entity_id IN {keys} GROUP BY n.entity_id
    UNION ALL
    SELECT n.entity_id, min(i.first_time) FROM nodes n JOIN run_io i ON i.node_id = n.node_id
    WHERE n.entity_id IN {keys} GROUP BY n.entity_id
    UNION ALL
    SELECT origin, min(valid_from) FROM edges WHERE origin IN {keys} GROUP BY origin
    UNION ALL
    SELECT destination, min(valid_from) FROM edges WHERE destination IN {keys}
    GROUP BY destination
    UNION ALL
    SELECT parent_id, min(valid_from) FROM job_parents WHERE parent_id IN {keys}
    GROUP BY parent_id
    UNION ALL
    SELECT origin, min(valid_from) FROM control_edges WHERE origin IN {keys} GROUP BY origin
    UNION ALL
    SELECT destination, min(valid_from) FROM control_edges WHERE destination IN {keys}
    GROUP BY destination
    UNION ALL
    SELECT dataset_id, min(dropped_at) FROM drops WHERE dataset_id IN {keys} GROUP BY dataset_id"""


def not_yet_there(snapshot: Snapshot, keys: Collection[int], at: int) -> set[int]:
    """Those of the entities that occur after `at` only; what never occurs is not among them."""
    first: dict[int, int] = {}
    for key, time in snapshot.query_in(_FIRST, sorted(keys)):
        first[key] = min(time, first.get(key, time))
    later = {key for key, time in first.items() if time > at}
    return later - _declared(snapshot, at) if later else later


def _declared(snapshot: Snapshot, at: int) -> set[int]:
    """Datasets that job events list until `at`, whether or not that counts in the graph."""
    rows = snapshot.query("SELECT inputs, outputs FROM job_events WHERE event_time <= ?", (at,))
    decode = msgspec.json.Decoder(list[int]).decode
    listed = {node for lists in rows for nodes in lists for node in decode(nodes)}
    return set(entity_keys(snapshot, listed).values())
