"""A consumer killed at a step: `python -m tests.running.killed_consumer STEP TOPIC LOG LETTERS`.

It kills itself after it has read its second batch, after it has appended it, after it has sent what
it refused to the topic of dead letters, or after it has committed the batch. Without a step it ends
at the end of the topic.
"""

import os
import signal
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.collector import topics
from headwater.collector.topics import TopicConsumer
from headwater.log import Appended, LogWriter, NewRecord
from headwater.log.kafka.topic import topic_at

if TYPE_CHECKING:
    from confluent_kafka import Message

STEPS = ("read", "appended", "sent", "committed")
BATCH = 7
DIES_SOON = {"session.timeout.ms": "1000", "heartbeat.interval.ms": "300"}
"""The group gives the partitions of a member that was killed to another one after a second."""


class Dying(LogWriter):
    """Dies at the step that it is told, in the second batch."""

    step, batches = "", 0

    def reach(self, step: str) -> None:
        if step == self.step and self.batches == 2:
            os.kill(os.getpid(), signal.SIGKILL)

    def append_many(self, items: Iterable[NewRecord]) -> list[Appended]:
        self.reach("committed")  # the batch before this one is
        self.batches += 1
        self.reach("read")
        appended = super().append_many(items)
        self.reach("appended")
        return appended


class DyingConsumer(TopicConsumer):
    """Tells its writer when all that it refused is sent."""

    def _commit(self, messages: Sequence["Message"]) -> None:
        assert isinstance(self._appender, Dying)
        self._appender.reach("sent")
        super()._commit(messages)


def main(step: str, url: str, log: Path, letters: str) -> None:
    topics.BATCH_EVENTS = BATCH
    with Dying(log) as writer:
        writer.step = step
        DyingConsumer(
            topic_at(url, DIES_SOON), "headwater", writer, dead_letters=letters, say=click.echo
        ).run(once=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4])
