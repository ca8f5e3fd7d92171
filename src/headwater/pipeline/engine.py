"""Spark as the engine of a pipeline that follows the log."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from pyspark.sql import SparkSession

from headwater.log import Range
from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.live import Live
from headwater.pipeline.spark.progress import Applied, Progress
from headwater.pipeline.spark.session import discard, is_lost
from headwater.pipeline.warm_up import planned_anew, warmed_up
from headwater.store import Store


class SparkEngine:
    """Applies batches in a session of Spark; makes a new one when its JVM is gone."""

    def __init__(
        self,
        session: Callable[[], SparkSession],
        log: Path,
        store: Store,
        rules: Rules,
        staging: Path,
        progress: Callable[[], AbstractContextManager[Progress]],
        *,
        stays: bool = True,
    ) -> None:
        """`stays`: for many batches, so that it pays to get ready for them."""
        self._session, self._log, self._store = session, log, store
        self._rules, self._staging, self._progress = rules, staging, progress
        self._stays = stays
        self._spark: SparkSession | None = None
        self._live: Live | None = None
        self.when_started: Callable[[], None] = lambda: None
        """Called each time that Spark was started."""

    def start(self) -> None:
        """Starts Spark, and has it ready for the first batch."""
        self._live = None
        self._spark = self._session()
        self.when_started()
        if self._stays:
            runner = warmed_up(self._spark, self._staging / "live", self._rules)
        else:
            runner = planned_anew(self._spark)
        self._live = Live(self._log, self._store, self._rules, runner)

    def apply(self, spans: list[Range], epoch: int, then: Sequence[list[Range]] = ()) -> Applied:
        assert self._live is not None
        return self._live.apply(spans, epoch, then)

    def rebuild(self) -> None:
        assert self._spark is not None
        with self._progress() as progress:
            rebuild(self._spark, self._log, self._store, self._rules, self._staging, progress)

    def revive(self) -> bool:
        lost = self._spark is not None and is_lost(self._spark)
        if self._spark is not None and lost:
            discard(self._spark)
        if self._live is not None and not lost:
            return False
        self.start()
        return True
