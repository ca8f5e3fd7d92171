"""Design lineage: which contract depends on which, and the same by product.

Edges point in the direction in which data flows: from an input to the contract that depends on it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

import msgspec

from headwater.contracts.registry import Registry
from headwater.model.directions import Direction


class DeclaredEdge(msgspec.Struct, frozen=True, order=True, rename="camel", gc=False):
    """An edge from an input to a contract that declares it."""

    origin: str
    destination: str
    versions: tuple[str, ...] = ()
    """Versions of the origin that the destination pins."""
    coarse: bool = False


class Graph(msgspec.Struct, frozen=True):
    """Contracts by id, whether registered or only named, and the edges between them."""

    nodes: frozenset[str]
    edges: tuple[DeclaredEdge, ...]

    def neighbours(self, direction: Direction) -> dict[str, list[str]]:
        """The neighbours of each node in a direction. Self-references are left out."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for edge in self.edges:
            if edge.origin == edge.destination:
                continue
            if direction in ("downstream", "both"):
                found[edge.origin].append(edge.destination)
            if direction in ("upstream", "both"):
                found[edge.destination].append(edge.origin)
        return found


def contract_graph(registry: Registry) -> Graph:
    """The graph of every contract known or named, whatever the order of registrations."""
    out_of: defaultdict[str, list[DeclaredEdge]] = defaultdict(list)
    for contract in registry.depend_on:
        for item in registry.inputs(contract):
            edges = out_of[item.id]
            versions = () if item.version is None else (item.version,)
            if edges and edges[-1].destination == contract:
                versions = tuple(sorted({*edges.pop().versions, *versions}))
            edges.append(DeclaredEdge(item.id, contract, versions, item.coarse))
    return Graph(
        frozenset({*registry.depend_on, *out_of}),
        tuple(edge for origin in sorted(out_of) for edge in out_of[origin]),
    )


class DeclaredStep(NamedTuple):
    """How a node is reached: the number of steps, and the node before it."""

    distance: int
    via: str | None


def reach(
    neighbours: Mapping[str, Iterable[str]], start: Iterable[str], depth: int | None = None
) -> dict[str, DeclaredStep]:
    """All that can be reached, the start included, by shortest ways. The nearest come first."""
    steps = {node: DeclaredStep(0, None) for node in sorted(set(start))}
    level = list(steps)
    distance = 1
    while level and (depth is None or distance <= depth):
        found: dict[str, DeclaredStep] = {}
        for node in level:
            for neighbour in neighbours.get(node, ()):
                if neighbour not in steps:
                    found.setdefault(neighbour, DeclaredStep(distance, node))
        level = sorted(found)
        steps |= {node: found[node] for node in level}
        distance += 1
    return steps


def around(graph: Graph, start: Iterable[str], direction: Direction, depth: int | None) -> Graph:
    """The part of the graph that can be reached, with the edges inside it.

    `both` means what is upstream and what is downstream, but not what else those touch.
    """
    ways: tuple[Direction, ...] = ("upstream", "downstream")
    start = tuple(start)
    shown: set[str] = set()
    for way in ways if direction == "both" else (direction,):
        shown |= reach(graph.neighbours(way), start, depth).keys()
    return Graph(
        frozenset(shown),
        tuple(e for e in graph.edges if e.origin in shown and e.destination in shown),
    )


class ProductEdge(msgspec.Struct, frozen=True, order=True, rename="camel"):
    """An edge between two products."""

    origin: str
    destination: str
    contracts: tuple[tuple[str, str], ...]
    """The pairs of contracts that make it."""


class ProductGraph(msgspec.Struct, frozen=True):
    """The contract graph, rolled up to products."""

    members: dict[str, tuple[str, ...]]
    """Products, each with its contracts. A contract without a product is a product of its own."""
    edges: tuple[ProductEdge, ...]


def product_key(registry: Registry, contract: str) -> str:
    """The node that a contract has in the product graph."""
    product = registry.product_of(contract)
    return f"contract:{contract}" if product is None else f"product:{product}"


def product_graph(registry: Registry, graph: Graph) -> ProductGraph:
    """The contract graph rolled up to products. Edges inside a product are left out."""
    members: defaultdict[str, list[str]] = defaultdict(list)
    keys = {node: product_key(registry, node) for node in sorted(graph.nodes)}
    for node, key in keys.items():
        members[key].append(node)
    pairs: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for edge in graph.edges:
        ends = keys[edge.origin], keys[edge.destination]
        if ends[0] != ends[1]:
            pairs[ends].append((edge.origin, edge.destination))
    return ProductGraph(
        {key: tuple(members[key]) for key in sorted(members)},
        tuple(sorted(ProductEdge(*ends, tuple(sorted(found))) for ends, found in pairs.items())),
    )


def cycles(neighbours: Mapping[str, Collection[str]]) -> list[tuple[str, ...]]:
    """Groups of contracts that depend on each other in circles. Each group comes once, in order.

    `neighbours` says what each contract leads to, all in one direction, no matter which.
    """
    search = _Components(_without_starts(neighbours))
    return sorted(group for group in search.groups() if len(group) > 1)


def _without_starts(neighbours: Mapping[str, Collection[str]]) -> dict[str, Collection[str]]:
    """The same without nodes that no circle leads to, which are nearly all."""
    onward = dict(neighbours)
    above = Counter(chain.from_iterable(onward.values()))
    starts = [node for node in onward if node not in above]
    while starts:
        for node in onward.pop(starts.pop(), ()):
            above[node] -= 1
            if not above[node]:
                starts.append(node)
    return onward


class _Components:
    """Strongly connected components, by Tarjan's algorithm without recursion."""

    def __init__(self, onward: Mapping[str, Collection[str]]) -> None:
        self._onward = onward
        self._index: dict[str, int] = {}
        self._low: dict[str, int] = {}
        self._open: dict[str, None] = {}
        """Nodes whose component is not known yet, in the order in which they were met."""

    def groups(self) -> Iterator[tuple[str, ...]]:
        for root in sorted(self._onward):
            if root not in self._index:
                yield from self._from(root)

    def _from(self, root: str) -> Iterator[tuple[str, ...]]:
        trail = [(root, self._enter(root))]
        while trail:
            node, rest = trail[-1]
            ahead = next((other for other in rest if self._leads_on(node, other)), None)
            if ahead is not None:
                trail.append((ahead, self._enter(ahead)))
                continue
            trail.pop()
            if trail:
                before = trail[-1][0]
                self._low[before] = min(self._low[before], self._low[node])
            if self._low[node] == self._index[node]:
                yield self._closed(node)

    def _enter(self, node: str) -> Iterator[str]:
        self._index[node] = self._low[node] = len(self._index)
        self._open[node] = None
        return iter(self._onward.get(node, ()))

    def _leads_on(self, node: str, other: str) -> bool:
        """Whether another node is new. One that is still open is in the same circle."""
        if other in self._open:
            self._low[node] = min(self._low[node], self._index[other])
        return other not in self._index

    def _closed(self, node: str) -> tuple[str, ...]:
        group: list[str] = []
        while not group or group[-1] != node:
            group.append(self._open.popitem()[0])
        return tuple(sorted(group))
