"""Every error that Headwater raises on purpose.

HeadwaterError
├── SettingError            a setting is unknown or has a value of the wrong kind
├── MissingPartError        a package that is needed here is not installed
├── RefusedEventError       an event that cannot be placed (semantics 1.6)
│   └── UnreadableEventError  bytes that are not JSON
├── RequestError            a request that cannot be answered as it stands
│   ├── BadRequestError     it cannot be read, or it contradicts itself
│   ├── ConflictError       it contradicts what is already there
│   └── UnprocessableError  it can be read, but what it asks for makes no sense
├── LogError                the event log cannot do what was asked of it
│   ├── LogUnwritableError  the disk is full or read-only, or the log is closed
│   └── CorruptLogError     bytes inside the log do not match their checksum
├── StoreError              the store cannot do what was asked of it
│   ├── StoreSchemaError    the store was written by other code or settings: rebuild it
│   ├── FencedError         another pipeline has taken over this store
│   ├── StoreInUseError     another pipeline keeps this store up to date
│   ├── ForeignLogError     the store belongs to another log
│   ├── RefusedRowsError    rows that the store cannot hold
│   └── RefusedStatementError  SQL that the store does not understand, which is a fault of ours
├── SparkUnavailableError   Spark cannot start
├── SparkLostError          Spark has ended while it was needed
├── StagingError            what a build stages is not shared with Spark's executors, or damaged
├── ServerError             a server did not do what was asked of it
│   ├── ServerUnreachableError  it did not answer, in spite of retries
│   └── NotAllowedError     it wants an API key, or another one
├── UndeliveredError        the target of an alert did not take a message
├── UnreadableContractError text that cannot be read as a data contract
├── NodeIdError             a text that is not a node id, or names the wrong kind of node
└── NotFoundError           a node, run or version that does not exist
    └── AmbiguousNodeError  a node id that fits more than one node

Messages say what was found, what was expected, and what to do next.
"""

import re
from typing import NamedTuple


class HeadwaterError(Exception):
    """Base of all errors that are raised on purpose. The text of each is meant for the user."""


class SettingError(HeadwaterError):
    """A setting is unknown or has a value of the wrong kind."""


class MissingPartError(HeadwaterError):
    """A package that is needed here is not installed. It comes with one of the extras of the
    installation."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"this needs the package {package}, which is not installed; run:"
            f" pip install 'headwater[{extra}]'"
        )


class Fault(NamedTuple):
    """One thing that is wrong in a request or an event, and the JSON path of the place."""

    path: str
    message: str


class RefusedEventError(HeadwaterError):
    """An event that cannot be placed: it lacks a kind, a time or an identity (semantics 1.6)."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(_in_words(fault) for fault in faults))
        self.faults = faults


def _in_words(fault: Fault) -> str:
    return fault.message if fault.path == "$" else f"{fault.path}: {fault.message}"


class UnreadableEventError(RefusedEventError):
    """Bytes that are not JSON."""


class RequestError(HeadwaterError):
    """A request that cannot be answered as it stands."""

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class BadRequestError(RequestError):
    """A request that cannot be read, or that contradicts itself."""


class ConflictError(RequestError):
    """A request that contradicts what is already there."""


class UnprocessableError(RequestError):
    """A request that can be read, but asks for something that makes no sense."""


class LogError(HeadwaterError):
    """The event log cannot do what was asked of it."""


class LogUnwritableError(LogError):
    """The log cannot be appended to at the moment. Nothing was half-written."""


class CorruptLogError(LogError):
    """Bytes inside the log do not match their checksum."""


class StoreError(HeadwaterError):
    """The store cannot do what was asked of it."""


class StoreSchemaError(StoreError):
    """The store was written by other code or under other settings, and has to be rebuilt."""

    def __init__(self, message: str, *, is_newer: bool = False, rebuilt: str = "") -> None:
        """`is_newer` says that code of a later version wrote it. `rebuilt` is how far a rebuild has
        come, in words; empty if nobody rebuilds it."""
        super().__init__(message)
        self.is_newer = is_newer
        self.rebuilt = rebuilt


class FencedError(StoreError):
    """Another pipeline has taken over this store."""


class StoreInUseError(StoreError):
    """Another pipeline keeps this store up to date."""


class ForeignLogError(StoreError):
    """The store belongs to another log than the one that was to be derived from."""


class RefusedRowsError(StoreError):
    """Rows that the store cannot hold. The store itself is in order."""


class RefusedStatementError(StoreError):
    """SQL that the store does not understand. That is a fault of this program."""


class ServerError(HeadwaterError):
    """A server did not do what was asked of it, for a reason that lies with the server."""


class ServerUnreachableError(ServerError):
    """A server did not answer, or was not ready, in spite of retries."""


class NotAllowedError(ServerError):
    """A server asks for an API key, or for a key that allows more."""


class UnreadableContractError(HeadwaterError):
    """A text that cannot be read as a data contract, with the line at which reading failed."""

    def __init__(self, code: str, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.code = code
        self.line = line
        self.message = message


class NodeIdError(HeadwaterError):
    """A text that is not a node id, or a node id of another kind than was asked for."""


class SparkUnavailableError(HeadwaterError):
    """Spark cannot start: Java is missing or too old, or the master does not answer."""


class SparkLostError(HeadwaterError):
    """Spark has ended while it was needed: its Java was killed, or its cluster has ended it."""


class UndeliveredError(HeadwaterError):
    """The target of an alert did not take a message."""


class StagingError(HeadwaterError):
    """Spark's executors and the driver do not share what a build stages, or it is damaged."""


class NotFoundError(HeadwaterError):
    """A node, run or version that does not exist."""


class AmbiguousNodeError(NotFoundError):
    """A node id that fits more than one node."""


DETAIL_LENGTH = 500
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}\b")


def in_words(error: Exception) -> str:
    """The error's text on one line, without parts that differ each time it happens.

    Two failures with one cause then read alike. Memory addresses are masked, and the stack trace of
    the JVM is left out.
    """
    try:
        text = " ".join(str(error).split("\n\tat ")[0].split())
    except Exception:  # noqa: BLE001  the text of a JVM's error is lost once the JVM is gone
        text = "no more is known"
    words = _ADDRESS.sub("0x…", f"{type(error).__name__}: {text}")
    return words.encode("utf-8", "replace").decode().replace("\0", "")[:DETAIL_LENGTH]
