"""Every error Headwater raises on purpose.

HeadwaterError
├── SettingError            a setting is unknown or has a value of the wrong kind
├── RefusedEventError       an event that cannot be placed (semantics 1.6)
│   └── UnreadableEventError  bytes that are no JSON
├── RequestError            a request that cannot be answered as it is
│   ├── BadRequestError     it cannot be read, or contradicts itself
│   ├── ConflictError       it contradicts what is there
│   └── UnprocessableError  it can be read, but says what makes no sense
├── LogError                the event log cannot do what was asked
│   ├── LogUnwritableError  disk full, read-only, or closed; nothing was half-written
│   └── CorruptLogError     bytes inside the log do not match their checksum
├── StoreError              the store cannot do what was asked
│   ├── StoreSchemaError    the store was written by other code or settings: rebuild
│   ├── FencedError         another pipeline has taken over this store
│   ├── StoreInUseError     another pipeline keeps this store up to date
│   └── RefusedRowsError    rows that the store cannot hold
├── SparkUnavailableError   Spark cannot start
├── SparkLostError          Spark has ended while it was needed
├── ServerError             a server did not do what was asked, for reasons of its own
│   ├── ServerUnreachableError  it did not answer, in spite of retries
│   └── NotAllowedError     it wants a key, or another one
├── UnreadableContractError text that cannot be read as a data contract
├── NodeIdError             a node id that is no node id, or of a kind not asked for
└── NotFoundError           a node, run or version that does not exist
    └── AmbiguousNodeError  a node id that fits more than one node

Messages say what was found, what was expected, and what to do next.
"""

import re
from typing import NamedTuple


class HeadwaterError(Exception):
    """Base of all errors raised on purpose; its text is meant for the user."""


class SettingError(HeadwaterError):
    """A setting is unknown or has a value of the wrong kind."""


class Fault(NamedTuple):
    """What is wrong, and where in a request or event, as a JSON path."""

    path: str
    message: str


class RefusedEventError(HeadwaterError):
    """An event that cannot be placed: no kind, no time, or no identity."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(_in_words(fault) for fault in faults))
        self.faults = faults


def _in_words(fault: Fault) -> str:
    return fault.message if fault.path == "$" else f"{fault.path}: {fault.message}"


class UnreadableEventError(RefusedEventError):
    """Bytes that are no JSON."""


class RequestError(HeadwaterError):
    """A request that cannot be answered as it is."""

    def __init__(self, message: str, faults: tuple[Fault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class BadRequestError(RequestError):
    """A request that cannot be read, or contradicts itself."""


class ConflictError(RequestError):
    """A request that contradicts what is there."""


class UnprocessableError(RequestError):
    """A request that can be read, but says what makes no sense."""


class LogError(HeadwaterError):
    """The event log cannot do what was asked."""


class LogUnwritableError(LogError):
    """The log cannot be appended to now; nothing was half-written."""


class CorruptLogError(LogError):
    """Bytes inside the log do not match their checksum."""


class StoreError(HeadwaterError):
    """The store cannot do what was asked."""


class StoreSchemaError(StoreError):
    """The store was written by other code or settings; rebuild it."""


class FencedError(StoreError):
    """Another pipeline has taken over this store."""


class StoreInUseError(StoreError):
    """Another pipeline keeps this store up to date."""


class RefusedRowsError(StoreError):
    """Rows that the store cannot hold; the store itself is well."""


class ServerError(HeadwaterError):
    """A server did not do what was asked, for reasons of its own."""


class ServerUnreachableError(ServerError):
    """A server did not answer, or was not ready, in spite of retries."""


class NotAllowedError(ServerError):
    """A server wants a key, or one that allows more."""


class UnreadableContractError(HeadwaterError):
    """Text that cannot be read as a data contract, with the line that shows it."""

    def __init__(self, code: str, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.code = code
        self.line = line
        self.message = message


class NodeIdError(HeadwaterError):
    """A node id that is no node id, or of a kind not asked for."""


class SparkUnavailableError(HeadwaterError):
    """Spark cannot start: Java is missing or too old, or the master does not answer."""


class SparkLostError(HeadwaterError):
    """Spark has ended while it was needed: its Java was killed, or its cluster has ended it."""


class NotFoundError(HeadwaterError):
    """A node, run or version that does not exist."""


class AmbiguousNodeError(NotFoundError):
    """A node id that fits more than one node."""


DETAIL_LENGTH = 500
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}\b")


def in_words(error: Exception) -> str:
    """What went wrong, on one line, and without what differs from time to time."""
    try:
        said = " ".join(str(error).split("\n\tat ")[0].split())
    except Exception:  # noqa: BLE001  an error of a JVM that is gone cannot be asked for its text
        said = "no more is known"
    words = _ADDRESS.sub("0x…", f"{type(error).__name__}: {said}")
    return words.encode("utf-8", "replace").decode().replace("\0", "")[:DETAIL_LENGTH]
