"""The loop that follows the log, with an engine that fails on command."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from headwater.answers.service import Lag
from headwater.errors import FencedError, LogError, RefusedRowsError, StoreError
from headwater.log import LogWriter, Range, Record, encode, read
from headwater.pipeline import follow
from headwater.pipeline.follow import Followed, Follower, StopSignal
from headwater.pipeline.spark.progress import Applied
from headwater.store import Store, open_store, recent_batches


def digest(number: int) -> str:
    return f"{number:032x}"


WAITING = Lag(bytes=300, records=2, seconds=0.5)


class OddError(Exception):
    """An error that may be an event's fault."""


class Log:
    """A log and what its writers appended."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.expected: list[str] = []

    def append(self, *numbers: int, size: int = 10) -> None:
        body = b'"' + b"x" * size + b'"'
        with LogWriter(self.directory) as writer:
            writer.append_many([("openlineage", digest(n), body) for n in numbers])
        self.expected += [digest(n) for n in numbers]


class FakeEngine:
    """Notes the digests of what it applies; never one of `poison`, unless it is set aside."""

    def __init__(self, log: Log, store: Store) -> None:
        self._log, self._store = log, store
        self.poison: set[str] = set()
        self.set_aside: dict[str, str] = {}
        self.applied: list[str] = []
        self.attempts: list[int] = []
        """Records in each call."""
        self.announced: list[list[int]] = []
        """Records that were said to be next, in each call."""
        self.errors: list[Exception] = []
        """To be raised by the next calls, in order."""
        self.deaths = 0
        self.rebuilds = 0
        self.during: Callable[[], None] = lambda: None

    def apply(self, spans: list[Range], epoch: int, then: Sequence[list[Range]] = ()) -> Applied:
        records = [r for span in spans for r in self._read(span)]
        self.attempts.append(len(records))
        self.announced.append(
            [sum(1 for span in spans for _ in self._read(span)) for spans in then]
        )
        if self.errors:
            raise self.errors.pop(0)
        aside = dict(self._aside(records))
        events = [r.digest for r in records if r.kind == "openlineage"]
        counted = [d for d in events if d not in aside and d not in self.set_aside]
        if self.poison & set(counted):
            raise OddError(f"<Thing at 0x{random.getrandbits(40):010x}> broke")
        self.during()
        positions = {span.segment: span.end for span in spans}
        known = self._store.positions()
        assert all(known.get(span.segment, 0) == span.start for span in spans)
        applied = Applied(len(counted), {"runs": 0.25}, {"events": len(counted)}, WAITING)
        with self._store.transaction(epoch) as transaction:
            transaction.advance(positions)
            transaction.note(applied.note(0.5))
        self.set_aside |= aside
        self.applied += counted
        return applied

    def _read(self, span: Range) -> Iterator[Record]:
        return read(self._log.directory, span.segment, span.start, span.end)

    def _aside(self, records: list[Record]) -> Iterator[tuple[str, str]]:
        for record in records:
            if record.kind == "edit":
                edit = msgspec.json.decode(record.body)
                assert (edit["edit"], edit["kind"]) == ("set_aside", "event")
                yield edit["digest"], edit["detail"]

    def rebuild(self) -> None:
        self.rebuilds += 1
        epoch = self._store.take_over()
        reached = {}
        self.applied = []
        for segment in sorted(path.name for path in self._log.directory.glob("*.ndjson")):
            [end] = [path.stat().st_size for path in [self._log.directory / segment]]
            reached[segment] = end
            self.applied += [r.digest for r in self._read(Range(segment, 0, end))]
        with self._store.rebuild(epoch) as target:
            target.publish(reached)

    def revive(self) -> bool:
        died, self.deaths = self.deaths > 0, max(0, self.deaths - 1)
        return died


class Heard:
    def __init__(self) -> None:
        self.batches: list[tuple[int, float, Lag]] = []
        self.rebuilds: list[str] = []
        self.said: list[str] = []

    def applied(self, batch: Applied, seconds: float, waiting: Lag) -> None:
        self.batches.append((batch.events, seconds, waiting))

    def rebuilding(self, why: str) -> None:
        self.rebuilds.append(why)
        self.said.append("rebuilding")

    def following(self) -> None:
        self.said.append("following")

    def failing(self) -> None:
        self.said.append("failing")


class Scene:
    def __init__(self, tmp_path: Path) -> None:
        self.url = f"sqlite:///{tmp_path}/store"
        self.store = open_store(self.url)
        self.log = Log(tmp_path / "log")
        self.engine = FakeEngine(self.log, self.store)
        self.heard = Heard()
        self.waits: list[float] = []
        self.stop = StopSignal()
        self.on_wait: Callable[[], None] = lambda: None

    def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.on_wait()

    def follower(self) -> Follower:
        return Follower(
            self.log.directory, self.store, self.engine, self.heard, self.stop, self._sleep
        )

    def catch_up(self, *, stale: bool = False) -> Followed:
        return self.follower().run(once=True, stale=stale)

    def last_error(self) -> str:
        with self.store.snapshot() as snapshot:
            return recent_batches(snapshot)[-1].error


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = Scene(tmp_path)
    yield made
    made.store.close()


def test_what_is_in_the_log_is_applied_and_what_comes_later_too(scene: Scene) -> None:
    scene.log.append(1, 2, 3)
    later = [4, 5]

    def more() -> None:
        if later:
            scene.log.append(later.pop(0))
        else:
            scene.stop.ask()

    scene.on_wait = more
    followed = scene.follower().run()
    assert scene.engine.applied == scene.log.expected == [digest(n) for n in range(1, 6)]
    assert (followed.events, followed.batches) == (5, 3)
    assert followed.positions == scene.store.positions()
    assert set(scene.waits) == {follow.POLL_SECONDS}
    assert scene.heard.batches[-1][2] == WAITING


def test_a_second_run_goes_on_where_the_first_ended(scene: Scene) -> None:
    scene.log.append(1, 2)
    scene.catch_up()
    scene.log.append(3)
    assert scene.catch_up().events == 1
    assert scene.engine.applied == scene.log.expected


def far_behind(scene: Scene, monkeypatch: pytest.MonkeyPatch, records: int) -> None:
    """So many records wait, of which twenty are a batch; one was applied before."""
    monkeypatch.setattr(follow, "BATCH_BYTES", 20_000)
    scene.log.append(0)
    scene.catch_up()
    around = len(encode(10**15, "openlineage", digest(0), b'""'))
    scene.log.append(*range(1, records + 1), size=1_000 - around)


def test_a_batch_is_all_that_waits_up_to_a_bound(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    far_behind(scene, monkeypatch, 30)
    scene.catch_up()
    assert scene.engine.applied == scene.log.expected
    assert scene.engine.attempts == [1, 20, 10]
    assert scene.engine.announced == [[], [10], []]
    assert [lag for _, _, lag in scene.heard.batches] == [WAITING] * 3


def test_the_batches_to_come_are_announced_and_stay_as_they_are(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    far_behind(scene, monkeypatch, 50)
    later = [range(51, 60)]
    scene.engine.during = lambda: scene.log.append(*later.pop()) if later else None
    scene.catch_up()
    assert scene.engine.applied == scene.log.expected
    assert scene.engine.attempts == [1, 20, 20, 10, 9]
    assert scene.engine.announced == [[], [20, 10], [10, 9], [9], []]


def test_a_batch_that_failed_is_not_passed_over_for_those_to_come(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    far_behind(scene, monkeypatch, 80)
    scene.engine.errors = [ValueError("once")]
    scene.catch_up()
    assert scene.engine.applied == scene.log.expected
    assert scene.engine.attempts == [1, 20, 20, 20, 20, 20]
    assert scene.engine.announced == [[], [20, 20], [20, 20], [20, 20], [20], []]


def test_the_record_that_waits_longest_comes_first(scene: Scene) -> None:
    with (
        LogWriter(scene.log.directory) as first,
        LogWriter(scene.log.directory) as second,
    ):
        first.append("openlineage", digest(1), b"{}", received=1_000)
        second.append("openlineage", digest(2), b"{}", received=2_000)
        scene.catch_up()
        second.append("openlineage", digest(3), b"{}", received=3_000)
        first.append("openlineage", digest(4), b"{}", received=4_000)
        scene.catch_up()
    assert scene.engine.applied == [digest(n) for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    "error",
    [StoreError("no answer"), LogError("cannot read"), OSError(28, "No space"), ConnectionError()],
)
def test_what_is_no_events_fault_is_waited_for_ever_longer(scene: Scene, error: Exception) -> None:
    scene.log.append(1, 2)
    scene.engine.errors = [error] * 9
    scene.catch_up()
    assert scene.waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]
    assert scene.heard.said == ["following", "failing", "following"]
    assert scene.engine.applied == scene.log.expected
    assert set(scene.engine.attempts) == {2}
    assert scene.engine.set_aside == {}


def test_a_lost_engine_is_no_events_fault_and_runs_again(scene: Scene) -> None:
    scene.log.append(1, 2)
    scene.engine.errors = [OddError()] * 5
    scene.engine.deaths = 5
    scene.catch_up()
    assert set(scene.engine.attempts) == {2}
    assert scene.engine.applied == scene.log.expected


def test_an_engine_that_cannot_be_started_is_waited_for(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1, 2)
    scene.engine.errors = [OddError()] * 5
    refusals = [OddError("no Java")] * 4

    def revive() -> bool:
        if refusals:
            raise refusals.pop()
        return True

    monkeypatch.setattr(scene.engine, "revive", revive)
    scene.catch_up()
    assert set(scene.engine.attempts) == {2}
    assert scene.engine.applied == scene.log.expected


def test_an_error_after_a_stop_was_asked_for_ends_it(scene: Scene) -> None:
    scene.log.append(1)

    def stopped_with_all_its_group() -> None:
        scene.stop.ask()
        raise ConnectionError("Spark is gone, too")

    scene.engine.during = stopped_with_all_its_group
    assert scene.follower().run().events == 0
    assert scene.waits == []


def test_an_error_that_passes_blames_nobody(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    scene.log.append(1, 2)
    scene.engine.errors = [OddError("odd"), OddError("odd")]
    scene.catch_up()
    assert scene.waits == [0.5, 1]
    assert scene.engine.attempts == [2, 2, 2]
    assert "next attempt in 0.5 s: OddError: odd" in caplog.text


@pytest.mark.parametrize("count", [1, 2, 7, 64])
def test_an_event_that_fails_alone_is_set_aside_and_the_others_are_applied(
    scene: Scene, caplog: pytest.LogCaptureFixture, count: int
) -> None:
    scene.log.append(*range(count))
    bad = digest(count * 2 // 3)
    scene.engine.poison = {bad}
    followed = scene.catch_up()
    assert scene.engine.applied == [d for d in scene.log.expected if d != bad]
    assert scene.engine.set_aside == {bad: "OddError: <Thing at 0x…> broke"}
    assert followed.set_aside == 1
    assert f"event {bad} is set aside" in caplog.text
    assert len(scene.engine.attempts) < 12 + count.bit_length()
    assert scene.catch_up().batches == 0


def test_several_bad_events_are_found_one_by_one(scene: Scene) -> None:
    scene.log.append(*range(40))
    scene.engine.poison = {digest(n) for n in (0, 17, 18, 39)}
    assert scene.catch_up().set_aside == 4
    assert set(scene.engine.set_aside) == scene.engine.poison
    assert set(scene.engine.applied) == set(scene.log.expected) - scene.engine.poison


def test_rows_that_the_store_cannot_hold_are_an_events_fault(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.errors = [RefusedRowsError("too long")] * 3
    scene.catch_up()
    assert scene.engine.set_aside == {digest(1): "RefusedRowsError: too long"}


def test_an_error_of_the_store_while_narrowing_down_blames_nobody(scene: Scene) -> None:
    scene.log.append(1, 2)
    scene.engine.poison = {digest(2)}
    scene.engine.errors = [OddError()] * 3 + [StoreError("gone for a while")] * 4
    scene.catch_up()
    assert scene.engine.applied == [digest(1)]
    assert list(scene.engine.set_aside) == [digest(2)]


def test_an_edit_is_never_set_aside(scene: Scene) -> None:
    with LogWriter(scene.log.directory) as writer:
        body = b'{"edit":"set_aside","kind":"event","digest":"0","detail":""}'
        writer.append("edit", digest(9), body)
    scene.engine.errors = [OddError()] * 10
    followed = scene.catch_up()
    assert followed.set_aside == 0
    assert len(scene.engine.attempts) == 11


def test_without_a_store_no_event_is_found_guilty(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1)
    scene.engine.errors = [OddError()] * 10
    follower = scene.follower()
    monkeypatch.setattr(follower, "_noted", lambda _: False)
    assert follower.run(once=True).set_aside == 0
    assert scene.engine.applied == [digest(1)]


def test_an_event_that_cannot_be_set_aside_yet_is_not_skipped(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1, 2)
    scene.engine.poison = {digest(1)}
    fails = [LogError("the disk is full")] * 2

    class Full(LogWriter):
        def __enter__(self) -> "Full":
            if fails:
                self.close()
                raise fails.pop()
            return self

    monkeypatch.setattr(follow, "LogWriter", Full)
    scene.catch_up()
    assert fails == []
    assert scene.engine.applied == [digest(2)]


def test_a_failure_is_noted_in_the_store_and_one_that_goes_on_only_once(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.errors = [StoreError("no\n  answer")] * 3
    noted = []
    scene.on_wait = lambda: noted.append(scene.last_error())
    scene.catch_up()
    assert noted == ["StoreError: no answer"] * 3
    with scene.store.snapshot() as snapshot:
        failed, done = recent_batches(snapshot)
    assert (failed.error, failed.events) == ("StoreError: no answer", 0)
    assert (done.error, done.events, done.rows) == ("", 1, {"events": 1})


def test_a_commit_whose_answer_was_lost_is_not_repeated(scene: Scene) -> None:
    scene.log.append(1)

    def lose_the_answer() -> None:
        scene.engine.during = lambda: None
        scene.engine.apply([Range(*span) for span in spans], epoch=1)
        raise StoreError("the connection was lost")

    [path] = scene.log.directory.glob("*.ndjson")
    spans = [(path.name, 0, path.stat().st_size)]
    scene.engine.during = lose_the_answer
    scene.catch_up()
    assert scene.engine.applied == [digest(1)]
    assert scene.heard.said == ["following", "failing", "following"]


def test_the_pipeline_that_comes_later_ends_the_one_before(scene: Scene) -> None:
    scene.log.append(1)

    def other() -> None:
        with open_store(scene.url) as store:
            store.take_over()

    scene.engine.during = other
    with pytest.raises(FencedError, match="another pipeline has taken over"):
        scene.catch_up()
    assert scene.engine.applied == []


def test_a_pipeline_that_was_taken_over_from_sets_nothing_aside(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.errors = [OddError()]
    with open_store(scene.url) as other:
        follower = scene.follower()
        follower._take_over()
        other.take_over()
        with pytest.raises(FencedError):
            follower._step()
    assert len(list(scene.log.directory.glob("*.ndjson"))) == 1


def test_a_store_of_other_code_is_rebuilt_first(scene: Scene) -> None:
    scene.log.append(1, 2)
    scene.catch_up(stale=True)
    assert scene.engine.rebuilds == 1
    assert scene.heard.rebuilds == ["the store was written by other code or settings"]
    assert scene.heard.said == ["rebuilding", "following"]
    assert scene.engine.attempts == []
    scene.log.append(3)
    assert scene.catch_up().events == 1


def test_an_empty_store_is_rebuilt_if_there_is_much_to_apply(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "BATCH_BYTES", 1_000)
    scene.log.append(*range(20), size=100)
    scene.catch_up()
    assert (scene.engine.rebuilds, scene.engine.attempts) == (1, [])
    assert scene.engine.applied == scene.log.expected


def test_a_rebuild_that_fails_by_no_events_fault_is_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1)
    rebuild = scene.engine.rebuild
    errors = [StoreError("no answer"), OSError("no space")]

    def failing() -> None:
        if errors:
            scene.store.take_over()
            raise errors.pop()
        rebuild()

    monkeypatch.setattr(scene.engine, "rebuild", failing)
    scene.catch_up(stale=True)
    assert scene.engine.applied == scene.log.expected
    assert scene.waits == [0.5, 1]
    assert scene.heard.said == ["rebuilding", "failing", "following"]


def test_a_store_that_does_not_answer_at_first_is_waited_for(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene.log.append(1)
    scene.catch_up()
    scene.log.append(2)
    take_over = scene.store.take_over
    errors = [StoreError("no answer")] * 3

    def failing() -> int:
        if errors:
            raise errors.pop()
        return take_over()

    monkeypatch.setattr(scene.store, "take_over", failing)
    assert scene.catch_up().events == 1
    assert scene.waits == [0.5, 1, 2]


def test_a_stop_within_a_batch_waits_for_its_end(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.during = scene.stop.ask
    followed = scene.follower().run()
    assert (followed.events, scene.engine.applied) == (1, [digest(1)])


def test_who_asks_twice_does_not_wait_and_nothing_is_lost(scene: Scene) -> None:
    scene.log.append(1)

    def ask_twice() -> None:
        scene.stop.ask()
        scene.stop.ask()

    scene.engine.during = ask_twice
    assert scene.follower().run().events == 0
    assert scene.store.positions() == {}
    scene.engine.during, scene.stop = lambda: None, StopSignal()
    assert scene.catch_up().events == 1


def test_a_stop_while_it_waits_ends_it_at_once(scene: Scene) -> None:
    scene.log.append(1)
    scene.engine.errors = [StoreError("no answer")] * 100
    scene.on_wait = scene.stop.ask
    assert scene.follower().run().events == 0
    assert len(scene.engine.attempts) == 1


def test_idle_it_looks_at_the_log_again_and_again_and_costs_next_to_nothing(
    tmp_path: Path, scene: Scene
) -> None:
    for number in range(300):
        scene.log.append(number)
    scene.catch_up()
    follower = Follower(scene.log.directory, scene.store, scene.engine, scene.heard, scene.stop)
    thread = threading.Thread(target=follower.run)
    thread.start()
    time.sleep(0.5)
    before = time.process_time()
    time.sleep(2)
    spent = time.process_time() - before
    scene.log.append(300)
    started = time.monotonic()
    while len(scene.engine.applied) < 301:
        time.sleep(0.01)
    noticed = time.monotonic() - started
    scene.stop.asked = True
    thread.join()
    assert spent < 0.4, "of two seconds"
    assert noticed < 2
