"""Events, as they were sent."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec

from headwater.answers.service import EventList
from headwater.log import EventLog
from headwater.query.names.run_ids import run_keys_of
from headwater.query.node_ids import resolve
from headwater.questions.service import EventsOfNamespaceQuestion, EventsQuestion
from headwater.store import Snapshot
from headwater.store.backend import Row


class _Condition(NamedTuple):
    sql: str
    params: tuple[Any, ...]
    run_keys: tuple[str, ...] | None

    def query(self, snapshot: Snapshot, select: str, more: str = "", *params: Any) -> list[Row]:
        sql = f"{select} WHERE {self.sql} {more}"
        if self.run_keys is None:
            return snapshot.query(sql, (*self.params, *params))
        return snapshot.query_in(sql, self.run_keys, (*self.params, *params))

    def also(self, sql: str, *params: Any) -> "_Condition":
        return _Condition(f"{self.sql} AND {sql}", (*self.params, *params), self.run_keys)


def events(snapshot: Snapshot, log: EventLog, question: EventsQuestion) -> EventList:
    """Events in the order of their times (semantics 1.2), newest first unless `oldest_first`."""
    page = question.page
    condition = _condition(snapshot, question)
    [(count,)] = condition.query(snapshot, "SELECT count(*) FROM events")
    order, beyond = ("ASC", ">") if question.oldest_first else ("DESC", "<")
    last = page.begins_after(tuple[int, int, str])
    if last is not None:
        condition = condition.also(f"(event_time, rank, digest) {beyond} (?, ?, ?)", *last)
    rows = condition.query(
        snapshot,
        "SELECT event_time, rank, digest, segment, position FROM events",
        f"ORDER BY event_time {order}, rank {order}, digest {order} LIMIT ? OFFSET ?",
        page.rows,
        page.offset,
    )
    shown, following = page.cut(rows, lambda row: row[:3])
    bodies = bodies_at(log, [(segment, position) for *_, segment, position in shown])
    return EventList(
        tuple(bodies[segment, position] for *_, segment, position in shown),
        count,
        following,
        tuple(digest for _, _, digest, *_ in shown),
    )


def _condition(snapshot: Snapshot, question: EventsQuestion) -> _Condition:
    run_keys = None
    if question.run_id is not None:
        resolve(
            snapshot, f"run:{question.run_id}", kinds=("run",), deleted=True
        )  # raises if there is no such run
        run_keys = tuple(run_keys_of(snapshot, question.run_id))
    condition = _Condition("run_key IN {keys}" if run_keys else "1 = 1", (), run_keys)
    if question.kind != "all":
        condition = condition.also("shape = ?", question.kind)
    if question.event_type is not None:
        condition = condition.also("event_type = ?", question.event_type)
    if question.after is not None:
        condition = condition.also("event_time >= ?", question.after)
    if question.before is not None:
        condition = condition.also("event_time < ?", question.before)
    if question.job is not None:
        job = resolve(snapshot, question.job, kinds=("job",), deleted=True).entity
        condition = condition.also("node_id = ?", job.key)
    if isinstance(question, EventsOfNamespaceQuestion):
        named = "(SELECT node_id FROM nodes WHERE namespace = ?)"
        condition = condition.also(f"node_id IN {named}", question.namespace)
    return condition


def bodies_at(
    log: EventLog, places: Collection[tuple[str, int]]
) -> dict[tuple[str, int], msgspec.Raw]:
    """The events at these places in the log, by segment and position."""
    by_segment: defaultdict[str, list[int]] = defaultdict(list)
    for segment, position in places:
        by_segment[segment].append(position)
    return {
        (segment, record.offset): msgspec.Raw(record.body)
        for segment, positions in sorted(by_segment.items())
        for record in log.read_each(segment, positions)
    }
