"""When jobs and datasets first and last occurred, in event time.

A run's use of a dataset occurs when it takes effect: a read when the run starts, a write when the
run ends. While the run is unfinished, the use lasts from the first event that lists the dataset to
the last.
"""

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple, TypeAlias, get_args

import msgspec

from headwater.query.names.entities import Entity, entity_keys, graph_entities
from headwater.store import Snapshot
from headwater.store.backend import Row

Extreme: TypeAlias = Literal["min", "max"]

_LINKS = (
    ("edges", "origin", "valid_from"),
    ("edges", "destination", "valid_from"),
    ("job_parents", "parent_id", "valid_from"),
    ("control_edges", "origin", "valid_from"),
    ("control_edges", "destination", "valid_from"),
    ("drops", "dataset_id", "dropped_at"),
)


def first_seen(snapshot: Snapshot, keys: Collection[int]) -> dict[int, int]:
    """The time at which each entity first occurred. Entities that never occur are left out."""
    found, jobs = _named(snapshot, keys, "min")
    # A dataset can be declared, or written by a stream, before a run's use of it takes effect.
    for key, time in _linked(snapshot, set(keys) - (jobs & found.keys()), "min").items():
        found[key] = min(time, found.get(key, time))
    return found | _listed(snapshot, set(keys) - found.keys(), "min")


def last_seen(snapshot: Snapshot, keys: Collection[int]) -> dict[int, int]:
    """The time at which each entity last occurred. Entities that never occur are left out."""
    found, _ = _named(snapshot, keys, "max")
    # Links matter only for entities that no event is about and that no run has used.
    found |= _linked(snapshot, set(keys) - found.keys(), "max")
    return found | _listed(snapshot, set(keys) - found.keys(), "max")


class Span(NamedTuple):
    first: int | None
    last: int | None


class Occurrences:
    """Jobs and datasets, and when each first and last occurred."""

    def __init__(self, snapshot: Snapshot, entities: dict[int, Entity]) -> None:
        self.entities = entities
        self.first = first_seen(snapshot, entities)
        self.last = last_seen(snapshot, entities)

    def span(self, keys: Collection[int]) -> Span:
        """The time of the first and of the last occurrence of any of these entities."""
        return Span(
            min((self.first[key] for key in keys if key in self.first), default=None),
            max((self.last[key] for key in keys if key in self.last), default=None),
        )


def occurrences(snapshot: Snapshot) -> Occurrences:
    """The occurrences of all nodes of the graph, hidden or not. They are kept until events come."""
    return snapshot.recall(
        "occurrences", snapshot.state(), lambda: Occurrences(snapshot, graph_entities(snapshot))
    )


def not_yet_there(snapshot: Snapshot, keys: Collection[int], at: int) -> set[int]:
    """The entities that first occur after `at`. Entities that never occur are not among them."""
    later = {key for key, time in first_seen(snapshot, keys).items() if time > at}
    declared = _listed(snapshot, later, "min")
    return {key for key in later if declared.get(key, at + 1) > at}


def _times(extreme: Extreme) -> str:
    """The query for times of occurrence, which takes one index lookup per name and kind of time."""
    while_running = {"min": "min(first_time)", "max": "max(last_time)"}[extreme]
    return (
        "SELECT n.entity_id, n.kind,"
        f" (SELECT {extreme}(event_time) FROM events WHERE node_id = n.node_id),"
        " CASE n.kind WHEN 'dataset' THEN"
        f" (SELECT {extreme}(used_at) FROM run_io WHERE node_id = n.node_id) END,"
        " CASE n.kind WHEN 'dataset' THEN"
        f" (SELECT {while_running} FROM run_io WHERE node_id = n.node_id AND used_at IS NULL) END"
        " FROM nodes n WHERE n.entity_id IN {keys}"
    )


def _times_linked(extreme: Extreme) -> str:
    return " UNION ALL ".join(
        f"SELECT {column}, {extreme}({time}) FROM {table}"
        f" WHERE {column} IN {{keys}} GROUP BY {column}"
        for table, column, time in _LINKS
    )


class _Named(NamedTuple):
    is_job: bool
    times: tuple[int, ...]


def _as_named(rows: list[Row]) -> _Named:
    times = tuple(time for _, _, *times in rows for time in times if time is not None)
    return _Named(rows[0][1] == "job", times)


def _as_linked(rows: list[Row]) -> tuple[int, ...]:
    return tuple(time for _, time in rows)


_NAMED = {extreme: _times(extreme) for extreme in get_args(Extreme)}
_LINKED = {extreme: _times_linked(extreme) for extreme in get_args(Extreme)}


def _named(
    snapshot: Snapshot, keys: Iterable[int], extreme: Extreme
) -> tuple[dict[int, int], set[int]]:
    """When events or uses of each entity first or last occurred; and which entities are jobs."""
    found = snapshot.by_key(_NAMED[extreme], keys, _as_named)
    jobs = {key for key, named in found.items() if named.is_job}
    times = ((key, time) for key, named in found.items() for time in named.times)
    return _picked(times, extreme), jobs


def _linked(snapshot: Snapshot, keys: Iterable[int], extreme: Extreme) -> dict[int, int]:
    """When edges, parents and drops mentioned each entity."""
    found = snapshot.by_key(_LINKED[extreme], keys, _as_linked)
    return _picked(((key, time) for key, times in found.items() for time in times), extreme)


def _listed(snapshot: Snapshot, keys: Collection[int], extreme: Extreme) -> dict[int, int]:
    """When job events listed each dataset, whether or not their lists count in the graph."""
    if not keys:
        return {}
    decode = msgspec.json.Decoder(list[int]).decode
    events = [
        (time, {*decode(inputs), *decode(outputs)})
        for time, inputs, outputs in snapshot.query(
            "SELECT event_time, inputs, outputs FROM job_events"
        )
    ]
    entity_of = entity_keys(snapshot, {node for _, nodes in events for node in nodes})
    listed = ((entity_of[node], time) for time, nodes in events for node in nodes)
    return _picked(((key, time) for key, time in listed if key in keys), extreme)


def _picked(times: Iterable[tuple[int, int]], extreme: Extreme) -> dict[int, int]:
    pick = min if extreme == "min" else max
    found: dict[int, int] = {}
    for key, time in times:
        found[key] = pick(time, found.get(key, time))
    return found
