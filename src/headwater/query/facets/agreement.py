"""Several statements about the same thing."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def agreed(values: Iterable[T]) -> T | None:
    """The value that all statements have in common, or None if they differ or there are none.

    >>> agreed([{"a": 1}, {"a": 1}]), agreed([1, 2]), agreed([])
    ({'a': 1}, None, None)
    """
    found = list(values)
    return found[0] if found and all(value == found[0] for value in found) else None
