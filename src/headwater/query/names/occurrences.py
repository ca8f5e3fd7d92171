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
    named = snapshot.by_key(_NAMED, keys, _as_named)
    found = {key: one.first for key, one in named.items() if one.first is not None}
    # A dataset can be declared, or written by a stream, before a run's use of it takes effect.
    jobs = {key for key, one in named.items() if one.is_job}
    linked = snapshot.by_key(_LINKED["min"], set(keys) - (jobs & found.keys()), _least)
    for key, time in linked.items():
        found[key] = min(time, found.get(key, time))
    return found | _listed(snapshot, set(keys) - found.keys(), "min")


def last_seen(snapshot: Snapshot, keys: Collection[int]) -> dict[int, int]:
    """The time at which each entity last occurred. Entities that never occur are left out."""
    named = snapshot.by_key(_NAMED, keys, _as_named)
    found = {key: one.last for key, one in named.items() if one.last is not None}
    # Links matter only for entities that no event is about and that no run has used.
    found |= snapshot.by_key(_LINKED["max"], set(keys) - found.keys(), _greatest)
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


_EVENTS = "SELECT {}(event_time) FROM events WHERE node_id = n.node_id"
_USES = "SELECT {}(used_at) FROM run_io WHERE node_id = n.node_id"
_WHILE_RUNNING = "SELECT {} FROM run_io WHERE node_id = n.node_id AND used_at IS NULL"
_TIMES = (
    f"({_EVENTS.format('min')})",
    f"({_EVENTS.format('max')})",
    *(
        f"CASE n.kind WHEN 'dataset' THEN ({times}) END"
        for times in (
            _USES.format("min"),
            _USES.format("max"),
            _WHILE_RUNNING.format("min(first_time)"),
            _WHILE_RUNNING.format("max(last_time)"),
        )
    ),
)
_NAMED = (
    f"SELECT n.entity_id, n.kind, {', '.join(_TIMES)} FROM nodes n WHERE n.entity_id IN {{keys}}"
)
"""SQL for times of occurrence, which takes one index lookup per name and kind of time."""


def _times_linked(extreme: Extreme) -> str:
    return " UNION ALL ".join(
        f"SELECT {column}, {extreme}({time}) FROM {table}"
        f" WHERE {column} IN {{keys}} GROUP BY {column}"
        for table, column, time in _LINKS
    )


class _Named(NamedTuple):
    """When events or uses of an entity occurred."""

    is_job: bool
    first: int | None
    last: int | None


def _as_named(rows: list[Row]) -> _Named:
    times = [time for _, _, *times in rows for time in times if time is not None]
    return _Named(rows[0][1] == "job", min(times, default=None), max(times, default=None))


def _least(rows: list[Row]) -> int:
    times: list[int] = [time for _, time in rows]
    return min(times)


def _greatest(rows: list[Row]) -> int:
    times: list[int] = [time for _, time in rows]
    return max(times)


_LINKED = {extreme: _times_linked(extreme) for extreme in get_args(Extreme)}
"""SQL for when edges, parents and drops mentioned each entity."""


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
