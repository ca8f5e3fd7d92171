"""Reporting how far a long build has come."""

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, cast

from pyspark.sql import SparkSession, is_remote

from headwater.answers.service import Lag
from headwater.store import Batch

if TYPE_CHECKING:
    # These need the extra `connect`.
    from pyspark.sql.connect.shell.progress import ProgressHandler, StageInfo


class Progress(Protocol):
    """What a build reports to. The command line draws it, tests may ignore it."""

    def stage(self, name: str, number: int, of: int) -> None:
        """A stage begins."""

    def tasks(self, done: int, of: int) -> None:
        """Some tasks of the current stage are finished."""

    def rows(self, name: str, count: int, seconds: float) -> None:
        """A stage is finished."""


class Silent:
    """A progress that reports to nobody."""

    def stage(self, name: str, number: int, of: int) -> None: ...

    def tasks(self, done: int, of: int) -> None: ...

    def rows(self, name: str, count: int, seconds: float) -> None: ...


@dataclass
class Summary:
    """What a build did."""

    kind: str
    events: int = 0
    total_seconds: float = 0.0
    rows: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    """Seconds by stage. The time between stages, when Spark plans, is only in the total."""


@dataclass(frozen=True)
class Applied:
    """What a batch brought into the store."""

    events: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    """Seconds by step."""
    rows: dict[str, int] = field(default_factory=dict)
    """Rows written, by table."""
    waiting: Lag = field(default_factory=Lag)
    """What the log holds beyond the batch."""

    def note(self, total_seconds: float) -> Batch:
        """The note about the batch for the store, to be written in the batch's own transaction."""
        return Batch(
            finished_at=time.time_ns() // 1000,
            events=self.events,
            seconds=total_seconds,
            lag_records=self.waiting.records,
            lag_seconds=self.waiting.seconds,
            steps=self.seconds,
            rows=self.rows,
        )


class Stages:
    """Times the stages of a build, and reports them to `progress`."""

    def __init__(self, progress: Progress, names: tuple[str, ...], summary: Summary) -> None:
        self._started = time.monotonic()
        self._progress = progress
        self._names = names
        self._summary = summary

    @contextmanager
    def running(self, name: str, spark: SparkSession | None = None) -> Iterator[None]:
        number = self._names.index(name) + 1 if name in self._names else len(self._names)
        self._progress.stage(name, number, len(self._names))
        started = time.monotonic()
        with _watched(spark, self._progress):
            yield
        spent = time.monotonic() - started
        self._summary.seconds[name] = self._summary.seconds.get(name, 0.0) + spent
        self._summary.total_seconds = time.monotonic() - self._started
        self._progress.rows(name, self._summary.rows.get(name, 0), spent)

    def counted(self, name: str, rows: int) -> None:
        self._summary.rows[name] = rows


@contextmanager
def _watched(spark: SparkSession | None, progress: Progress) -> Iterator[None]:
    """Reports the finished tasks of the running Spark stages until the block ends."""
    if spark is None or is_remote():
        with nullcontext() if spark is None else _watched_from_afar(spark, progress):
            yield
        return
    ended = threading.Event()
    tracker = spark.sparkContext.statusTracker()

    def watch() -> None:
        while not ended.wait(0.5):
            try:
                infos = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            except Exception:  # noqa: BLE001  the JVM is gone, which others will notice
                return
            known = [info for info in infos if info is not None]
            if known:
                done = sum(info.numCompletedTasks for info in known)
                progress.tasks(done, sum(info.numTasks for info in known))

    watcher = threading.Thread(target=watch, name="build-progress", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


@contextmanager
def _watched_from_afar(spark: SparkSession, progress: Progress) -> Iterator[None]:
    """The same for a Spark Connect server, which reports its progress by itself."""

    def tell(
        stages: Iterable["StageInfo"] | None,
        inflight_tasks: int,  # noqa: ARG001  it is called with all of these by name
        operation_id: str | None,  # noqa: ARG001
        done: bool,
    ) -> None:
        known = [] if done else list(stages or ())
        if known:
            finished = sum(stage.num_completed_tasks for stage in known)
            progress.tasks(finished, sum(stage.num_tasks for stage in known))

    handler = cast("ProgressHandler", tell)  # a base class is asked for, and a function called
    spark.registerProgressHandler(handler)
    try:
        yield
    finally:
        spark.removeProgressHandler(handler)
