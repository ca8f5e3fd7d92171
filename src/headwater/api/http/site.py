"""What one server process works with: the log that it appends to, and the store that it reads."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import msgspec
from anyio import to_thread

from headwater.answers.service import Lag
from headwater.api.http.operations import RequestContext
from headwater.api.http.problems import HttpError
from headwater.errors import HeadwaterError, LogError, StoreError
from headwater.log import Appended, LogWriter, Positions, Tail
from headwater.query.service.status import behind, recent_pipeline
from headwater.store import Batch, Claim, Store
from headwater.wire.positions import reached, token

POLL_SECONDS = 0.05
WAIT_SECONDS = 30.0
"""How long a request waits until the writes that it names are applied."""
LOOK_AGAIN_SECONDS = 5.0
"""How long a request waits for the log to be applied before it answers 404."""
ANSWER_SECONDS = 60.0
READY_SECONDS = 10.0
"""How long a readiness check may take. Those who ask need an answer soon."""
READERS = 8
MOST_WAITING = 256
"""How many questions may wait at once. Further ones are answered 503."""
FREE_BYTES = 8 << 20
"""With less free space than this on the log's disk, the server does not call itself ready."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on requests: their size, their strictness, and how long they may take."""

    max_event_bytes: int = 32 << 20
    strict: bool = False
    wait_seconds: float = WAIT_SECONDS
    look_again_seconds: float = LOOK_AGAIN_SECONDS
    answer_seconds: float = ANSWER_SECONDS


class Readiness(msgspec.Struct, frozen=True, rename="camel"):
    """Whether everything that was in the log at the start is visible, and new events will be."""

    ready: bool
    pipeline: str
    """What the pipeline does, such as `starting` or `following`; `none` if there is no pipeline."""
    reasons: tuple[str, ...]
    """Why the server is not ready; empty if it is."""


class Site:
    """The log and the store of a server. The store may be missing at first, or for a while."""

    def __init__(
        self,
        log: Path,
        open_store: Callable[[], Store],
        writer: LogWriter,
        limits: Limits,
        ended: Callable[[], Batch | None] = lambda: None,
    ) -> None:
        """`ended` looks up the error that ended the last pipeline."""
        self.log = log
        self._ended = ended
        self.limits = limits
        self._open_store = open_store
        self._store: Store | None = None
        self._opening = Lock()
        self.writer = writer
        self._last_pipeline = ""
        self._tail = Tail(log)
        self._at_start: Positions | None = None
        """The end of the log at the first readiness check, which is at the start of the server.

        It is empty once everything up to there is applied.
        """
        self._applied: Positions = {}
        self._others: Positions = {}
        self._look: asyncio.Task[None] | None = None
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._waiting = 0

    def close(self) -> None:
        """Commits what was accepted. Nothing can be appended afterwards."""
        self.writer.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
        if self._store is not None:
            self._store.close()

    def store(self) -> Store:
        """The store, opened when it is first needed, as it may have to be built before that."""
        with self._opening:
            if self._store is None:
                self._store = self._open_store()
            return self._store

    @contextmanager
    def context(self, accept: str = "") -> Iterator[RequestContext]:
        with self.store().snapshot() as snapshot:
            yield RequestContext(snapshot, self.log, self.claim, self._ended, accept)

    async def ask(self, question: Callable[[], bytes]) -> bytes:
        """Runs a question in a thread. Too many at once, or one that takes too long, raise a 503.

        A thread cannot be stopped. If nobody waits for its answer any more, it still runs to its
        end before it takes another question.
        """
        if self._waiting >= MOST_WAITING:
            raise HttpError(503, "too many questions at once; try again in a moment")
        pending = asyncio.get_running_loop().run_in_executor(self._readers, question)
        self._waiting += 1
        try:
            done, _ = await asyncio.wait([pending], timeout=self.limits.answer_seconds)
        finally:
            self._waiting -= 1
            pending.cancel()  # works only if it has not begun
        if done:
            return pending.result()
        raise HttpError(
            503,
            f"this took longer than {self.limits.answer_seconds:g} s; ask for less, such as a"
            " smaller depth",
        )

    async def position_of(self, appended: Sequence[Appended]) -> str:
        """The token of a write: its own place, and what others were known to have written by then.

        If nothing was appended, the token stands for the end of the log.
        """
        if appended:
            return token({**self._others, appended[-1].segment: appended[-1].end})
        waiting = await self.head()
        return token(waiting or dict(sorted(self._applied.items())[-1:]))

    async def until(self, wanted: Mapping[str, int], seconds: float) -> bool:
        """Whether all wanted positions are applied, now or within so many seconds."""
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
        ends = await to_thread.run_sync(self._tail.head, dict(self._applied))
        return {name: end for name, end in ends.items() if self._applied.get(name, 0) < end}

    async def watch(self, seconds: float = 1.0) -> None:
        """Runs for ever, and notes what other writers append to the log."""
        while True:
            await asyncio.sleep(seconds)
            try:
                self._applied = await to_thread.run_sync(self._positions)
                self._others = await self.head()
            except HeadwaterError:
                continue  # a request that needs the store gets the same error

    def lag(self) -> Lag | None:
        applied = self._positions()
        return behind(self.log, applied, self._tail.head(applied))

    def log_bytes(self) -> int:
        return sum(self._tail.head(self._positions()).values())

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
            reason = f"the store has not answered for {READY_SECONDS:g} s"
            return Readiness(False, "unknown", (reason,))

    def _readiness(self) -> Readiness:
        reasons = list(self._log_troubles())
        try:
            claim = self.claim()
            catches_up = self._catches_up(self._positions())
            doing = claim.doing if claim else "none"
            if doing != "following":
                reason = _NOT_FOLLOWING.get(doing, f"the store is claimed by {claim}")
                reasons.append(reason + self._why(doing))
            elif catches_up:
                reasons.append("what was in the log when the server started is being applied")
        except (StoreError, LogError) as error:
            doing = "unknown"
            reasons.append(str(error))
        return Readiness(not reasons, doing, tuple(reasons))

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
            self._at_start = self._tail.head(applied)
        is_of_other_log = applied and not applied.keys() & self._at_start.keys()
        if is_of_other_log or reached(self._at_start, applied):
            self._at_start = {}
        return bool(self._at_start)

    def _log_troubles(self) -> Iterator[str]:
        if not os.access(self.log, os.W_OK):
            yield f"the log in {self.log} cannot be written to"
        else:
            disk = os.statvfs(self.log)
            if disk.f_bavail * disk.f_frsize < FREE_BYTES:
                yield f"the disk of the log in {self.log} is full"


_NOT_FOLLOWING = {
    "none": "no pipeline follows the log; `headwater pipeline` would",
    "starting": "the pipeline is starting",
    "rebuilding": "the pipeline is building the store anew",
    "failing": "what the pipeline does fails, and it tries again",
    "building": "`headwater build` is at work, and no pipeline",
}
