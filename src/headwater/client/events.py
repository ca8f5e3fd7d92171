"""Encoding events, and grouping them into batches, for sending."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from headwater.errors import BadRequestError
from headwater.wire.batches import FailedEvent

Event: TypeAlias = Mapping[str, Any] | str | bytes
"""An OpenLineage event, as an object or as JSON."""

_BATCH_EVENTS = 1000
_BATCH_BYTES = 4 << 20


class Sent(msgspec.Struct, frozen=True):
    """The result of sending events."""

    taken: int
    failed: tuple[FailedEvent, ...]
    """The refused events, each with its index among the sent events and the reason."""
    position: str
    """The position of the last accepted event, which others can wait for; '' if none was
    accepted."""


def written(event: Event) -> bytes:
    """An event as JSON; BadRequestError if it is a text that is no JSON object.

    >>> written({"eventTime": "2025-01-31T10:00:00Z"})
    b'{"eventTime":"2025-01-31T10:00:00Z"}'
    """
    if not isinstance(event, str | bytes):
        return msgspec.json.encode(event)
    body = event.encode() if isinstance(event, str) else event
    try:
        msgspec.json.decode(body, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequestError(f"an event is no JSON object: {error}") from None
    return body


def batches(events: Iterable[Event]) -> Iterator[list[bytes]]:
    """The events in batches that a server accepts in one request."""
    batch: list[bytes] = []
    size = 0
    for event in events:
        body = written(event)
        if batch and (len(batch) == _BATCH_EVENTS or size + len(body) > _BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(body)
        size += len(body)
    if batch:
        yield batch
