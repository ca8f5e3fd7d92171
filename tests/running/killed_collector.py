"""A server over a topic, killed at a step: `python -m tests.running.killed_collector STEP serve …`.

It kills itself while it takes its third event: after it has checked it, after it has given it to
the producer, after the brokers have acknowledged it, or after it has answered. Without a step it
goes on.
"""

import os
import signal
import sys
from collections.abc import Iterable
from concurrent.futures import Future
from unittest.mock import patch

from headwater.cli import main
from headwater.log import Appended, NewRecord
from headwater.log.kafka.appender import KafkaAppender
from headwater.log.kafka.log import KafkaLog

STEPS = ("taken", "given", "acknowledged", "answered")
EVENT = 3


class Dying(KafkaAppender):
    """Dies at the step that it is told, with its third event."""

    step, events = "", 0

    def reach(self, step: str, event: int) -> None:
        if (step, event) == (self.step, EVENT):
            os.kill(os.getpid(), signal.SIGKILL)

    def submit_many(self, items: Iterable[NewRecord]) -> "Future[list[Appended]]":
        self.reach("answered", self.events)  # the event before this one is
        self.events += 1
        event = self.events
        self.reach("taken", event)
        submitted = super().submit_many(items)
        self.reach("given", event)
        # Called in the thread that hears from the brokers, before anybody else is told.
        submitted.add_done_callback(lambda _: self.reach("acknowledged", event))
        return submitted


def dying(log: KafkaLog) -> Dying:
    made = Dying(log._topic, log._seen)
    made.step = sys.argv[1]
    return made


if __name__ == "__main__":
    with patch.object(KafkaLog, "appender", dying):
        main(sys.argv[2:])
