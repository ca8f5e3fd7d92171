"""What an event log is, whoever keeps it: records in segments, each found by segment and offset.

A log has segments, and a segment has records in the order in which they were appended. An offset is
a place in a segment, and offsets only grow: whoever has read up to some positions has read exactly
the records before them. What an offset counts is known to the log alone. A directory of files
counts bytes, other logs count records.

The pipeline, the API and the command line know `EventLog`, and `headwater.log.opening` knows which
kinds of logs there are.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import NamedTuple, Protocol, Self, TypeAlias

import msgspec

from headwater.answers.service import ArchiveState

Positions: TypeAlias = dict[str, int]
"""For each segment, the offset up to which it was read. Segments not named are unread."""

KINDS = ("openlineage", "contract", "edit")

NewRecord: TypeAlias = tuple[str, str, bytes] | tuple[str, str, bytes, int | None]
"""Kind, digest, body and, when it is not now, the time received in µs."""


class LogAddress(msgspec.Struct, frozen=True):
    """Where a log is: all that another process, such as a worker of Spark, needs to open it."""

    url: str
    """The path of a directory, or `kafka://BROKERS/TOPIC`."""
    properties: dict[str, str] = {}
    """What Kafka's clients have to know besides, as librdkafka names it."""
    archive: str = ""
    """Where its archive is, a path or a URL; empty if it has none."""


class Record(msgspec.Struct, frozen=True):
    """One event as the log keeps it. `body` is the event as it was accepted, and `size` counts
    everything that the log keeps of it."""

    segment: str
    offset: int
    size: int
    received: int
    kind: str
    digest: str
    body: bytes


class Range(msgspec.Struct, frozen=True):
    """The records of one segment from `start` up to, but not including, `end`."""

    segment: str
    start: int
    end: int


class End(NamedTuple):
    """Where one record ends, and how many bytes it has."""

    offset: int
    size: int


class Appended(msgspec.Struct, frozen=True):
    """The place of a durable record."""

    segment: str
    offset: int
    end: int


class Appender(Protocol):
    """Appends records to a log. Threads may share it. As a block it is closed at its end."""

    def append_many(self, items: Iterable[NewRecord]) -> list[Appended]:
        """Appends records, and returns when all of them are durable.

        LogUnwritableError if the log cannot take them. Some of them may be in it all the same, and
        may be appended again: a copy of a record adds nothing.
        """

    def submit_many(self, items: Iterable[NewRecord]) -> "Future[list[Appended]]":
        """Like `append_many`, but without waiting."""

    def close(self) -> None:
        """Makes durable what is queued. Nothing can be appended afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class EventLog(Protocol):
    """An append-only log of events. It is read by position, also while others append to it.

    Its text form names it in messages. All methods raise LogError if the log cannot be read, or
    lacks what it was asked for.
    """

    @property
    def address(self) -> LogAddress: ...

    def id(self) -> str:
        """The id of the log, by which a store knows the log that it was derived from.

        It is made with the log, and stays with its records.
        """

    def head(self, since: Positions | None = None) -> Positions:
        """The durable end of every segment that has records.

        `since`, positions that are known to be good, spares looking before them again.
        """

    def read(self, span: Range) -> Iterator[Record]:
        """The records of a range, checked and in order. Memory does not grow with the range."""

    def read_each(self, segment: str, offsets: Iterable[int]) -> Iterator[Record]:
        """The records that begin at these offsets of one segment, in order."""

    def ends(self, span: Range) -> Iterator[End]:
        """The end of every record of a range, in order, at which the range can be cut."""

    def first_from(self, span: Range, offset: int) -> int:
        """Where the first record of a range begins that lies at `offset` or after it.

        It is the end of the range if there is none. Only the records around `offset` are read.
        """

    def count(self, span: Range) -> int:
        """How many records a range has."""

    def size(self, span: Range) -> int:
        """How many bytes a range has, or about as many."""

    def appender(self) -> Appender:
        """A new appender. Each process has its own."""

    def damage(self) -> list[str]:
        """One sentence for each damaged segment. An empty list means that all is well."""

    def obstacles(self) -> list[str]:
        """The reasons why nothing can be appended now, in words."""

    def archive(self) -> ArchiveState | None:
        """How far the log is archived, or None if it has no archive."""


def read_at(log: EventLog, segment: str, offset: int) -> Record:
    """The one record that begins at `offset`."""
    [record] = log.read_each(segment, [offset])
    return record
