"""What waits at the end of the log, for those who follow it."""

from pathlib import Path

import pytest

from headwater.answers.service import Lag
from headwater.errors import CorruptLogError, LogError
from headwater.log import LogWriter, Range, Tail, halved, head, lag, read_at, rest
from headwater.log import tail as module
from tests.log.records import body, digest

SECOND = 1_000_000


def append(writer: LogWriter, name: str, received: int) -> Range:
    content = body(name)
    placed = writer.append("openlineage", digest(content), content, received)
    return Range(placed.segment, placed.offset, placed.end)


def test_a_tail_sees_what_the_head_of_the_log_is_now(tmp_path: Path) -> None:
    tail = Tail(tmp_path)
    assert tail.head({}) == {}
    for turn in range(3):
        with LogWriter(tmp_path, compress_sealed=True) as writer:
            append(writer, f"a{turn}", 1)
            assert tail.head({}) == head(tmp_path)
            append(writer, f"b{turn}", 1)
            assert tail.head({}) == head(tmp_path)
        assert tail.head({}) == head(tmp_path)
    assert len(tail.head({})) == 3


def test_a_sealed_segment_is_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        with LogWriter(tmp_path) as writer:
            append(writer, name, 1)
    tail = Tail(tmp_path)
    found = tail.head({})
    monkeypatch.setattr(module, "read_seal", lambda *_: pytest.fail("read again"))
    assert tail.head({}) == found


def test_a_sealed_segment_that_vanishes_is_noticed(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        span = append(writer, "a", 1)
    tail = Tail(tmp_path)
    reached = tail.head({})
    for file in tmp_path.iterdir():
        file.unlink()
    with pytest.raises(LogError, match=span.segment):
        tail.waiting(reached)


def test_a_damaged_seal_is_an_error_of_the_log(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as writer:
        span = append(writer, "a", 1)
    (tmp_path / f"{span.segment}.seal").write_bytes(b"{")
    with pytest.raises(CorruptLogError, match="is damaged"):
        Tail(tmp_path).head({})


def test_of_several_writers_the_one_whose_record_waits_longest_comes_first(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as one, LogWriter(tmp_path) as other:
        late = append(one, "late", 9)
        early = append(other, "early", 5)
        assert Tail(tmp_path).waiting({}) == [early, late]
        assert Tail(tmp_path).waiting({early.segment: early.end}) == [late]


def test_the_lag_counts_records_and_the_time_since_the_oldest_was_received(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as one, LogWriter(tmp_path) as other:
        first = append(one, "a", 10 * SECOND)
        second = append(one, "b", 30 * SECOND)
        third = append(other, "c", 20 * SECOND)
    until = head(tmp_path)
    now = 60 * SECOND
    size = sum(until.values())
    assert lag(tmp_path, {}, until, now=now) == Lag(size, 3, 50.0)
    assert lag(tmp_path, {first.segment: first.end}, until, now=now) == Lag(
        size - first.end, 2, 40.0
    )
    assert lag(tmp_path, until, until, now=now) == Lag() == Tail(tmp_path).lag(until)
    assert lag(tmp_path, {}, until, now=now, count_bytes=10) == Lag(size, None, 50.0)
    ahead = lag(tmp_path, {third.segment: third.end, first.segment: second.start}, until, now=0)
    assert ahead.seconds == 0, "a clock that went back"


def test_ranges_are_halved_by_records_down_to_one(tmp_path: Path) -> None:
    with LogWriter(tmp_path) as one, LogWriter(tmp_path) as other:
        mine = [append(one, name, 1) for name in "abc"]
        [theirs] = [append(other, "d", 1)]
    whole = [Range(mine[0].segment, 0, mine[2].end), theirs]
    first, second = halved(tmp_path, whole)
    assert first == [Range(mine[0].segment, 0, mine[1].end)]
    assert second == [mine[2], theirs]
    assert halved(tmp_path, [mine[1]]) == ([mine[1]], [])
    assert read_at(tmp_path, second[0].segment, second[0].start).body == body("c")


def test_the_rest_of_ranges_is_what_lies_beyond_the_positions() -> None:
    spans = [Range("a", 0, 10), Range("b", 5, 9), Range("c", 0, 4)]
    assert rest(spans, {"a": 3, "b": 9}) == [Range("a", 3, 10), Range("c", 0, 4)]
    assert rest([], {"a": 3}) == []
