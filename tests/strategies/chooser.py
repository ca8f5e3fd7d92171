"""Who decides: Hypothesis, or a seeded generator. The first option is the simplest."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Chooser(Protocol):
    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        ...


class Seeded:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


class Drawn:
    def __init__(self, draw: Callable[[st.SearchStrategy[int]], int]) -> None:
        self._draw = draw

    def below(self, bound: int) -> int:
        return self._draw(st.integers(0, bound - 1))


class Choices:
    """What authors ask of a chooser."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser

    def pick(self, options: Sequence[T]) -> T:
        return options[self._chooser.below(len(options))]

    def count(self, low: int, high: int) -> int:
        return low + self._chooser.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        return self._chooser.below(100) >= 100 - percent

    def some(self, options: Sequence[T], most: int) -> list[T]:
        """Up to `most` distinct options, in any order."""
        left = list(options)
        taken = self.count(0, min(most, len(left)))
        return [left.pop(self._chooser.below(len(left))) for _ in range(taken)]

    def keyed(self, **percents: int) -> list[str]:
        """Each key with its own chance."""
        return [key for key, percent in percents.items() if self.chance(percent)]


Json = dict[str, Any]
