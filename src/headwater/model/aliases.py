"""Alias components: sets of names that stand for one dataset (semantics 2.3)."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any


def components(
    statements: Iterable[tuple[int, Iterable[int]]], names: Mapping[int, tuple[str, str]]
) -> dict[int, int]:
    """For each node in a statement, the node with the smallest name in its connected component.

    >>> components([(1, [2]), (3, [2])], {1: ("b", "x"), 2: ("a", "z"), 3: ("a", "y")})
    {1: 3, 2: 3, 3: 3}
    """
    pairs = ((node, other) for node, others in statements for other in others)
    return _connected(pairs, names.__getitem__)


def connected(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """For each number in a pair, the smallest number that it is connected with.

    >>> connected([(3, 2), (2, 1), (5, 4)])
    {3: 1, 2: 1, 1: 1, 5: 4, 4: 4}
    """
    return _connected(pairs, int)


def _connected(pairs: Iterable[tuple[int, int]], order: Callable[[int], Any]) -> dict[int, int]:
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for node, other in pairs:
        low, high = sorted((root(node), root(other)), key=order)
        parent[high] = low
    return {node: root(node) for node in parent}
