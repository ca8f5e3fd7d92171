"""One event on its way into the log: taken as it is, taken with repairs, or refused."""

import time
from collections.abc import Iterable

import msgspec

from headwater.errors import Fault, RefusedEventError
from headwater.log import NewRecord
from headwater.model.events import Accepted, Finding, accept
from headwater.model.extract import Extractor, unreadable
from headwater.model.facts import Rules
from headwater.model.notes import event_time, repair_notes
from headwater.model.order import CLOCK_SKEW

_EXTRACTOR = Extractor(Rules())
"""Any rules will do here, because findings are about shapes and not about names."""


class Taken(msgspec.Struct, frozen=True):
    """What the log is to hold for one event."""

    accepted: Accepted
    records: tuple[NewRecord, ...]
    """The event, and a note for each repair."""


def take(body: bytes, *, strict: bool = False) -> Taken:
    """The records for one event.

    RefusedEventError if the event cannot be placed or, with `strict`, if anything in it is odd.
    """
    accepted = accept(body)
    received = time.time_ns() // 1000
    if strict and (odd := (*findings(accepted), *_in_the_future(accepted, received))):
        raise RefusedEventError(
            *(Fault(found.path, f"refused in strict mode: {_in_words(found)}") for found in odd)
        )
    event: NewRecord = ("openlineage", accepted.digest, accepted.body, received)
    notes = (("edit", digest, line, received) for line, digest in repair_notes(accepted))
    return Taken(accepted, (event, *notes))


def findings(accepted: Accepted) -> tuple[Finding, ...]:
    """What is odd in an event that can be placed all the same (semantics 1.6)."""
    try:
        odd = _EXTRACTOR.event(accepted.body).findings
    except Exception as error:  # noqa: BLE001  our bug must not cost us the event
        odd = [unreadable(error)]
    return (*accepted.repairs, *odd)


def _in_the_future(accepted: Accepted, received: int) -> Iterable[Finding]:
    """A finding if the event's time is too far ahead.

    It is made for strict mode only. For events that are taken it is looked up when findings are
    asked for, because some day the time will have passed.
    """
    if event_time(accepted) > received + CLOCK_SKEW:
        yield Finding("future_time", "eventTime", "more than 24 hours ahead")


def _in_words(found: Finding) -> str:
    return f"{found.code}: {found.detail}"
