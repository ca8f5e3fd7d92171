"""The event log in a topic of Kafka, as the rest of the program sees a log.

A segment is a partition, and an offset is Kafka's. The topic must keep everything, unless there is
an archive: what Kafka has removed, and nobody has archived, cannot be derived from any more.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import msgspec
from confluent_kafka import IsolationLevel, KafkaException, TopicCollection, TopicPartition
from confluent_kafka.admin import (
    AdminClient,
    ConfigResource,
    OffsetSpec,
    ResourceType,
    TopicDescription,
)

from headwater.errors import LogError, in_words
from headwater.log.archivable import LogEntry, Retention
from headwater.log.event_log import End, LogAddress, Positions, Range, Record
from headwater.log.kafka.appender import KafkaAppender
from headwater.log.kafka.messages import MARK, KeptMessage, records_in
from headwater.log.kafka.topic import ANSWER_SECONDS, Topic, passes
from headwater.log.spans import beyond

if TYPE_CHECKING:
    from confluent_kafka import Consumer, Message

FETCHED = 500
"""How many messages are taken from librdkafka at once, or fewer if they do not come in time."""
POLL_SECONDS = 0.1
NEAR = 100
"""Two records with fewer others than this between them are read in one go."""
ASSUMED_BYTES = 2048
"""The size of a message, as long as none was read or sent."""
_CONSUMER = {
    "group_id": "headwater-log",  # librdkafka asks for one, and nothing is ever committed
    "enable_auto_commit": False,
    "auto_offset_reset": "error",
    "enable_partition_eof": True,
    "check_crcs": True,
    # A request that waits at the end of one partition keeps those for others waiting.
    "fetch_wait_max_ms": 10,
    # What lies behind the end of a range is fetched in vain, so little is fetched ahead.
    "queued_min_messages": 2000,
    "queued_max_messages_kbytes": 16384,
    "fetch_queue_backoff_ms": 10,
}
_KEEPING = {"retention.ms": "-1", "retention.bytes": "-1", "cleanup.policy": "delete"}
"""What the settings of a topic must be, so that it keeps everything."""
_REMOVING = {"cleanup.policy": "delete"}
"""The same for a topic with an archive: it may remove what is old, and nothing else."""


class KafkaLog:
    """The log in a topic."""

    def __init__(self, topic: Topic, *, is_archived: bool = False) -> None:
        """`is_archived` says that records may be gone, because an archive has them."""
        self._topic = topic
        self._is_archived = is_archived
        self._idle: SimpleQueue[Consumer] = SimpleQueue()
        self._asking: AdminClient | None = None
        self._seen_messages = self._seen_bytes = 0

    def __str__(self) -> str:
        return str(self._topic)

    @property
    def address(self) -> LogAddress:
        return LogAddress(str(self._topic), self._topic.properties)

    def id(self) -> str:
        try:
            [answer] = self._admin().describe_topics(TopicCollection([self._topic.name])).values()
            found: TopicDescription = answer.result(ANSWER_SECONDS)
        except (KafkaException, TimeoutError) as error:
            raise self._unanswered(error) from error
        # A topic that is made anew under the same name has another id.
        return f"{self._topic.name}-{found.topic_id}"

    def head(self, since: Positions | None = None) -> Positions:  # noqa: ARG002  it costs the same
        return {segment: end for segment, end in self._offsets(OffsetSpec.latest()).items() if end}

    def read(self, span: Range) -> Iterator[Record]:
        for entry in self.entries(span):
            yield from self.records_in(span.segment, entry)

    def read_each(self, segment: str, offsets: Iterable[int]) -> Iterator[Record]:
        for near in _close_together(sorted(set(offsets))):
            wanted = set(near)
            for message in self._messages(Range(segment, near[0], near[-1] + 1)):
                if _offset(message) in wanted:
                    wanted.remove(_offset(message))
                    yield self.records_in(segment, _entry(message))[0]
            if wanted:
                raise LogError(f"no record begins at {min(wanted)} of {segment}")

    def ends(self, span: Range) -> Iterator[End]:
        for message in self._messages(span):
            yield End(_offset(message) + 1, len(_value(message)))

    def first_from(self, span: Range, offset: int) -> int:
        # A range can be cut at any offset. Where there is no message, none is read twice.
        return min(max(span.start, offset), span.end)

    def count(self, span: Range) -> int:
        return span.end - span.start

    def size(self, span: Range) -> int:
        """About how many bytes the messages of a range have, judged by those that were read or sent
        before."""
        if not self._seen_messages:
            return self.count(span) * ASSUMED_BYTES
        return self.count(span) * self._seen_bytes // self._seen_messages

    def _seen(self, size: int) -> None:
        # Threads may lose a message here, which the mean does not notice.
        self._seen_messages += 1
        self._seen_bytes += size

    def appender(self) -> KafkaAppender:
        return KafkaAppender(self._topic, self._seen)

    def damage(self) -> list[str]:
        if self._is_archived:
            return []
        begun = self._offsets(OffsetSpec.earliest())
        return [
            f"{segment} begins at {begin}: Kafka has removed the records before it"
            for segment, begin in begun.items()
            if begin
        ]

    def obstacles(self) -> list[str]:
        try:
            settings = self._settings()
        except LogError as error:
            return [str(error)]
        return [
            f"the topic {self._topic.name} has {name}={settings[name]}, so that it forgets records;"
            f" a log needs {name}={needed}"
            for name, needed in (_REMOVING if self._is_archived else _KEEPING).items()
            if settings[name] != needed
        ]

    def archive(self) -> None:
        return None

    # Being archived

    def sealed(self) -> Positions:
        return self.head()

    def first(self, segment: str) -> int | None:
        return self._offsets(OffsetSpec.earliest()).get(segment)

    def entries(self, span: Range) -> Iterator[LogEntry]:
        return map(_entry, self._messages(span))

    def records_in(self, segment: str, entry: LogEntry) -> tuple[Record, ...]:
        kept = msgspec.msgpack.decode(entry.data, type=KeptMessage)
        return records_in(segment, entry.offset, kept.value, kept.mark, kept.sent)

    def retention(self) -> Retention:
        settings = self._settings()
        most_ms, most_bytes = int(settings["retention.ms"]), int(settings["retention.bytes"])
        return Retention(
            None if most_ms < 0 else most_ms / 1000, None if most_bytes < 0 else most_bytes
        )

    # Reading

    def _messages(self, span: Range) -> Iterator["Message"]:
        """The messages of a range. Between them there may be offsets without a message."""
        partition = TopicPartition(self._topic.name, _partition(span.segment), span.start)
        reached, heard = span.start, time.monotonic()
        with self._consumer() as consumer:
            consumer.assign([partition])
            while reached < span.end:
                found = consumer.consume(min(FETCHED, span.end - reached), POLL_SECONDS)
                if found:
                    heard = time.monotonic()
                elif time.monotonic() - heard > ANSWER_SECONDS:
                    raise LogError(f"the brokers of {self} send nothing; is one of them away?")
                for message in found:
                    error = message.error()
                    if error is not None and error.name() != "_PARTITION_EOF":
                        raise LogError(_unreadable(span, error.str()))
                    reached = _offset(message)
                    if error is not None and reached < span.end:
                        raise beyond(span.segment, span.end, reached)
                    if error is not None or reached >= span.end:
                        return
                    reached += 1
                    self._seen(len(_value(message)))
                    yield message

    @contextmanager
    def _consumer(self) -> Iterator["Consumer"]:
        """A consumer for one reader at a time. Making one takes longer than a small range."""
        try:
            consumer = self._idle.get_nowait()
        except Empty:
            consumer = self._topic.consumer(**_CONSUMER)
        try:
            yield consumer
        finally:
            consumer.unassign()
            self._idle.put(consumer)

    # Asking about the topic

    def _offsets(self, spec: OffsetSpec) -> Positions:
        """An offset of each partition. While one of them changes its leader, this waits."""
        deadline = time.monotonic() + ANSWER_SECONDS
        while True:
            try:
                return self._offsets_now(spec)
            except KafkaException as error:
                if not passes(error.args[0]) or time.monotonic() > deadline:
                    raise self._unanswered(error) from error
                time.sleep(POLL_SECONDS)

    def _offsets_now(self, spec: OffsetSpec) -> Positions:
        admin = self._admin()
        found = admin.list_topics(self._topic.name, ANSWER_SECONDS).topics[self._topic.name]
        if found.error is not None:
            raise LogError(f"cannot read {self}: {found.error.str()}")
        asked = {TopicPartition(self._topic.name, number): spec for number in found.partitions}
        # What lies behind a transaction that is open cannot be read yet.
        committed = IsolationLevel.READ_COMMITTED
        answers = admin.list_offsets(
            asked, isolation_level=committed, request_timeout=ANSWER_SECONDS
        )
        return {
            f"{place.topic}/{place.partition}": answer.result().offset
            for place, answer in sorted(answers.items())
        }

    def _settings(self) -> dict[str, str]:
        resource = ConfigResource(ResourceType.TOPIC, self._topic.name)
        try:
            [answer] = self._admin().describe_configs([resource]).values()
            entries: dict[str, Any] = answer.result(ANSWER_SECONDS)
        except (KafkaException, TimeoutError) as error:
            raise self._unanswered(error) from error
        return {name: str(entry.value) for name, entry in entries.items()}

    def _unanswered(self, error: Exception) -> LogError:
        return LogError(f"the brokers of {self} do not answer as expected: {in_words(error)}")

    def _admin(self) -> AdminClient:
        if self._asking is None:
            self._asking = self._topic.admin()
        return self._asking


def _entry(message: "Message") -> LogEntry:
    marked = dict(message.headers() or ()).get(MARK)
    sent = max(0, message.timestamp()[1]) * 1000
    value, offset = _value(message), _offset(message)
    kept = KeptMessage(sent, marked if isinstance(marked, bytes) else None, value)
    return LogEntry(offset, offset + 1, len(value), msgspec.msgpack.encode(kept))


def _offset(message: "Message") -> int:
    offset = message.offset()
    assert offset is not None
    return offset


def _value(message: "Message") -> bytes:
    value = message.value()
    return value if isinstance(value, bytes) else b""


def _partition(segment: str) -> int:
    return int(segment.rpartition("/")[2])


def _close_together(offsets: list[int]) -> Iterator[list[int]]:
    """The offsets in lists whose members are near to each other.

    >>> list(_close_together([1, 2, 9000, 9001]))
    [[1, 2], [9000, 9001]]
    """
    near: list[int] = []
    for offset in offsets:
        if near and offset - near[-1] > NEAR:
            yield near
            near = []
        near.append(offset)
    if near:
        yield near


def _unreadable(span: Range, why: str) -> str:
    return (
        f"cannot read {span.segment} from {span.start} on: {why}. A topic that is the log must keep"
        " every record (retention.ms=-1, retention.bytes=-1, cleanup.policy=delete), unless the"
        " setting `archive` names an archive that has what it removes; feed one that forgets into a"
        " log that does not, with `headwater consume`"
    )
