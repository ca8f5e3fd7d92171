"""Sending what is no event in the log's topic to another topic, beside a pipeline."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from headwater.config import Settings
from headwater.errors import HeadwaterError
from headwater.log.kafka.topic import read_properties, topic_at

GROUP = "headwater-dead-letters"
PAUSE_SECONDS = 10.0
"""How long after a failure it is tried again."""
_logger = logging.getLogger(__name__)


@contextmanager
def sending_dead_letters(settings: Settings) -> Iterator[None]:
    """Sends dead letters as long as the block runs, if the settings name a topic for them.

    Whatever goes wrong is reported and tried again: a pipeline does not wait for it.
    """
    if not (settings.log and settings.dead_letters):
        yield
        return
    topic_at(settings.log).require_other(settings.dead_letters)
    stopped = threading.Event()
    # A daemon, as what it is doing when the pipeline ends is done again by the next one.
    thread = threading.Thread(
        target=_keep, args=(settings, stopped), name="dead-letters", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        stopped.set()


def _keep(settings: Settings, stopped: threading.Event) -> None:
    # Imported only here, as most pipelines do without Kafka.
    from headwater.collector.topics import TopicConsumer

    while not stopped.is_set():
        try:
            topic = topic_at(settings.log, read_properties(settings.kafka_config))
            letters = settings.dead_letters
            consumer = TopicConsumer(topic, GROUP, None, dead_letters=letters, say=_logger.info)
            consumer.run(stopped=stopped.is_set)
        except HeadwaterError as error:
            _logger.warning("dead letters are not sent: %s", error)
        except Exception:
            _logger.exception("dead letters are not sent, by a bug; it goes on")
        stopped.wait(PAUSE_SECONDS)
