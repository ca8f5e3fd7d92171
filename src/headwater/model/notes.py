"""Edits that say what was odd about an event, when it was taken or applied (semantics 10)."""

from collections.abc import Iterator

import msgspec

from headwater.model.events import Accepted, edit_line
from headwater.model.order import format_time, parse_time


class _Timed(msgspec.Struct, frozen=True):
    time: str = msgspec.field(name="eventTime")


def event_time(accepted: Accepted) -> int:
    """The event's own time, in µs since 1970."""
    return parse_time(msgspec.json.decode(accepted.body, type=_Timed).time)[0]


def repair_notes(accepted: Accepted) -> Iterator[tuple[bytes, str]]:
    """The line and the digest of an edit for each repair, with the event's own time.

    When the same event comes again, its notes are the same again, and add nothing.
    """
    noted_at = format_time(event_time(accepted)) if accepted.repairs else ""
    for repair in accepted.repairs:
        note = {
            "edit": "finding",
            "at": noted_at,
            "kind": "event",
            "digest": accepted.digest,
            **repair._asdict(),
        }
        yield edit_line(note)


def set_aside(digest: str, at: int, why: str) -> tuple[bytes, str]:
    """The line and the digest of the edit by which an event does not count. `at` is in µs."""
    note = {
        "edit": "set_aside",
        "at": format_time(at),
        "kind": "event",
        "digest": digest,
        "detail": why,
    }
    return edit_line(note)
