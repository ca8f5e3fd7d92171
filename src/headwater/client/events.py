"""Events on their way to a server, many at a time."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec

from headwater.errors import BadRequestError
from headwater.wire.batches import FailedEvent

Event: TypeAlias = Mapping[str, Any] | str | bytes
"""An OpenLineage event: an object, or its JSON."""

_BATCH_EVENTS = 1000
_BATCH_BYTES = 4 << 20


class Sent(msgspec.Struct, frozen=True):
    """What became of some events."""

    taken: int
    failed: tuple[FailedEvent, ...]
    """Those that were refused, by their place among those sent, and why."""
    position: str
    """Of the last that was taken, for others to wait for; '' if none was."""


def written(event: Event) -> bytes:
    """
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
    """Of a size that a server takes at once."""
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
