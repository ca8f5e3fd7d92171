"""A log and a store in which things happen, and a courier that tells of them."""

import time
from collections.abc import Callable
from pathlib import Path

from headwater.alerts.courier import Courier
from headwater.alerts.happening import Happening
from headwater.alerts.subscriptions import Subscription, Subscriptions
from headwater.errors import UndeliveredError
from headwater.log import DirectoryLog, LogWriter, head
from headwater.questions.alerts import NewSubscription
from headwater.store import Store, open_store
from tests.query.rows import Rows

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class World:
    """`now` is the time, which goes on when a test says so."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.log = directory / "log"
        self.rows = Rows()
        self.now = time.time_ns() // 1000
        self.subscriptions = Subscriptions(directory)
        self.messages: list[Happening] = []
        self.is_reachable = True
        self.on_delivery: Callable[[], None] = lambda: None
        self.store = self._open("store")
        self.courier = Courier(
            self.directory, DirectoryLog(self.log), lambda: self.store, self._deliver
        )

    def close(self) -> None:
        self.store.close()

    def _open(self, name: str) -> Store:
        return open_store(f"sqlite:///{self.directory}/{name}")

    def _deliver(self, _: Subscription, happening: Happening) -> None:
        if not self.is_reachable:
            raise UndeliveredError("it answered 503")
        self.messages.append(happening)
        self.on_delivery()

    def happens(self, node: int, run: str | None = None, *, shape: str = "run") -> str:
        """An event about a job, or a dataset, comes in. Returns its digest."""
        digest = self.rows.event(node, self.now, shape=shape, run_key=run)
        with LogWriter(self.log) as writer:
            writer.append_many([("openlineage", digest, b"{}", self.now)])
        return digest

    def applied(self) -> None:
        """What came in is applied to the store."""
        self.rows.write(self.store)
        with self.store.transaction(self.store.take_over()) as transaction:
            transaction.advance(head(self.log))

    def fails(self, job: int, number: str, **values: object) -> str:
        """A run of a job fails now."""
        state = str(values.pop("state", "FAILED"))
        run = self.rows.run(job, number, start=self.now, end=self.now, state=state, **values)  # type: ignore[arg-type]  # passed on as given
        self.happens(job, run)
        return run

    def rebuilt(self) -> None:
        """The store is lost, and built anew from the log."""
        self.store.close()
        self.store = self._open("rebuilt")
        self.applied()

    def restarted(self) -> None:
        self.courier = Courier(
            self.directory, DirectoryLog(self.log), lambda: self.store, self._deliver
        )

    def subscribe(self, name: str = "me", **more: object) -> None:
        """A subscription, which is told of what happens from now on."""
        self.subscriptions.add(NewSubscription(name=name, to="log", **more))  # type: ignore[arg-type]  # passed on as given
        self.look()

    def look(self, seconds: float = 0) -> list[str]:
        """Looks so many seconds later, and returns what was told."""
        self.now += int(seconds * SECOND)
        before = len(self.messages)
        for one in self.subscriptions.read():
            self.courier.look(one, self.now)
        return [one.title for one in self.messages[before:]]
