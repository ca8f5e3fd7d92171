"""Half-open intervals: those of one key that touch or overlap become one."""

from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

Whose = TypeVar("Whose", bound=Hashable)


def merged(spans: Iterable[tuple[Whose, int, int]]) -> Iterator[tuple[Whose, int, int]]:
    """Spans of key, start and end, without empty ones and with touching ones joined.

    >>> list(merged([("a", 3, 5), ("a", 1, 3), ("b", 2, 2), ("a", 7, 9)]))
    [('a', 1, 5), ('a', 7, 9)]
    """
    by_key: dict[Whose, list[tuple[int, int]]] = {}
    for key, start, end in spans:
        if start < end:
            by_key.setdefault(key, []).append((start, end))
    for key, found in by_key.items():
        found.sort()
        start, end = found[0]
        for next_start, next_end in found[1:]:
            if next_start > end:
                yield key, start, end
                start, end = next_start, next_end
            else:
                end = max(end, next_end)
        yield key, start, end
