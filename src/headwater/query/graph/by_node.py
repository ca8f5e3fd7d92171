"""The edges of a graph, grouped by node."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol, TypeVar


class DirectedEdge(Protocol):
    """An edge between nodes that are identified by their ids."""

    @property
    def origin(self) -> str: ...

    @property
    def destination(self) -> str: ...


E = TypeVar("E", bound=DirectedEdge)


def edges_by_node(
    edges: Iterable[E],
) -> tuple[defaultdict[str, list[E]], defaultdict[str, list[E]]]:
    """The edges that lead into each node, and those that lead out of it, in the given order."""
    into: defaultdict[str, list[E]] = defaultdict(list)
    out_of: defaultdict[str, list[E]] = defaultdict(list)
    for edge in edges:
        into[edge.destination].append(edge)
        out_of[edge.origin].append(edge)
    return into, out_of
