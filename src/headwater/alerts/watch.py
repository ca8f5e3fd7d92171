"""Looking after all subscriptions, for as long as a server runs."""

import asyncio
import fcntl
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from headwater.alerts.courier import Courier, Send
from headwater.alerts.progress import FOLDER
from headwater.alerts.subscriptions import Subscription, Subscriptions
from headwater.errors import HeadwaterError
from headwater.log import EventLog
from headwater.own_files import OwnFiles
from headwater.store import Store

LOOK_SECONDS = 1.0
MOST_AT_ONCE = 256
"""How many subscriptions are served at once. Each takes a thread while it is served. These are
threads of our own: the threads of the process answer questions, which no slow target may hold
up."""
STAND_BY_SECONDS = 10.0

_logger = logging.getLogger(__name__)


class Watch:
    """Tells all subscriptions of a data directory, each in its own time, so that none waits for
    another."""

    def __init__(
        self, data: Path, log: EventLog, open_store: Callable[[], Store], deliver: Send
    ) -> None:
        self._data = data
        self._open_store = open_store
        self._store: Store | None = None
        self._opening = Lock()
        self._courier = Courier(data, log, self._opened, deliver)
        self._subscriptions = Subscriptions(data)
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, "alerts")
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._logged: dict[str, str] = {}

    async def keep(self) -> None:
        """Runs until it is cancelled. Of several servers with one data directory, one does it,
        and the others stand by."""
        try:
            while True:
                if not await self._known():
                    await asyncio.sleep(LOOK_SECONDS)
                    continue
                with self._claimed() as is_ours:
                    while is_ours:
                        await self._look_at_all()
                        await asyncio.sleep(LOOK_SECONDS)
                await asyncio.sleep(STAND_BY_SECONDS)
        finally:
            self._courier.stop()
            await asyncio.gather(*self._busy.values(), return_exceptions=True)
            self._threads.shutdown()
            if self._store is not None:
                self._store.close()

    def _opened(self) -> Store:
        with self._opening:
            if self._store is None:
                self._store = self._open_store()
            return self._store

    @contextmanager
    def _claimed(self) -> Iterator[bool]:
        with OwnFiles(self._data).opened(self._data / FOLDER / "watch.lock") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True

    async def _known(self) -> tuple[Subscription, ...]:
        try:
            return await asyncio.to_thread(self._subscriptions.read)
        except HeadwaterError as error:
            self._say("", error)
            return ()

    async def _look_at_all(self) -> None:
        for one in await self._known():
            task = self._busy.get(one.name)
            if task is None or task.done():
                self._busy[one.name] = asyncio.create_task(self._look(one))

    async def _look(self, subscription: Subscription) -> None:
        try:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._threads, self._courier.look, subscription)
        except HeadwaterError as error:  # a store that is being built, a disk that is full
            self._say(subscription.name, error)
        except Exception:
            _logger.exception("the subscription %s is not told", subscription.name)
        else:
            self._logged.pop(subscription.name, None)

    def _say(self, name: str, error: HeadwaterError) -> None:
        """Logs a trouble once, for as long as it is the same."""
        if self._logged.get(name) != str(error):
            self._logged[name] = str(error)
            _logger.warning("alerts%s have to wait: %s", f" of {name}" if name else "", error)
