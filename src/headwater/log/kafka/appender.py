"""Appending to the log in a topic: durable on all replicas before acknowledged."""

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING

from headwater.errors import LogUnwritableError
from headwater.log.event_log import Appended, Appender, NewRecord
from headwater.log.kafka.messages import MARK, mark
from headwater.log.kafka.topic import Topic

if TYPE_CHECKING:
    from confluent_kafka import KafkaError, Message

SEND_SECONDS = 30
"""How long the brokers are tried before an append fails."""


class KafkaAppender(Appender):
    """Appends records to a topic. Threads may share it.

    It holds no state but what is on its way, so any number of processes append side by side.
    """

    def __init__(self, topic: Topic, seen: Callable[[int], None]) -> None:
        """`seen` is called with the size of each message that is sent."""
        self._topic, self._seen = topic, seen
        self._producer = topic.producer(message_timeout_ms=SEND_SECONDS * 1000)
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._hear, name="log-commit", daemon=True)
        self._thread.start()

    def append_many(self, items: Iterable[NewRecord]) -> list[Appended]:
        return self.submit_many(items).result()

    def submit_many(self, items: Iterable[NewRecord]) -> "Future[list[Appended]]":
        if self._is_closed.is_set():
            raise LogUnwritableError("this log writer is closed; open another one to append")
        records = list(items)
        call = _Call(str(self._topic), len(records))
        for place, (kind, digest, body, *received) in enumerate(records):
            at = received[0] if received and received[0] is not None else time.time_ns() // 1000
            try:
                self._producer.produce(
                    self._topic.name,
                    body,
                    headers={MARK: mark(kind, digest, at)},
                    on_delivery=partial(call.delivered, place),
                )
            except BufferError:
                call.fail("too much is on its way to the brokers already")
                break
            self._seen(len(body))
        return call.future

    def close(self) -> None:
        self._is_closed.set()
        self._thread.join()
        self._producer.flush()

    def _hear(self) -> None:
        while not self._is_closed.is_set():
            self._producer.poll(0.1)


class _Call:
    """The records of one call, and what became of each so far."""

    def __init__(self, where: str, count: int) -> None:
        self.future: Future[list[Appended]] = Future()
        # From here on the append cannot be undone, so the future must refuse to be cancelled.
        self.future.set_running_or_notify_cancel()
        self._where = where
        self._places: list[Appended | None] = [None] * count
        self._lock = threading.Lock()
        self._settle()

    def delivered(self, place: int, error: "KafkaError | None", message: "Message") -> None:
        if error is not None:
            self.fail(error.str())
            return
        offset = message.offset()
        assert offset is not None
        segment = f"{message.topic()}/{message.partition()}"
        with self._lock:
            self._places[place] = Appended(segment, offset, offset + 1)
        self._settle()

    def fail(self, why: str) -> None:
        with self._lock:
            if not self.future.done():
                self.future.set_exception(
                    LogUnwritableError(
                        f"cannot append to the event log in {self._where}: {why}. Look after the"
                        " brokers, then try again: what was taken all the same adds nothing twice"
                    )
                )

    def _settle(self) -> None:
        with self._lock:
            appended = [place for place in self._places if place is not None]
            if len(appended) == len(self._places) and not self.future.done():
                self.future.set_result(appended)
