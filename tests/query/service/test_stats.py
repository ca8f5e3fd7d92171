from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from headwater.errors import BadRequestError
from headwater.model.order import parse_time
from headwater.query.service.stats import (
    entity_counts,
    event_counts,
    runs_by_day,
    source_counts,
    totals,
    zone_named,
)
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]

DAY = 24 * 60 * 60 * 1_000_000
NOW = "2025-03-31T10:20:30.5Z"
"""The day after the clocks of Europe went forward."""


def at(text: str) -> int:
    return parse_time(text)[0]


def test_a_day_is_the_24_hours_up_to_the_current_one(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    for time, type_ in (
        ("2025-03-30T10:59:59.999999Z", "START"),  # an hour too old
        ("2025-03-30T11:00:00Z", "START"),
        ("2025-03-31T09:59:59Z", "COMPLETE"),
        ("2025-03-31T10:00:00Z", "FAIL"),
        ("2025-03-31T10:59:59Z", "FAIL"),  # still to come, but of the current hour
        ("2025-03-31T10:05:00Z", "ABORT"),
        ("2025-03-31T10:06:00Z", "RUNNING"),
        ("2025-03-31T11:00:00Z", "FAIL"),
    ):
        rows.event(job, at(time), type_)
    rows.event(job, at("2025-03-31T10:10:00Z"), shape="job")
    rows.event(job, at("2025-03-31T10:10:00Z"), "START", shape="job")
    found = event_counts(stored(), "DAY", now=at(NOW))
    assert len(found) == 24
    assert str(found[0].start_interval) == "2025-03-30T11:00:00Z"
    assert str(found[-1].end_interval) == "2025-03-31T11:00:00Z"
    assert all(a.end_interval == b.start_interval for a, b in pairwise(found))
    assert (found[0].start, found[-2].complete) == (1, 1)
    last = found[-1]
    assert (last.fail, last.abort, last.start, last.complete) == (2, 1, 0, 0)
    assert sum(c.start + c.complete + c.fail + c.abort for c in found) == 5


def test_a_week_is_seven_local_days_of_23_to_25_hours(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    rows.event(job, at("2025-03-29T22:59:59Z"), "START")  # the 29th in Berlin
    rows.event(job, at("2025-03-29T23:00:00Z"), "START")  # the 30th
    rows.event(job, at("2025-03-30T21:59:59Z"), "START")  # the 30th, which ends at 22:00
    rows.event(job, at("2025-03-30T22:00:00Z"), "START")  # the 31st
    found = event_counts(stored(), "WEEK", ZoneInfo("Europe/Berlin"), at(NOW))
    assert [count.start for count in found] == [0, 0, 0, 0, 1, 2, 1]
    hours = [(c.end_interval - c.start_interval) // 3_600_000_000 for c in found]
    assert hours == [24, 24, 24, 24, 24, 23, 24]
    assert str(found[-1].end_interval) == "2025-03-31T22:00:00Z"


def test_hours_and_days_begin_as_clocks_on_the_wall_show_them(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    rows.event(job, at("2025-03-31T10:14:59Z"), "START")
    rows.event(job, at("2025-03-31T10:15:00Z"), "START")
    zone = zone_named("Asia/Kathmandu")  # 5:45 ahead
    snapshot = stored()
    hours = event_counts(snapshot, "DAY", zone, at(NOW))
    assert str(hours[-1].start_interval) == "2025-03-31T10:15:00Z"
    assert (hours[-2].start, hours[-1].start) == (1, 1)
    days = event_counts(snapshot, "WEEK", zone, at(NOW))
    assert str(days[-1].start_interval) == "2025-03-30T18:15:00Z"


def test_jobs_and_datasets_are_counted_from_when_they_first_occurred(
    rows: Rows, stored: Stored
) -> None:
    jobs = [rows.job(name) for name in ("old", "yesterday", "today", "deleted")]
    for job, time in zip(
        jobs, ("2024-01-01", "2025-03-30T10:00Z", "2025-03-31T10:00Z", "2024-01-01"), strict=True
    ):
        rows.event(job, at(time), "START")
        rows.event(job, at(NOW), "COMPLETE")
    rows.edit("delete", "job", "ns", "deleted", at=at("2025-03-31T11:00:00Z"))
    rows.run(jobs[0], uuid(1), start=at("2025-03-29"), reads={rows.dataset("d"): None})
    rows.dataset("referred", own_right=False)
    snapshot = stored()
    week = entity_counts(snapshot, "job", "WEEK", now=at(NOW))
    assert [count.count for count in week] == [1, 1, 1, 1, 1, 2, 3]
    day = entity_counts(snapshot, "job", "DAY", now=at(NOW))
    assert [count.count for count in day] == [2] * 23 + [3]
    datasets = entity_counts(snapshot, "dataset", "WEEK", now=at(NOW))
    assert [count.count for count in datasets] == [0, 0, 0, 0, 1, 1, 1]


def test_sources_are_counted_from_the_first_of_their_datasets(rows: Rows, stored: Stored) -> None:
    old, new, other = rows.dataset("old"), rows.dataset("new"), rows.dataset("other")
    for dataset, source in ((old, "lake"), (new, "lake"), (other, "shop")):
        rows.stated(dataset, "dataSource", {"name": source, "uri": f"s3://{source}"})
    for dataset, time in ((old, "2025-03-27"), (new, "2025-03-30"), (other, "2025-03-31")):
        rows.event(dataset, at(time), shape="dataset")
    counts = source_counts(stored(), "WEEK", now=at(NOW))
    assert [count.count for count in counts] == [0, 0, 1, 1, 1, 1, 2]


def test_what_is_dated_beyond_the_last_interval_is_not_counted_yet() -> None:
    counts = totals([at(NOW), at("2025-04-01")], "WEEK", now=at(NOW))
    assert [count.count for count in counts] == [0] * 6 + [1]


def test_every_period_ends_with_the_hour_or_day_of_now() -> None:
    now = datetime.now(UTC)
    for period in ("DAY", "WEEK"):
        last = totals([], period)[-1]
        since, until = (
            datetime.fromisoformat(str(end)) for end in (last.start_interval, last.end_interval)
        )
        assert since - timedelta(minutes=1) <= now <= until + timedelta(minutes=1)


@pytest.mark.parametrize(
    "name", ["", "Mars", "../etc", "/etc/passwd", "Europe", "a\x00b", "x" * 300]
)
def test_an_unknown_zone_is_refused(name: str) -> None:
    with pytest.raises(BadRequestError, match="is no time zone"):
        zone_named(name)


def test_runs_are_counted_by_the_day_they_began(rows: Rows, stored: Stored) -> None:
    job, gone = rows.job("j"), rows.job("gone")
    for number, (day, state) in enumerate(
        [(1, "COMPLETED"), (3, "COMPLETED"), (3, "FAILED"), (3, "FAILED"), (5, "RUNNING")]
    ):
        start = day * DAY + 7
        end = None if state == "RUNNING" else start + 1
        rows.run(job, uuid(number + 1), start=start, end=end, state=state)
    rows.run(gone, uuid(9), start=3 * DAY, end=3 * DAY + 1)
    rows.edit("delete", "job", "ns", "gone", at=4 * DAY)
    snapshot = stored()
    found = runs_by_day(snapshot, 3)
    assert [(day.day, day.completed, day.failed, day.running) for day in found] == [
        (3 * DAY, 1, 2, 0),
        (4 * DAY, 0, 0, 0),
        (5 * DAY, 0, 0, 1),
    ]
    [one] = runs_by_day(snapshot, 1, until=DAY + 1)
    assert (one.day, one.completed) == (DAY, 1)


def test_where_nothing_ran_there_are_no_days(rows: Rows, stored: Stored) -> None:
    rows.job("j")
    assert runs_by_day(stored(), 7) == ()
