"""Spark as the engine of a pipeline that follows the log."""

from collections.abc import Callable, Sequence, Set
from contextlib import AbstractContextManager
from pathlib import Path

from pyspark.sql import SparkSession

from headwater.garbage import collect_seldom
from headwater.log import EventLog, Range
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import warmed_up
from headwater.pipeline.build import rebuild
from headwater.pipeline.live import LiveUpdater
from headwater.pipeline.spark.java import leave_java
from headwater.pipeline.spark.progress import Applied, Progress
from headwater.pipeline.spark.session import discard, loss
from headwater.store import Store


class SparkEngine:
    """Applies batches in a Spark session, and starts a new session when its JVM is gone."""

    def __init__(
        self,
        session: Callable[[], SparkSession],
        log: EventLog,
        store: Store,
        rules: Rules,
        staging: Path,
        progress: Callable[[], AbstractContextManager[Progress]],
    ) -> None:
        self._session, self._log, self._store = session, log, store
        self._rules, self._live_files = rules, staging / "live"
        self.progress = progress
        """What a rebuild reports to."""
        self.staging: Path | str = staging
        """Where rebuilds are staged; unlike the files of batches, it may be on other machines."""
        self._spark: SparkSession | None = None
        self._live: LiveUpdater | None = None
        self.when_started: Callable[[], None] = lambda: None
        """Called each time Spark was started."""

    def start(self) -> None:
        """Starts Spark, and gets it ready for the first batch."""
        self._live = None
        self._spark = self._session()
        collect_seldom()
        self.when_started()
        runner = warmed_up(self._spark, self._live_files, self._rules.code_from)
        self._live = LiveUpdater(self._log, self._store, self._rules, runner)

    def apply(
        self,
        spans: list[Range],
        epoch: int,
        then: Sequence[list[Range]] = (),
        without: Set[str] = frozenset(),
    ) -> Applied:
        assert self._live is not None
        return self._live.apply(spans, epoch, then, without)

    def rebuild(self) -> None:
        assert self._spark is not None
        with self.progress() as progress:
            rebuild(self._spark, self._log, self._store, self._rules, self.staging, progress)

    def end(self) -> None:
        """Ends Java, and what Java has started with it."""
        leave_java()

    def loss(self) -> str:
        if self._spark is None or self._live is None:
            return "Spark is not ready"
        return loss(self._spark)

    def revive(self) -> None:
        if self._spark is not None and loss(self._spark):
            discard(self._spark)
        self.start()
