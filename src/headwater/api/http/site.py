"""What one server process works with: the log that it appends to, and the store that it reads."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TypeVar

import msgspec
from anyio import to_thread

from headwater.answers.service import Lag
from headwater.api.http.operations import Beyond, RequestContext
from headwater.api.http.problems import HttpError
from headwater.errors import (
    ForeignLogError,
    HeadwaterError,
    LogError,
    StoreError,
    StoreSchemaError,
)
from headwater.log import (
    Appended,
    Appender,
    EventLog,
    NewRecord,
    Positions,
    ends_of,
    ranges,
    size_until,
)
from headwater.query.service.status import behind, recent_pipeline
from headwater.store import Batch, Claim, Store
from headwater.wire.positions import reached, token

A = TypeVar("A")
POLL_SECONDS = 0.05
WAIT_SECONDS = 30.0
"""How long a request waits until the writes that it names are applied."""
LOOK_AGAIN_SECONDS = 5.0
"""How long a request waits for the log to be applied before it answers 404."""
ANSWER_SECONDS = 60.0
READY_SECONDS = 10.0
"""How long a readiness check may take. Those who ask need an answer soon."""
BACKLOG_RETRY_SECONDS = 10
"""How many seconds later a producer may try again, if its event was refused because too much waits
already."""
READERS = 8
MOST_WAITING = 256
"""How many questions may wait at once. Further ones are answered 503."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on requests: their size, their strictness, and how long they may take."""

    max_event_bytes: int = 32 << 20
    max_backlog_bytes: int | None = None
    """How much of the log may wait for the pipeline before events are refused; None: any amount."""
    strict: bool = False
    wait_seconds: float = WAIT_SECONDS
    look_again_seconds: float = LOOK_AGAIN_SECONDS
    answer_seconds: float = ANSWER_SECONDS


class Readiness(msgspec.Struct, frozen=True, rename="camel"):
    """Whether everything that was in the log at the start is visible, and new events will be.

    A server that only answers takes no events, and is ready when it can read the store.
    """

    ready: bool
    pipeline: str
    """What the pipeline does, such as `starting` or `following`; `none` if there is no pipeline."""
    reasons: tuple[str, ...]
    """Why the server is not ready; empty if it is."""


class Site:
    """The log and the store of a server. The store may be missing at first, or for a while."""

    def __init__(
        self,
        log: EventLog,
        open_store: Callable[[], Store],
        appender: Appender | None,
        limits: Limits,
        ended: Callable[[], Batch | None] = lambda: None,
        data: Path | None = None,
        *,
        private_targets: bool = False,
    ) -> None:
        """`appender` is None for a server that only answers. `ended` looks up the error that ended
        the last pipeline. `data` is the data directory, for what is kept there. `private_targets`
        allows alerts to be sent to private networks."""
        self.log = log
        self._ended = ended
        self._data, self._private_targets = data, private_targets
        self.limits = limits
        self._open_store = open_store
        self._store: Store | None = None
        self._opening = Lock()
        self._closed = False
        self._appender = appender
        self._foreign = ""
        """Why what is appended here would never be visible; empty as long as it would be."""
        self._last_pipeline = ""
        self._at_start: Positions | None = None
        """The end of the log at the first readiness check, which is at the start of the server.

        It is empty once everything up to there is applied.
        """
        self._applied: Positions = {}
        self._others: Positions = {}
        self._backlog = 0
        """How many bytes of the log waited for the pipeline at the last look, which `watch` takes
        every second, and what was appended here since."""
        self._look: asyncio.Task[None] | None = None
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._waiting = 0

    def close(self) -> None:
        """Commits what was accepted. Nothing can be appended afterwards."""
        if self._appender is not None:
            self._appender.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
        with self._opening:  # a thread may be opening the store right now: it is closed, too
            self._closed = True
            if self._store is not None:
                self._store.close()

    def store(self) -> Store:
        """The store, opened when it is first needed, as it may have to be built before that."""
        with self._opening:
            if self._closed:
                raise StoreError("this server is about to end; ask again once it runs anew")
            if self._store is None:
                self._store = self._open_store()
            return self._store

    @contextmanager
    def context(self, accept: str = "") -> Iterator[RequestContext]:
        with self.store().snapshot() as snapshot:
            beyond = Beyond(self.log, self.claim, self._ended, self._data, self._private_targets)
            yield RequestContext(snapshot, beyond, accept)

    async def ask(self, question: Callable[[], A], *, seconds: float | None = None) -> A:
        """Runs a question in a thread. Too many at once, or one that takes too long, raise a 503.

        A thread cannot be stopped. If nobody waits for its answer any more, it still runs to its
        end before it takes another question.
        """
        seconds = self.limits.answer_seconds if seconds is None else seconds
        if self._waiting >= MOST_WAITING:
            raise HttpError(503, "too many questions at once; try again in a moment")
        pending = asyncio.get_running_loop().run_in_executor(self._readers, question)
        self._waiting += 1
        try:
            done, _ = await asyncio.wait([pending], timeout=seconds)
        finally:
            self._waiting -= 1
            pending.cancel()  # works only if it has not begun
        if done:
            return pending.result()
        raise HttpError(
            503,
            f"this took longer than {seconds:g} s; ask for less, such as a smaller depth",
        )

    async def append(self, records: Sequence[NewRecord]) -> list[Appended]:
        """Appends records to the log, and returns their places when they are durable.

        They are refused where nobody would ever see them: if the store belongs to another log.
        """
        if self._appender is None:
            raise HttpError(
                405, "this server only answers questions; send this to the one that collects events"
            )
        if self._foreign:
            raise ForeignLogError(self._foreign)
        appended = await asyncio.wrap_future(self._appender.submit_many(records))
        self._backlog += sum(len(body) for _, _, body, *_ in records)
        return appended

    def require_room(self) -> None:
        """HttpError 503 if more of the log waits for the pipeline than the limit allows.

        Edits are taken all the same: people make them, and they are few.
        """
        most = self.limits.max_backlog_bytes
        if most is not None and self._backlog >= most:
            raise HttpError(
                503,
                f"{self._backlog >> 20} MiB of the log wait for the pipeline, and at most"
                f" {most >> 20} may (max_backlog_mb); nothing was taken: send this again in"
                f" {BACKLOG_RETRY_SECONDS} s",
                {"Retry-After": str(BACKLOG_RETRY_SECONDS)},
            )

    async def position_of(self, appended: Sequence[Appended]) -> str:
        """The token of a write: its own place, and what others were known to have written by then.

        If nothing was appended, the token stands for the end of the log.
        """
        if appended:
            return token(self._others | ends_of(appended))
        waiting = await self.head()
        return token(waiting or dict(sorted(self._applied.items())[-1:]))

    async def until(self, wanted: Mapping[str, int], seconds: float) -> bool:
        """Whether all wanted positions are applied, now or within this many seconds."""
        deadline = time.monotonic() + seconds
        while not reached(wanted, self._applied):
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if self._look is None or self._look.done():  # all who wait share one look
                self._look = asyncio.create_task(self._look_at_store())
            await asyncio.wait([self._look], timeout=left)
            if self._look.done():
                self._look.result()
        return True

    async def _look_at_store(self) -> None:
        await asyncio.sleep(POLL_SECONDS)
        self._applied = await to_thread.run_sync(self._positions)

    def _positions(self) -> Positions:
        return self.store().positions()

    async def head(self) -> Positions:
        """The ends of the segments that go beyond what is known to be applied."""
        ends = await to_thread.run_sync(self.log.head, dict(self._applied))
        return {name: end for name, end in ends.items() if self._applied.get(name, 0) < end}

    async def watch(self, seconds: float = 1.0) -> None:
        """Runs for ever, and notes what other writers append to the log, and whose the store is."""
        while True:
            try:
                self._foreign = await to_thread.run_sync(self._foreign_log)
                self._applied = await to_thread.run_sync(self._positions)
                self._others = await self.head()
                if self.limits.max_backlog_bytes is not None:
                    self._backlog = await to_thread.run_sync(self._bytes, self._others)
            except HeadwaterError:
                pass  # a request that needs the store gets the same error
            await asyncio.sleep(seconds)

    def _bytes(self, ends: Positions) -> int:
        """How many bytes of the log lie between what is applied and these ends."""
        since = {name: self._applied.get(name, 0) for name in ends}
        return sum(map(self.log.size, ranges(since, ends)))

    def _foreign_log(self) -> str:
        """A sentence that says that the store belongs to another log than ours; empty if it does
        not."""
        if self._appender is None:
            return ""
        try:
            self.store().require_log(self.log.id())
        except ForeignLogError as error:
            return str(error)
        return ""

    def lag(self) -> Lag | None:
        applied = self._positions()
        return behind(self.log, applied, self.log.head(applied))

    def log_bytes(self) -> int:
        return size_until(self.log, self.log.head(self._positions()))

    def outdated(self) -> str:
        """The news, in words, that a newer version of the program has built the store anew that
        this server was reading; empty as long as none has."""
        if self._store is None:
            return ""
        try:
            self._positions()
        except StoreSchemaError as error:
            return str(error) if error.is_newer else ""
        except StoreError:
            return ""  # a request that needs the store gets the same error
        return ""

    def claim(self) -> Claim | None:
        return self.store().claim()

    def note_last_pipeline(self, last: str) -> None:
        """Notes how the last pipeline ended; called by whoever keeps a pipeline running."""
        self._last_pipeline = last

    async def readiness(self) -> Readiness:
        try:
            async with asyncio.timeout(READY_SECONDS):
                return await asyncio.to_thread(self._readiness)
        except TimeoutError:
            reason = f"the store or the log has not answered for {READY_SECONDS:g} s"
            return Readiness(False, "unknown", (reason,))

    def _readiness(self) -> Readiness:
        reasons: list[str] = []
        try:
            if self._appender is not None:
                reasons += self.log.obstacles()
            claim, applied = self.claim(), self._positions()
            doing = claim.doing if claim else "none"
            if self._appender is not None:
                reasons += self._not_visible(claim, applied)
        except (StoreError, LogError) as error:
            doing = "unknown"
            reasons.append(str(error))
        return Readiness(not reasons, doing, tuple(reasons))

    def _not_visible(self, claim: Claim | None, applied: Positions) -> Iterator[str]:
        """Why what is in our log, or is appended to it, is not visible."""
        catches_up = self._catches_up(applied)
        doing = claim.doing if claim else "none"
        if foreign := self._foreign_log():
            yield foreign
        elif doing != "following":
            reason = _NOT_FOLLOWING.get(doing, f"the store is claimed by {claim}")
            progress = f": {claim.progress}" if claim and claim.progress else ""
            yield reason + progress + self._why(doing)
        elif self.store().is_of_other_settings():
            yield (
                "the store was written under other settings than those of this server, and is read"
                " as it is: give the pipeline the same settings, and start it anew"
            )
        elif catches_up:
            yield "what was in the log when the server started is being applied"

    def _why(self, doing: str) -> str:
        """The known reason why the pipeline does not follow the log, as the end of a sentence."""
        if doing == "failing":
            with self.store().snapshot() as snapshot:
                failed = recent_pipeline(snapshot).last_failure
            return f": {failed.error}" if failed else ""
        if doing in ("none", "starting"):
            ended = self._ended()
            last = f"the last one ended: {ended.error}" if ended else self._last_pipeline
            return f"; {last}" if last else ""
        return ""

    def _catches_up(self, applied: Positions) -> bool:
        """Whether anything that was in the log when the server started is not applied yet."""
        if self._at_start is None:
            self._at_start = self.log.head(applied)
        is_of_other_log = applied and not applied.keys() & self._at_start.keys()
        if is_of_other_log or reached(self._at_start, applied):
            self._at_start = {}
        return bool(self._at_start)


_NOT_FOLLOWING = {
    "none": "no pipeline follows the log; `headwater pipeline` would",
    "starting": "the pipeline is starting",
    "rebuilding": "the pipeline is building the store anew",
    "failing": "what the pipeline does fails, and it tries again",
    "building": "`headwater build` is at work, and no pipeline",
}
