"""Walks through graphs, breadth-first and level by level, each node once (semantics 7.4).

A level takes one query to the store, for the neighbours of all its nodes. As each node is looked up
once, however many paths lead to it, the cost is linear in what is found.
"""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar


class Sortable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...

    def __hash__(self) -> int: ...


N = TypeVar("N", bound=Sortable)


def breadth_first(
    start: Iterable[N],
    neighbours: Callable[[list[N]], Iterable[N]],
    *,
    depth: int | None = None,
    max_nodes: int | None = None,
) -> dict[N, int]:
    """Everything that `neighbours` leads to from `start`, with the steps to it, nearest first.

    If a level exceeds `max_nodes`, its smallest nodes are taken and the walk ends there.
    """
    nodes: dict[N, int] = {}
    reached = set(start)
    steps = 0
    while reached:
        level = sorted(reached)[: None if max_nodes is None else max_nodes - len(nodes)]
        nodes.update(dict.fromkeys(level, steps))
        if len(level) < len(reached) or steps == depth:
            break
        reached = {node for node in neighbours(level) if node not in nodes}
        steps += 1
    return nodes


def along(edges: Callable[[list[N]], Iterable[tuple[Any, ...]]]) -> Callable[[list[N]], set[N]]:
    """The neighbours of nodes along edges, whose first two items are their ends."""
    return lambda nodes: {end for edge in edges(nodes) for end in edge[:2]}
