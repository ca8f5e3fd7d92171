"""Reading the events of another server in the order of their times, page by page.

The tables of Marquez have no other order that lasts, and its API has no cursor. So a page begins at
the time at which the one before ended, and what it has in common with that is dropped.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from headwater.collector.marquez.labels import Label

PAGE = 500
FIRST = 0
"""The time at which reading begins: 1970."""


class FoundEvent(NamedTuple):
    time: int | None
    """The time by which the server sorts it, in µs, or None if it cannot be known."""
    body: bytes


class EventBatch(NamedTuple):
    bodies: list[bytes]
    reached: int
    """The time from which to go on if no more than this was read."""


class MarquezSource(Protocol):
    """A server of Marquez, or its database."""

    def count(self, since: int) -> int:
        """About how many events there are from this time on."""

    def page(self, since: int, size: int) -> Sequence[FoundEvent]:
        """As many events from this time on, the earliest first. There are fewer only if there are
        no more."""

    def labels(self) -> Iterator[Label]:
        """What users have stated about jobs, datasets, namespaces, sources and tags."""


def batches(source: MarquezSource, since: int, size: int = PAGE) -> Iterator[EventBatch]:
    """All events from this time on. Each batch says how far it reaches."""
    seen: dict[bytes, int | None] = {}
    wanted = size
    while True:
        page = source.page(since, wanted)
        reached = max((found.time for found in page if found.time is not None), default=since)
        is_last = len(page) < wanted
        if reached <= since and not is_last:
            wanted *= 2  # all of them have one time; a larger page reaches beyond it
            continue
        yield EventBatch([found.body for found in page if found.body not in seen], reached)
        if is_last:
            return
        # These may come again with the next page. For those without a time, it is unknown where.
        seen = {
            body: time
            for body, time in (*seen.items(), *((found.body, found.time) for found in page))
            if time is None or time >= reached
        }
        since, wanted = reached, size
