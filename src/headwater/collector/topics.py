"""Events from a topic of Kafka, into the log.

The members of a consumer group share the partitions of a topic. What a member has read is appended
to the log, and only then the group's offsets are moved on. So nothing is lost, wherever a member is
killed; and what is read again has the same digest, and adds nothing (semantics 1.2).
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from headwater.collector.taking import findings, take
from headwater.errors import Fault, LogError, RefusedEventError
from headwater.log import Appender, NewRecord
from headwater.log.kafka.messages import MARK, is_marked
from headwater.log.kafka.topic import ANSWER_SECONDS, Topic, passes

if TYPE_CHECKING:
    from confluent_kafka import Consumer, KafkaError, Message, Producer

BATCH_EVENTS = 2000
POLL_SECONDS = 0.5
"""How long a batch is waited for. A request to stop is noticed after this time at the latest."""
SEND_SECONDS = 30.0


class ConsumeReport(msgspec.Struct):
    """What became of the messages of a topic."""

    accepted: int = 0
    refused: int = 0
    findings: int = 0


class TopicConsumer:
    """A member of a consumer group that feeds a topic into a log.

    SettingError if refused messages would be sent to the very topic that they come from.
    """

    def __init__(
        self,
        topic: Topic,
        group: str,
        appender: Appender | None,
        *,
        strict: bool = False,
        dead_letters: str = "",
        say: Callable[[str], None],
    ) -> None:
        """`appender` is None where the topic is the log itself, so that nothing is to be appended,
        and only what is refused is looked for. `dead_letters` names a topic that takes the messages
        that are refused. `say` is called with the reason of each refusal, and with trouble with the
        brokers."""
        topic.require_other(dead_letters)
        self._topic, self._appender, self._say = topic, appender, say
        self._strict, self._dead_letters = strict, dead_letters
        self._consumer: Consumer = topic.consumer(
            group_id=group, enable_auto_commit=False, auto_offset_reset="earliest"
        )
        self._producer: Producer | None = topic.producer() if dead_letters else None
        self.report = ConsumeReport()

    def run(self, *, once: bool = False, stopped: Callable[[], bool] = lambda: False) -> None:
        """Runs until it is stopped or, with `once`, until the end of the topic is reached.

        LogError if the log cannot be appended to. What was read is then read again next time.
        """
        self._consumer.subscribe([self._topic.name])
        try:
            while not stopped():
                messages = self._messages()
                if messages:
                    self._take(messages)
                elif once and self._has_reached_the_end():
                    break
        finally:
            self._consumer.close()

    def _messages(self) -> list["Message"]:
        found = []
        for message in self._consumer.consume(BATCH_EVENTS, POLL_SECONDS):
            error = message.error()
            if error is None:
                found.append(message)
            elif error.fatal() or not passes(error):
                raise LogError(f"cannot read {self._topic}: {error.str()}")
            else:
                self._say(f"waiting for {self._topic}: {error.str()}")
        return found

    def _take(self, messages: Sequence["Message"]) -> None:
        records: list[NewRecord] = []
        for message in messages:
            if self._appender is None and is_marked(dict(message.headers() or ()).get(MARK)):
                continue
            try:
                taken = take(_body(message), strict=self._strict)
            except RefusedEventError as error:
                self._refuse(message, str(error))
            else:
                records += taken.records
                self.report.accepted += 1
                self.report.findings += len(findings(taken.accepted))
        if self._appender is not None:
            self._appender.append_many(records)
        if self._producer is not None and self._producer.flush(SEND_SECONDS):
            raise LogError(f"messages for {self._dead_letters} were not sent; nothing is committed")
        self._commit(messages)

    def _refuse(self, message: "Message", reason: str) -> None:
        place = f"{message.topic()}/{message.partition()} at {message.offset()}"
        self.report.refused += 1
        self._say(f"{place}: {reason}")
        if self._producer is not None:
            self._producer.produce(
                self._dead_letters,
                message.value(),
                message.key(),
                headers={"reason": reason.encode(), "place": place.encode()},
                on_delivery=_sent,
            )

    def _commit(self, messages: Sequence["Message"]) -> None:
        from confluent_kafka import KafkaException, TopicPartition

        ends = {message.partition(): (message.offset() or 0) + 1 for message in messages}
        offsets = [TopicPartition(self._topic.name, p or 0, end) for p, end in ends.items()]
        try:
            self._consumer.commit(offsets=offsets, asynchronous=False)
        except KafkaException as error:
            if not passes(error.args[0]):
                raise LogError(f"cannot commit the offsets of {self._topic}: {error}") from error
            self._say(f"offsets were not committed, so messages come again: {error}")

    def _has_reached_the_end(self) -> bool:
        """Whether this member has partitions, and has read all that is in them."""
        assigned = self._consumer.assignment()
        for found in self._consumer.committed(assigned, ANSWER_SECONDS):
            low, high = self._consumer.get_watermark_offsets(found, ANSWER_SECONDS)
            if max(found.offset, low) < high:
                return False
        return bool(assigned)


def _body(message: "Message") -> bytes:
    value = message.value()
    if not isinstance(value, bytes):
        raise RefusedEventError(Fault("$", "the message has no value"))
    return value


def _sent(error: "KafkaError | None", message: "Message") -> None:
    if error is not None:
        raise LogError(f"a message for {message.topic()} was not sent: {error.str()}")
