"""What holds for every log, whoever keeps it."""

import threading

import msgspec
import pytest

from headwater.answers.service import Lag
from headwater.errors import LogError, LogUnwritableError
from headwater.log import (
    KINDS,
    Appended,
    EventLog,
    LogAddress,
    NewRecord,
    Positions,
    Range,
    Record,
    batches,
    ends_of,
    halved,
    lag,
    open_log,
    parts,
    ranges,
    read_at,
    rest,
    size_until,
    waiting,
)
from tests.log.records import body, digest, name_of

SECOND = 1_000_000


def item(
    name: str, received: int = SECOND, *, kind: str = "openlineage", padding: int = 0
) -> NewRecord:
    content = body(name, padding)
    return kind, digest(content), content, received


def appended(log: EventLog, *names: str) -> list[Appended]:
    with log.appender() as appender:
        return appender.append_many([item(name) for name in names])


def records(log: EventLog, spans: list[Range]) -> list[Record]:
    return [record for span in spans for record in log.read(span)]


def everything(log: EventLog) -> list[Record]:
    return records(log, ranges({}, log.head()))


def names(found: list[Record]) -> list[str]:
    return sorted(map(name_of, found))


def test_an_empty_log_has_no_positions_and_no_damage(log: EventLog) -> None:
    assert (log.head(), log.damage(), size_until(log, log.head())) == ({}, [], 0)
    assert waiting(log, {}) == []


def test_what_was_appended_is_read_back_as_it_was(log: EventLog) -> None:
    items = [item(kind, number, kind=kind) for number, kind in enumerate(KINDS, 1)]
    with log.appender() as appender:
        places = appender.append_many(items)
    for place, expected in zip(places, items, strict=True):
        found = read_at(log, place.segment, place.offset)
        assert (found.kind, found.digest, found.body, found.received) == expected
    assert len(everything(log)) == 3
    assert log.damage() == []


def test_a_log_has_an_id_that_stays(log: EventLog) -> None:
    before = log.id()
    appended(log, "a")
    assert open_log(log.address).id() == log.id() == before
    assert before


def test_the_head_is_where_the_last_records_end(log: EventLog) -> None:
    reached = ends_of(appended(log, "a", "b"))
    assert log.head() == reached
    later = ends_of(appended(log, "c"))
    assert log.head(reached) == reached | later
    assert names(records(log, ranges(reached, log.head(reached)))) == ["c"]


def test_another_process_opens_the_log_by_its_address(log: EventLog) -> None:
    appended(log, "a")
    address = msgspec.json.decode(msgspec.json.encode(log.address), type=LogAddress)
    assert everything(open_log(address)) == everything(log)


def test_records_that_lie_apart_are_read_in_order(log: EventLog) -> None:
    places = appended(log, *map(str, range(9)))
    segment = places[0].segment
    own = [place for place in places if place.segment == segment]
    chosen = [own[index].offset for index in (len(own) - 1, 0, len(own) - 1)]
    found = list(log.read_each(segment, chosen))
    assert [record.offset for record in found] == sorted(set(chosen))


def test_a_place_without_a_record_is_an_error(log: EventLog) -> None:
    [place] = appended(log, "a")
    with pytest.raises(LogError, match=place.segment):
        read_at(log, place.segment, place.end)
    with pytest.raises(LogError, match=place.segment):
        list(log.read(Range(place.segment, 0, place.end + 1)))


@pytest.mark.parametrize(
    ("size", "most", "counts"),
    [(10**6, 100, [8]), (10**6, 3, [3, 3, 2]), (1, 100, [1] * 8), (10**6, 8, [8]), (2, 3, [1] * 8)],
)
def test_batches_are_cut_by_bytes_and_by_records_across_segments(
    log: EventLog, size: int, most: int, counts: list[int]
) -> None:
    for called in ("abc", "de", "fgh"):
        appended(log, *called)
    found = [records(log, spans) for spans in batches(log, ranges({}, log.head()), size, most)]
    assert [len(batch) for batch in found] == counts
    assert [record for batch in found for record in batch] == everything(log)


def test_ends_are_where_a_range_can_be_cut(log: EventLog) -> None:
    appended(log, "a", "b", "c")
    for span in ranges({}, log.head()):
        whole = list(log.read(span))
        ends = list(log.ends(span))
        assert [end.size for end in ends] == [record.size for record in whole]
        assert ends[-1].offset == span.end
        assert log.count(span) == len(ends) == len(whole)
        cut = ends[0].offset
        two = [Range(span.segment, 0, cut), Range(span.segment, cut, span.end)]
        assert [list(log.read(part)) for part in two if part.start < part.end] == [
            part for part in (whole[:1], whole[1:]) if part
        ]


def test_a_long_range_is_cut_into_parts_of_about_the_same_size(log: EventLog) -> None:
    appended(log, *(str(number) * (1 + number * 5) for number in range(50)))
    whole = ranges({}, log.head())
    longest = max(record.size for record in everything(log))
    total = sum(map(log.size, whole))
    for size in (200, 700, 5_000, total - 1, total, 1 << 30):
        found = list(parts(log, whole, size))
        assert records(log, found) == everything(log)
        assert all(log.size(part) <= size + longest for part in found)
    assert list(parts(log, whole, 1 << 30)) == whole
    assert len(list(parts(log, whole, total // 4))) > len(whole)


def test_the_first_record_from_a_place_is_the_one_that_begins_there_or_next(log: EventLog) -> None:
    appended(log, "a", "b", "c")
    for span in ranges({}, log.head()):
        begins = [record.offset for record in log.read(span)]
        for offset in range(span.start, span.end + 1):
            expected = next((begin for begin in begins if begin >= offset), span.end)
            assert log.first_from(span, offset) == expected


def test_ranges_are_halved_by_records_down_to_one(log: EventLog) -> None:
    appended(log, "a", "b", "c")
    appended(log, "d")
    first, second = halved(log, ranges({}, log.head()))
    assert len(records(log, first)) == len(records(log, second)) == 2
    assert records(log, first) + records(log, second) == everything(log)
    one, none = halved(log, halved(log, first)[0])
    assert (len(records(log, one)), none) == (1, [])


def test_the_lag_counts_records_and_the_time_since_the_oldest_was_received(log: EventLog) -> None:
    with log.appender() as appender:
        first = ends_of(appender.append_many([item("a", 10 * SECOND)]))
        appender.append_many([item("b", 30 * SECOND), item("c", 20 * SECOND)])
    until, now = log.head(), 60 * SECOND
    size = sum(record.size for record in everything(log))
    assert lag(log, {}, until, now=now) == Lag(size, 3, 50.0)
    behind = lag(log, first, until, now=now)
    assert behind.records == 2
    assert behind.seconds in (30.0, 40.0), "of a segment, the record that comes first counts"
    assert lag(log, until, until, now=now) == Lag()
    assert lag(log, {}, until, now=now, count_bytes=10) == Lag(size, None, 50.0)
    assert lag(log, {}, until, now=0).seconds == 0, "a clock that went back"


def test_several_appenders_and_threads_share_a_log(log: EventLog) -> None:
    expected = [f"{number}" for number in range(60)]

    def append(own: list[str]) -> None:
        with log.appender() as appender:
            for name in own:
                appender.append_many([item(name)])

    threads = [threading.Thread(target=append, args=(expected[n::3],)) for n in range(3)]
    for thread in threads:
        thread.start()
    positions: Positions = {}
    seen: list[Record] = []
    while any(thread.is_alive() for thread in threads):
        now = log.head(positions)
        seen += records(log, ranges(positions, now))
        positions = now
    seen += records(log, ranges(positions, log.head(positions)))
    assert names(seen) == sorted(expected)


def test_an_appender_takes_records_without_waiting_and_none_once_it_is_closed(
    log: EventLog,
) -> None:
    with log.appender() as appender:
        future = appender.submit_many([item("a"), item("b")])
        assert appender.submit_many([]).result() == []
    assert ends_of(future.result()) == log.head()
    with pytest.raises(LogUnwritableError, match="closed"):
        appender.append_many([item("c")])
    assert names(everything(log)) == ["a", "b"]


def test_a_log_that_can_be_appended_to_has_no_obstacles(log: EventLog) -> None:
    appended(log, "a")
    assert log.obstacles() == []


def test_the_rest_of_ranges_is_what_lies_beyond_the_positions() -> None:
    spans = [Range("a", 0, 10), Range("b", 5, 9), Range("c", 0, 4)]
    assert rest(spans, {"a": 3, "b": 9}) == [Range("a", 3, 10), Range("c", 0, 4)]
    assert rest([], {"a": 3}) == []


def test_ranges_are_what_is_new_in_the_order_of_the_segments() -> None:
    assert ranges({}, {"b": 10, "a": 5}) == [Range("a", 0, 5), Range("b", 0, 10)]
    assert ranges({"a": 5, "b": 4}, {"a": 5, "b": 10}) == [Range("b", 4, 10)]
    assert ranges({"a": 5, "gone": 0}, {"a": 5}) == []


@pytest.mark.parametrize("until", [{"a": 4}, {}, {"b": 9}])
def test_a_position_the_log_does_not_reach_any_more_is_an_error(until: dict[str, int]) -> None:
    with pytest.raises(LogError, match=r"position 5 lies beyond .* a at [04]: .* acknowledged"):
        ranges({"a": 5}, until)
