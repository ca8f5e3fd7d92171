"""Following the log without end: batch after batch into the store, whatever goes wrong.

Nothing is skipped. A batch that fails is tried again. If it keeps failing, it is narrowed down to
the one record that makes it fail. That record is set aside by an edit in the log, so that a rebuild
sets it aside as well. Failures that no event can cause (of the store, the log, the system or Spark)
are waited out.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from headwater.answers.service import Lag
from headwater.errors import (
    FencedError,
    ForeignLogError,
    LogError,
    RefusedRowsError,
    SparkLostError,
    StoreError,
    in_words,
)
from headwater.log import (
    EventLog,
    Positions,
    Range,
    batches,
    halved,
    rest,
    size_until,
    waiting,
)
from headwater.model.notes import set_aside
from headwater.pipeline.batch.ahead import BATCHES_AHEAD
from headwater.pipeline.spark.progress import Applied
from headwater.store import Store, failure

POLL_SECONDS = 0.1
IDLE_SHARE = 10
"""When nothing waits, the loop rests this many times as long as looking at the log took."""
BATCH_BYTES = 64 << 20
"""The largest batch. A batch is everything that waits, up to this size: small while the pipeline
keeps up, and larger, hence cheaper per event, the further it is behind. The bound limits memory,
which holds up to three batches at a time."""
BATCH_RECORDS = 20_000
"""The most records in a batch. Of small events very many fit into 64 MiB of the log, but in memory
each record takes some room of its own, however short it is in the log."""
RETRIES = 2
"""How often a batch is tried again before an event is suspected."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0

_logger = logging.getLogger(__name__)


class Applier(Protocol):
    """Brings records into the store."""

    def apply(
        self,
        spans: list[Range],
        epoch: int,
        then: Sequence[list[Range]] = (),
        without: Set[str] = frozenset(),
    ) -> Applied:
        """Applies the records of these ranges, with the positions they reach, in one transaction.

        `then` has the ranges of the batches that will probably come next. `without` has the digests
        of events that are passed over.
        """


class Engine(Applier, Protocol):
    """An applier that can also rebuild the store, and restart itself."""

    def rebuild(self) -> None:
        """Derives everything anew from the whole log. Takes the store over to do so."""

    def loss(self) -> str:
        """How the engine has died, in words. Empty while it runs."""

    def revive(self) -> None:
        """Starts an engine that has died again."""


class FollowListener(Protocol):
    """Is informed of what the loop does."""

    def applied(self, batch: Applied, seconds: float, waiting: Lag) -> None: ...

    def rebuilding(self, why: str) -> None: ...

    def following(self) -> None:
        """Called when events are applied as they arrive, from now on."""

    def failing(self) -> None:
        """Called when events have to wait, from now on, until a batch succeeds again."""


class StopSignal:
    """Ends the loop on a signal: after the current batch if there is one, else at once.

    A second signal ends it at once in any case. Nothing is lost either way: what is not committed
    is done again the next time.
    """

    def __init__(self, hurry: Callable[[], None] = lambda: None) -> None:
        """`hurry` is called by the second signal. It frees the threads of the batch, for which the
        loop has to wait, from what they wait for."""
        self._hurry = hurry
        self.requested = False
        self._in_batch = False

    def request(self) -> None:
        """Must be called in the main thread, by the handler of a signal."""
        again, self.requested = self.requested, True
        if again:
            self._hurry()
        if again or not self._in_batch:
            raise KeyboardInterrupt

    @contextmanager
    def deferred(self) -> Iterator[None]:
        self._in_batch = True
        try:
            yield
        finally:
            self._in_batch = False


@dataclass
class Followed:
    """How far the loop has come."""

    batches: int = 0
    events: int = 0
    set_aside: int = 0
    positions: Positions = field(default_factory=dict)


class Follower:
    """Keeps a store up to date with a log."""

    def __init__(
        self,
        log: EventLog,
        store: Store,
        engine: Engine,
        report: FollowListener,
        stop: StopSignal | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._log, self._store, self._engine, self._report = log, store, engine, report
        self._stop = stop or StopSignal()
        self._sleep = sleep
        self._epoch = 0
        """0 while we have not taken over."""
        self._suspects: list[Range] = []
        """Records of a failed batch that is being narrowed down. Their first half comes next."""
        self._settled: list[Range] = []
        """A record that was set aside, and that is to be passed over. The edit that says so comes
        in its turn: there may be other records before it in its segment."""
        self._without: Set[str] = frozenset()
        """The digest of that record."""
        self._to_come: list[list[Range]] = []
        """The batches after one that has succeeded. They are kept, as they may have been begun."""
        self._unsure = False
        """Whether the store may be further than we know."""
        self._is_failing = False
        self._tries = 0
        self._wait = FIRST_WAIT
        self.followed = Followed()

    def run(self, *, stale: bool = False, once: bool = False) -> Followed:
        """Runs until it is stopped or, with `once`, until it has caught up.

        `stale` says that the store was written by other code or settings, so that everything is
        derived anew first. FencedError if another pipeline takes over the store, and
        ForeignLogError if the store belongs to another log.
        """
        try:
            self._begin(stale)
            self._follow()
            while not self._stop.requested:
                started = time.monotonic()
                if not self._step():
                    if once:
                        break
                    self._sleep(max(POLL_SECONDS, (time.monotonic() - started) * IDLE_SHARE))
        except KeyboardInterrupt:
            _logger.debug("stopped in the middle of something, which will be done again")
        return self.followed

    def _follow(self) -> None:
        self._is_failing = False
        self._report.following()

    def _begin(self, stale: bool) -> None:
        """Rebuilds first where that is necessary, or faster than batch by batch."""
        while not self._attempted(self._take_over):
            pass
        if stale:
            self._rebuild("the store was written by other code or settings")
        elif not self.followed.positions and size_until(self._log, self._log.head()) > BATCH_BYTES:
            self._rebuild("the store is empty")

    def _take_over(self) -> None:
        self._store.belong_to(self._log.id())
        self._epoch = self._store.take_over()
        self.followed.positions = self._store.positions()
        self._wait = FIRST_WAIT

    def _rebuild(self, why: str) -> None:
        self._suspects, self._settled, self._without = [], [], frozenset()
        self._report.rebuilding(why)
        while not self._attempted(self._rebuild_once):
            pass

    def _rebuild_once(self) -> None:
        self._epoch = 0  # the rebuild takes over by itself, which ends our epoch
        self._engine.rebuild()
        self._take_over()

    def _step(self) -> bool:
        """Applies one batch, or makes one attempt at it. False if nothing waits."""
        spans: list[Range] = []

        def apply() -> None:
            now, then = self._next()
            spans.extend(now)
            if spans:
                self._apply(spans, then)
            elif loss := self._engine.loss():
                raise SparkLostError(loss)

        try:
            went_well = self._attempted(apply)
        except FencedError:
            raise
        except Exception as error:
            if not spans:
                raise
            found = error
            self._attempted(lambda: self._blame(spans, found))
            return True
        if went_well and self._is_failing:
            self._follow()
        return bool(spans) or not went_well

    def _attempted(self, action: Callable[[], None]) -> bool:
        """Performs an action. False if it failed for a reason that is no event's fault.

        In that case the failure was reported, and some time has been waited. Any other error is
        raised.
        """
        try:
            action()
        except (FencedError, ForeignLogError):
            raise
        except Exception as error:
            if self._stop.requested:  # a signal to the whole process group ends Spark, too
                raise KeyboardInterrupt from error
            if not (self._revived() or self._settled or _is_blameless(error)):
                raise
            self._failed(error)
            return False
        return True

    def _revived(self) -> bool:
        """Whether the engine had died, so that no event can be the cause."""
        loss = self._engine.loss()
        if not loss:
            return False
        _logger.warning("%s; it is started anew", loss)
        self._fails(SparkLostError(loss))  # reported before the start, which takes some seconds
        try:
            self._engine.revive()
        except Exception as error:  # noqa: BLE001  starting it is tried again
            _logger.warning("Spark does not start: %s", in_words(error))
        return True

    def _next(self) -> tuple[list[Range], list[list[Range]]]:
        """The next batch, and the batches that come after it."""
        to_come, self._to_come = self._to_come, []
        if self._unsure:
            self._reread()
        if self._settled:
            return self._settled, []
        if self._suspects:
            return halved(self._log, self._suspects)[0], []
        spans, *then = [*to_come, *self._waiting(to_come, 1 + BATCHES_AHEAD)] or [[]]
        return spans, then

    def _waiting(self, to_come: list[list[Range]], count: int) -> Iterator[list[Range]]:
        """Further batches, so that together with those to come there are `count`."""
        ends = {span.segment: span.end for spans in to_come for span in spans}
        spans = waiting(self._log, self.followed.positions | ends)
        return islice(batches(self._log, spans, BATCH_BYTES, BATCH_RECORDS), count - len(to_come))

    def _reread(self) -> None:
        """Reads the positions again, because a commit whose answer was lost may have succeeded."""
        self.followed.positions = self._store.positions()
        self._suspects = rest(self._suspects, self.followed.positions)
        self._settled = rest(self._settled, self.followed.positions)
        self._without = self._without if self._settled else frozenset()
        self._unsure = False

    def _apply(self, spans: list[Range], then: list[list[Range]]) -> None:
        started = time.monotonic()
        with self._stop.deferred():
            applied = self._engine.apply(spans, self._epoch, then, self._without)
        seconds = time.monotonic() - started
        self.followed.positions |= {span.segment: span.end for span in spans}
        self.followed.batches += 1
        self.followed.events += applied.events
        self._suspects = rest(self._suspects, self.followed.positions)
        self._settled, self._without = [], frozenset()
        self._to_come = then
        self._tries, self._wait = 0, FIRST_WAIT
        self._report.applied(applied, seconds, applied.waiting)

    def _blame(self, spans: list[Range], error: Exception) -> None:
        """Deals with a failed batch: tries it again, narrows it down, at last sets it aside."""
        first, second = halved(self._log, spans)
        narrowing = bool(self._suspects and second)
        self._tries += 1
        if not narrowing and self._tries <= RETRIES:
            self._failed(error)
            return
        self._tries = 0
        if second:
            _logger.warning("looking for the record that makes a batch fail: %s", in_words(error))
            self._suspects = spans
            return
        # It may begin behind offsets without a record.
        record = next((record for span in first for record in self._log.read(span)), None)
        if record is None or record.kind != "openlineage" or not self._noted(error):
            # Only events may be set aside. And while the store cannot even take a note, the failure
            # may be the store's, and no event can be blamed.
            self._failed(error)
            return
        self._set_aside(first[0], record.digest, error)

    def _set_aside(self, only: Range, digest: str, error: Exception) -> None:
        now = time.time_ns() // 1000
        line, own_digest = set_aside(digest, now, in_words(error))
        with self._log.appender() as appender:
            appender.append_many([("edit", own_digest, line, now)])
        self._settled, self._without = [only], {digest}
        self.followed.set_aside += 1
        self._wait = FIRST_WAIT
        _logger.warning("event %s is set aside: %s", digest, in_words(error))

    def _failed(self, error: Exception) -> None:
        wait, self._wait = self._wait, min(self._wait * 2, LONGEST_WAIT)
        self._unsure = True
        self._fails(error)
        _logger.warning("trouble, next attempt in %.1f s: %s", wait, in_words(error))
        self._sleep(wait)

    def _fails(self, error: Exception) -> None:
        """Lets others know that events wait, and why."""
        self._noted(error)
        if not self._is_failing:
            self._is_failing = True
            self._report.failing()

    def _noted(self, error: Exception) -> bool:
        """Notes the failure in the store. Returns whether that was possible."""
        if not self._epoch:
            return False
        try:
            with self._store.transaction(self._epoch) as transaction:
                transaction.note(failure(in_words(error)))
        except FencedError:
            raise
        except StoreError:
            return False
        return True


def _is_blameless(error: Exception) -> bool:
    """Whether no event can be the cause. Rows that a store cannot hold do come from events."""
    return isinstance(error, StoreError | LogError | OSError) and not isinstance(
        error, RefusedRowsError
    )
