"""What a message of the log's topic says.

Our own messages carry a mark, a header with kind, digest and time of the record whose body they
are. Messages without it come from producers that write to the topic themselves. They are checked,
repaired and digested when they are read, by the rules for events that come over HTTP. So every
reader, and every rebuild, finds the same records in them.
"""

import re

import msgspec

from headwater.errors import RefusedEventError
from headwater.log.event_log import KINDS, Record
from headwater.model.canonical import content_hash
from headwater.model.events import accept
from headwater.model.notes import repair_notes, set_aside

MARK = "headwater"
_MARK = re.compile(rf"({'|'.join(KINDS)}) ([0-9a-f]{{32}}) (\d{{1,18}})")


class KeptMessage(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a message: all that its records are made from."""

    sent: int
    """Kafka's time of the message, in µs."""
    mark: bytes | None
    """Our header, if it has one."""
    value: bytes


def mark(kind: str, digest: str, received: int) -> bytes:
    """The header of our own messages. `received` is in µs since 1970."""
    return f"{kind} {digest} {received}".encode()


def is_marked(mark: object) -> bool:
    """Whether a header is ours, so that the message is a record as it is."""
    return isinstance(mark, bytes) and _MARK.fullmatch(mark.decode("latin-1")) is not None


def records_in(
    segment: str, offset: int, value: bytes, marked: bytes | None, sent: int
) -> tuple[Record, ...]:
    """The records of one message: one, and a note for each repair of an event.

    `sent` is Kafka's time of the message, in µs. A message that is no event is set aside by an
    edit, which is its only record: it shows among the findings, and stops nobody.
    """
    found = _MARK.fullmatch(marked.decode("latin-1")) if marked else None
    if found is not None:
        kind, digest, received = found.groups()
        return (Record(segment, offset, len(value), int(received), kind, digest, value),)
    try:
        accepted = accept(value)
    except RefusedEventError as error:
        why = f"{segment} at {offset}: {error}"
        line, digest = set_aside(content_hash(value), sent, why)
        return (Record(segment, offset, len(value), sent, "edit", digest, line),)
    event = Record(segment, offset, len(value), sent, "openlineage", accepted.digest, accepted.body)
    notes = (
        Record(segment, offset, 0, sent, "edit", digest, line)
        for line, digest in repair_notes(accepted)
    )
    return (event, *notes)
