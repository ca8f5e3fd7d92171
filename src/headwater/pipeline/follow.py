"""Following the log for ever: batch after batch into the store, whatever goes wrong.

Nothing is skipped. A batch that fails is tried again; one that goes on failing is narrowed down to
the record that is at fault, which is set aside by an edit in the log, so that a rebuild sets it
aside too. What is no event's fault (store, log, system, Spark) is waited for.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Protocol

from headwater.answers.service import Lag
from headwater.errors import FencedError, LogError, RefusedRowsError, StoreError, in_words
from headwater.log import LogWriter, Positions, Range, Tail, batches, halved, read_at, rest
from headwater.model.events import edit_line
from headwater.model.order import format_time
from headwater.pipeline.batch.ahead import BATCHES_AHEAD
from headwater.pipeline.spark.progress import Applied
from headwater.store import Store, failure

POLL_SECONDS = 0.1
IDLE_SHARE = 10
"""Between two looks at the log it rests so many times as long as a look takes."""
BATCH_BYTES = 64 << 20
"""A batch is all that waits, up to this. So batches are small while the pipeline keeps up, and the
further it is behind, the larger and the cheaper by the event; the bound is for memory, where three
of them are at a time."""
RETRIES = 2
"""So often is tried again what may be the fault of an event."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0

_logger = logging.getLogger(__name__)


class Applier(Protocol):
    """Brings records into the store."""

    def apply(self, spans: list[Range], epoch: int, then: Sequence[list[Range]] = ()) -> Applied:
        """The records of these ranges, with the positions they reach, in one transaction.

        `then`: ranges of the batches that will probably be next.
        """


class Engine(Applier, Protocol):
    """An applier that can do more, should that be needed."""

    def rebuild(self) -> None:
        """Everything anew from the whole log; takes the store over to do so."""

    def revive(self) -> bool:
        """Whether the engine had died; if so, it runs again now."""


class FollowListener(Protocol):
    """Who is told how it goes."""

    def applied(self, batch: Applied, seconds: float, waiting: Lag) -> None: ...

    def rebuilding(self, why: str) -> None: ...

    def following(self) -> None:
        """From now on events are applied as they come."""

    def failing(self) -> None:
        """From now on they wait, until it goes well again."""


class StopSignal:
    """How a signal ends the loop: within a batch at its end, else at once.

    Who asks twice does not want to wait. Either way nothing is lost: what is not committed is
    done again the next time.
    """

    def __init__(self) -> None:
        self.asked = False
        self._in_batch = False

    def ask(self) -> None:
        """To be called in the main thread, by the handler of a signal."""
        hurry, self.asked = self.asked or not self._in_batch, True
        if hurry:
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
    """How far the loop came."""

    batches: int = 0
    events: int = 0
    set_aside: int = 0
    positions: Positions = field(default_factory=dict)


class Follower:
    """Keeps a store up to date with a log."""

    def __init__(
        self,
        log: Path,
        store: Store,
        engine: Engine,
        report: FollowListener,
        stop: StopSignal | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._log, self._store, self._engine, self._report = log, store, engine, report
        self._stop = stop or StopSignal()
        self._sleep = sleep
        self._tail = Tail(log)
        self._epoch = 0
        """0 while we have not taken over."""
        self._suspects: list[Range] = []
        """What failed and is being narrowed down; its first records are the next to be applied."""
        self._settled: list[Range] = []
        """A record that was set aside, and the edit that says so: to be applied together."""
        self._to_come: list[list[Range]] = []
        """The batches after one that has succeeded: they may be begun, so they stay as they are."""
        self._unsure = False
        """Whether the store may have come further than we know."""
        self._is_failing = False
        self._tries = 0
        self._wait = FIRST_WAIT
        self.followed = Followed()

    def run(self, *, stale: bool = False, once: bool = False) -> Followed:
        """Until it is stopped or, with `once`, has caught up.

        `stale`: the store was written by other code or settings, so all is derived anew first.
        FencedError, if another pipeline takes the store over.
        """
        try:
            self._begin(stale)
            self._follow()
            while not self._stop.asked:
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
        """Rebuilds first where that is needed, or quicker than batch by batch."""
        while not self._attempted(self._take_over):
            pass
        waiting = sum(self._tail.head({}).values())
        if stale:
            self._rebuild("the store was written by other code or settings")
        elif not self.followed.positions and waiting > BATCH_BYTES:
            self._rebuild("the store is empty")

    def _take_over(self) -> None:
        self._epoch = self._store.take_over()
        self.followed.positions = self._store.positions()
        self._wait = FIRST_WAIT

    def _rebuild(self, why: str) -> None:
        self._suspects, self._settled = [], []
        self._report.rebuilding(why)
        while not self._attempted(self._rebuild_once):
            pass

    def _rebuild_once(self) -> None:
        self._epoch = 0  # the rebuild takes over itself, so what we hold is no longer good
        self._engine.rebuild()
        self._take_over()

    def _step(self) -> bool:
        """One batch, or one attempt at it; False if nothing waits."""
        spans: list[Range] = []

        def apply() -> None:
            now, then = self._next()
            spans.extend(now)
            if spans:
                self._apply(spans, then)

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
        """False if it failed by no event's fault: then that was told, and it was waited a while."""
        try:
            action()
        except FencedError:
            raise
        except Exception as error:
            if self._stop.asked:  # a signal to all of a group ends Spark as well
                raise KeyboardInterrupt from error
            if not (self._revived() or self._settled or _is_blameless(error)):
                raise
            self._failed(error)
            return False
        return True

    def _revived(self) -> bool:
        """Whether the engine had died, so that no event can be the cause."""
        try:
            return self._engine.revive()
        except Exception as error:  # noqa: BLE001  it could not be started: that is tried again
            _logger.warning("Spark does not start: %s", in_words(error))
            return True

    def _next(self) -> tuple[list[Range], list[list[Range]]]:
        """A batch, and those that come after it."""
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
        """The batches after those to come, so that there are so many in all."""
        ends = {span.segment: span.end for spans in to_come for span in spans}
        waiting = self._tail.waiting(self.followed.positions | ends)
        return islice(batches(self._log, waiting, BATCH_BYTES), count - len(to_come))

    def _reread(self) -> None:
        """A commit whose answer was lost may have been made."""
        self.followed.positions = self._store.positions()
        self._suspects = rest(self._suspects, self.followed.positions)
        self._settled = rest(self._settled, self.followed.positions)
        self._unsure = False

    def _apply(self, spans: list[Range], then: list[list[Range]]) -> None:
        started = time.monotonic()
        with self._stop.deferred():
            applied = self._engine.apply(spans, self._epoch, then)
        seconds = time.monotonic() - started
        self.followed.positions |= {span.segment: span.end for span in spans}
        self.followed.batches += 1
        self.followed.events += applied.events
        self._suspects = rest(self._suspects, self.followed.positions)
        self._settled = []
        self._to_come = then
        self._tries, self._wait = 0, FIRST_WAIT
        self._report.applied(applied, seconds, applied.waiting)

    def _blame(self, spans: list[Range], error: Exception) -> None:
        """Tries again, then narrows down, at last sets aside."""
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
        [only] = first
        record = read_at(self._log, only.segment, only.start)
        if record.kind != "openlineage" or not self._noted(error):
            # Nothing else may be left out, and without the store no record can be found guilty.
            self._failed(error)
            return
        self._set_aside(only, record.digest, error)

    def _set_aside(self, only: Range, digest: str, error: Exception) -> None:
        now = time.time_ns() // 1000
        line, own_digest = edit_line(
            {
                "edit": "set_aside",
                "at": format_time(now),
                "kind": "event",
                "digest": digest,
                "detail": in_words(error),
            }
        )
        with LogWriter(self._log) as writer:
            appended = writer.append("edit", own_digest, line, now)
        self._settled = [Range(appended.segment, appended.offset, appended.end), only]
        self.followed.set_aside += 1
        self._wait = FIRST_WAIT
        _logger.warning("event %s is set aside: %s", digest, in_words(error))

    def _failed(self, error: Exception) -> None:
        wait, self._wait = self._wait, min(self._wait * 2, LONGEST_WAIT)
        self._unsure = True
        self._noted(error)
        if not self._is_failing:
            self._is_failing = True
            self._report.failing()
        _logger.warning("a batch failed, next attempt in %.1f s: %s", wait, in_words(error))
        self._sleep(wait)

    def _noted(self, error: Exception) -> bool:
        """Whether the failure could be noted in the store."""
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
    """Whether no event can be the cause; rows that a store cannot hold come from events."""
    return isinstance(error, StoreError | LogError | OSError) and not isinstance(
        error, RefusedRowsError
    )
