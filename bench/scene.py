"""A log, a store rebuilt from it, and the pipeline that keeps it up to date, ready to be timed."""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path

import psycopg
from psycopg import sql
from pyspark.sql import SparkSession

from bench.building_process import CORES, MEMORY
from headwater.answers.service import Lag
from headwater.garbage import collect_seldom
from headwater.log import Appended, DirectoryLog, LogWriter, Range, head, ranges
from headwater.model.events import Accepted, accept
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import Runner, warmed_up
from headwater.pipeline.build import rebuild
from headwater.pipeline.follow import Followed, Follower, StopSignal
from headwater.pipeline.live import LiveUpdater
from headwater.pipeline.spark.progress import Applied
from headwater.pipeline.spark.session import session
from headwater.store import Store, open_store
from tests.running import postgres

LOOK_SECONDS = 0.005
"""How often the reader looks whether a batch is there. Latencies are too long by half of it."""
PATIENCE_SECONDS = 600
APPEND_EVENTS = 1_000
"""How many events of a history are appended to the log in one commit."""

NewUrl = Callable[[Path], str]
"""Returns the URL of a new store. The directory is used for this store alone."""


@dataclass(frozen=True)
class Ready:
    """Spark, ready for batches."""

    spark: SparkSession
    runner: Runner


@contextmanager
def started() -> Iterator[Ready]:
    """Spark, started as the pipeline does it. The driver is this process."""
    with tempfile.TemporaryDirectory(prefix="headwater-bench-") as name:
        spark = session(
            "headwater-bench",
            master=f"local[{CORES}]",
            memory=MEMORY,
            log=Path(name) / "spark.log",
        )
        try:
            collect_seldom()
            yield Ready(spark, warmed_up(spark, Path(name) / "live", Rules().code_from))
        finally:
            spark.stop()


def sqlite_url(directory: Path) -> str:
    return f"sqlite:///{directory}/store"


@contextmanager
def postgres_urls() -> Iterator[NewUrl]:
    """Databases on a PostgreSQL server that is started for this purpose."""
    with postgres.server() as url:
        numbers = count(1)

        def new_url(_: Path) -> str:
            name = f"scene_{next(numbers)}"
            with psycopg.connect(url, autocommit=True) as connection:
                create = sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name))
                connection.execute(create)
            return f"{url.rpartition('/')[0]}/{name}"

        yield new_url


@dataclass(frozen=True)
class Took:
    """What it took to bring events into the store."""

    seconds: float
    batches: list[tuple[Applied, float]]
    """Each batch, with the seconds that it took to apply it."""

    def steps(self) -> dict[str, float]:
        """Seconds by step, over all batches."""
        found: dict[str, float] = {}
        for applied, _ in self.batches:
            for step, seconds in applied.seconds.items():
                found[step] = found.get(step, 0.0) + seconds
        return found

    def waited(self) -> float:
        """Seconds before the batches were begun, and between them."""
        return max(0.0, self.seconds - sum(seconds for _, seconds in self.batches))


@dataclass
class _Timed:
    """The engine of the loop that follows the log. It notes the time that each batch takes."""

    live: LiveUpdater
    batches: list[tuple[Applied, float]] = field(default_factory=list)

    def apply(
        self,
        spans: list[Range],
        epoch: int,
        then: Sequence[list[Range]] = (),
        without: Set[str] = frozenset(),
    ) -> Applied:
        started_at = time.perf_counter()
        applied = self.live.apply(spans, epoch, then, without)
        self.batches.append((applied, time.perf_counter() - started_at))
        return applied

    def rebuild(self) -> None:
        raise RuntimeError("nothing that is measured here needs a rebuild")

    def loss(self) -> str:
        return ""

    def revive(self) -> None:
        """Never needed."""


class _Silent:
    def applied(self, batch: Applied, seconds: float, waiting: Lag) -> None: ...

    def rebuilding(self, why: str) -> None: ...

    def following(self) -> None: ...

    def failing(self) -> None: ...


class Scene:
    """Takes in events, and returns what it took."""

    def __init__(self, log: Path, writer: LogWriter, store: Store, runner: Runner) -> None:
        self._log, self._writer, self.store = log, writer, store
        self._engine = _Timed(LiveUpdater(DirectoryLog(log), store, Rules(), runner))
        self._follower: Follower | None = None
        self._following: Future[Followed] | None = None

    def append(self, lines: Iterable[bytes]) -> list[Appended]:
        """Appends the events to the log. They are durable, but not yet in the store."""
        return _append(self._writer, map(accept, lines))

    def applied(self, lines: Iterable[bytes]) -> Took:
        """Applies the events at once in one batch, without the loop, which would wait and cut."""
        self.append(lines)
        return self.applied_next(self.waiting())

    def waiting(self) -> list[Range]:
        since = self.store.positions()
        return ranges(since, head(self._log, since))

    def applied_next(self, spans: list[Range]) -> Took:
        self._engine.batches = []
        self._engine.apply(spans, self.store.take_over())
        [(_, seconds)] = self._engine.batches
        return Took(seconds, self._engine.batches)

    def caught_up(self) -> Took:
        """Applies everything that waits, as the loop does it when it starts."""
        self._engine.batches = []
        started_at = time.perf_counter()
        self._new_follower(StopSignal()).run(once=True)
        return Took(time.perf_counter() - started_at, self._engine.batches)

    def _new_follower(self, stop: StopSignal) -> Follower:
        return Follower(DirectoryLog(self._log), self.store, self._engine, _Silent(), stop)

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Inside the block, the loop follows the log."""
        stop = StopSignal()
        self._follower = self._new_follower(stop)
        with ThreadPoolExecutor(1, "follow") as thread:
            self._following = thread.submit(self._follower.run)
            try:
                yield
            finally:
                stop.requested = True
        if self._following.result().set_aside:
            raise RuntimeError("an event was set aside: what was measured is not what was asked")

    def shown(self, lines: Iterable[bytes]) -> Took:
        """Times events from being durable until a reader sees all, while the log is followed."""
        assert self._follower
        self._engine.batches = []
        accepted = list(map(accept, lines))
        places = _append(self._writer, accepted)
        started_at = time.perf_counter()
        ends = {place.segment: place.end for place in places}
        self._wait(lambda: _reach(self.store.positions(), ends))
        seconds = time.perf_counter() - started_at
        follower = self._follower
        self._wait(lambda: _reach(follower.followed.positions, ends))
        _require_known(self.store, accepted)
        return Took(seconds, self._engine.batches)

    def _wait(self, until: Callable[[], bool]) -> None:
        assert self._following
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not until():
            if self._following.done():
                self._following.result()
            if time.monotonic() > deadline:
                raise TimeoutError(f"a batch was not there after {PATIENCE_SECONDS} seconds")
            time.sleep(LOOK_SECONDS)


@contextmanager
def scene(ready: Ready, new_url: NewUrl, history: Iterable[bytes]) -> Iterator[Scene]:
    """A store rebuilt from a log with these events."""
    with tempfile.TemporaryDirectory(prefix="headwater-bench-") as name:
        directory = Path(name)
        log = directory / "log"
        with LogWriter(log) as writer, open_store(new_url(directory)) as store:
            events = map(accept, history)
            while some := list(islice(events, APPEND_EVENTS)):
                _append(writer, some)
            rebuild(ready.spark, DirectoryLog(log), store, Rules(), directory / "staging")
            yield Scene(log, writer, store, ready.runner)


def _append(writer: LogWriter, events: Iterable[Accepted]) -> list[Appended]:
    return writer.append_many([("openlineage", event.digest, event.body) for event in events])


def _reach(positions: dict[str, int], ends: dict[str, int]) -> bool:
    return all(positions.get(segment, 0) >= end for segment, end in ends.items())


def _require_known(store: Store, events: list[Accepted]) -> None:
    digests = {event.digest for event in events}
    with store.snapshot() as snapshot:
        known = snapshot.query_in("SELECT digest FROM events WHERE digest IN {keys}", digests)
    if len(known) < len(events):
        raise RuntimeError(f"of {len(events)} new events {len(known)} are in the store")
