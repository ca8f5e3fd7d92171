"""A log, a store, and an engine that fails on command."""

import random
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path

import msgspec

from headwater.answers.service import Lag
from headwater.log import DirectoryLog, EventLog, Range, Record, ranges
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

    def __init__(self, directory: Path, event_log: EventLog | None = None) -> None:
        self.directory = directory
        self.event_log = event_log or DirectoryLog(directory)
        self.expected: list[str] = []

    def append(self, *numbers: int, size: int = 10) -> None:
        body = b'"' + b"x" * size + b'"'
        with self.event_log.appender() as appender:
            appender.append_many([("openlineage", digest(n), body) for n in numbers])
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

    def apply(
        self,
        spans: list[Range],
        epoch: int,
        then: Sequence[list[Range]] = (),
        without: Set[str] = frozenset(),
    ) -> Applied:
        records = [r for span in spans for r in self._read(span)]
        self.attempts.append(len(records))
        self.announced.append(
            [sum(1 for span in spans for _ in self._read(span)) for spans in then]
        )
        if self.errors:
            raise self.errors.pop(0)
        aside = dict(self._aside(records))
        events = [r.digest for r in records if r.kind == "openlineage"]
        counted = [d for d in events if d not in aside and d not in {*self.set_aside, *without}]
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
        return self._log.event_log.read(span)

    def _aside(self, records: list[Record]) -> Iterator[tuple[str, str]]:
        for record in records:
            if record.kind == "edit":
                edit = msgspec.json.decode(record.body)
                assert (edit["edit"], edit["kind"]) == ("set_aside", "event")
                yield edit["digest"], edit["detail"]

    def rebuild(self) -> None:
        self.rebuilds += 1
        epoch = self._store.take_over()
        reached = self._log.event_log.head()
        self.applied = [r.digest for span in ranges({}, reached) for r in self._read(span)]
        with self._store.rebuild(epoch) as target:
            target.publish(reached)

    def loss(self) -> str:
        return "the engine is gone" if self.deaths else ""

    def revive(self) -> None:
        self.deaths -= 1


class Heard:
    def __init__(self) -> None:
        self.batches: list[tuple[int, float, Lag]] = []
        self.rebuilds: list[str] = []
        self.states: list[str] = []

    def applied(self, batch: Applied, seconds: float, waiting: Lag) -> None:
        self.batches.append((batch.events, seconds, waiting))

    def rebuilding(self, why: str) -> None:
        self.rebuilds.append(why)
        self.states.append("rebuilding")

    def following(self) -> None:
        self.states.append("following")

    def failing(self) -> None:
        self.states.append("failing")


class Scene:
    def __init__(self, tmp_path: Path, event_log: EventLog | None = None) -> None:
        self.url = f"sqlite:///{tmp_path}/store"
        self.store = open_store(self.url)
        self.log = Log(tmp_path / "log", event_log)
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
            self.log.event_log, self.store, self.engine, self.heard, self.stop, self._sleep
        )

    def catch_up(self, *, stale: bool = False) -> Followed:
        return self.follower().run(once=True, stale=stale)

    def last_error(self) -> str:
        with self.store.snapshot() as snapshot:
            return recent_batches(snapshot)[-1].error
