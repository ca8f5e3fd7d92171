"""Walking graphs: breadth-first by level, each node once (semantics 7.4).

One level is one question to the store for the neighbours of all its nodes. A node is asked about
once, however many paths lead to it: the cost is linear in what is found.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from headwater.store import Snapshot

Direction: TypeAlias = Literal["upstream", "downstream", "both"]
BasedEdge: TypeAlias = tuple[int, int, str]
"""Origin, destination, basis."""


class Sortable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...

    def __hash__(self) -> int: ...


N = TypeVar("N", bound=Sortable)
E = TypeVar("E", bound=tuple[Any, ...])


@dataclass(frozen=True, slots=True)
class Walk(Generic[N, E]):
    nodes: dict[N, int]
    """Steps from the start, in order of (steps, node)."""
    edges: list[E]
    """Sorted; all that were met between two of the nodes."""
    frontier: list[N]
    """Nodes whose neighbours were not looked for, as the walk was to end there."""
    left_out: int
    """How many neighbours were found but not taken, because of `max_nodes`."""

    @property
    def truncated(self) -> bool:
        return self.left_out > 0


def breadth_first(
    start: Iterable[N],
    neighbours: Callable[[list[N]], Iterable[E]],
    *,
    depth: int | None = None,
    max_nodes: int | None = None,
) -> Walk[N, E]:
    """Walks from `start` to everything `neighbours` leads to.

    `neighbours` gives the edges at some nodes, of which the first two items are the ends. Of a
    level that exceeds `max_nodes` the smallest nodes are taken, and the walk ends there.
    """
    nodes: dict[N, int] = {}
    edges: set[E] = set()
    reached = set(start)
    steps = 0
    while True:
        frontier = sorted(reached)[: None if max_nodes is None else max_nodes - len(nodes)]
        left_out = len(reached) - len(frontier)
        nodes.update(dict.fromkeys(frontier, steps))
        if not frontier or left_out or steps == depth:
            break
        met = set(neighbours(frontier))
        edges |= met
        reached = {end for edge in met for end in edge[:2] if end not in nodes}
        steps += 1
    kept = sorted(edge for edge in edges if edge[0] in nodes and edge[1] in nodes)
    return Walk(nodes, kept, frontier, left_out)


def edges_at(
    snapshot: Snapshot, direction: Direction, at: int
) -> Callable[[list[int]], list[BasedEdge]]:
    """Neighbours along the edges between jobs and datasets that hold at an instant."""
    near_ends = {"upstream": ["destination"], "downstream": ["origin"]}
    queries = [
        "SELECT origin, destination, basis FROM edges"
        f" WHERE {near} IN {{keys}} AND valid_from <= ? AND valid_to > ?"
        for near in near_ends.get(direction, ["destination", "origin"])
    ]

    def neighbours(nodes: list[int]) -> list[BasedEdge]:
        return [
            (origin, destination, basis)
            for query in queries
            for origin, destination, basis in snapshot.query_in(query, nodes, (at, at))
        ]

    return neighbours


def walk(
    snapshot: Snapshot,
    start: Iterable[int],
    *,
    direction: Direction,
    at: int,
    depth: int | None = None,
    max_nodes: int | None = None,
) -> Walk[int, BasedEdge]:
    """Walks the graph of jobs and datasets as of `at`; `both` finds the connected component."""
    neighbours = edges_at(snapshot, direction, at)
    return breadth_first(start, neighbours, depth=depth, max_nodes=max_nodes)
