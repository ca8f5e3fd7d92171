"""Design lineage: the graph that contracts declare, by contract or by product."""

from collections.abc import Container, Iterable
from typing import Literal, TypeAlias

from headwater.answers.contracts import DesignEdge, DesignGraph, DesignNode, Member
from headwater.answers.graph import Truncated
from headwater.contracts.graph import (
    DeclaredEdge,
    Direction,
    Graph,
    ProductGraph,
    around,
    cycles,
    product_graph,
)
from headwater.query.contracts.listing import require_contract
from headwater.query.registry.registered import RegisteredContracts, contracts
from headwater.store import Snapshot

DesignLevel: TypeAlias = Literal["contract", "product"]

MAX_NODES = 20_000


def design_lineage(
    snapshot: Snapshot,
    contract: str | None = None,
    *,
    level: DesignLevel = "contract",
    direction: Direction = "both",
    depth: int | None = None,
    at: int | None = None,
    max_nodes: int = MAX_NODES,
) -> DesignGraph:
    """Around a contract, or of all; now or as of a time.

    `both` is what is upstream and what is downstream. Walks go by contracts; products are rolled
    up from what they reach.
    """
    known = contracts(snapshot, at)
    whole = known.graph
    if contract is None:
        shown = _cut(whole, None, max_nodes)
        truncated = _more("maxNodes", whole, shown)
    else:
        start = require_contract(known, contract)
        reached = around(whole, [start], direction, depth)
        shown = _cut(reached, start, max_nodes)
        truncated = _more("maxNodes", reached, shown)
        if truncated is None and depth is not None:
            truncated = _more("depth", around(whole, [start], direction, depth + 1), shown)
    if level == "contract":
        nodes = _contracts(known, shown)
        edges = [_edge(edge) for edge in shown.edges]
    else:
        rolled = product_graph(known.registry, shown)
        nodes = _products(known, rolled)
        edges = [
            DesignEdge(origin=e.origin, destination=e.destination, contracts=e.contracts)
            for e in rolled.edges
        ]
    return DesignGraph(
        tuple(sorted(nodes, key=lambda node: node.id)),
        tuple(sorted(edges)),
        tuple(known.cycles if shown is whole else cycles(shown.neighbours("downstream"))),
        truncated,
    )


def _cut(graph: Graph, start: str | None, max_nodes: int) -> Graph:
    """By id, the start first, where there are too many."""
    if len(graph.nodes) <= max_nodes:
        return graph
    kept = frozenset(sorted(graph.nodes, key=lambda node: (node != start, node))[:max_nodes])
    return Graph(kept, tuple(e for e in graph.edges if e.origin in kept and e.destination in kept))


def _more(reason: Literal["depth", "maxNodes"], whole: Graph, shown: Graph) -> Truncated | None:
    hidden = len(whole.nodes - shown.nodes)
    return Truncated(reason, hidden) if hidden else None


def _edge(edge: DeclaredEdge) -> DesignEdge:
    return DesignEdge(
        origin=f"contract:{edge.origin}",
        destination=f"contract:{edge.destination}",
        versions=edge.versions,
        coarse=edge.coarse,
    )


def _contracts(known: RegisteredContracts, shown: Graph) -> list[DesignNode]:
    found = []
    for contract in shown.nodes:
        spec = known.registry.in_force.get(contract)
        product = known.registry.product_of(contract)
        above, below = known.upstream.get(contract, []), known.downstream.get(contract, [])
        found.append(
            DesignNode(
                id=f"contract:{contract}",
                type="CONTRACT",
                name=(spec.name if spec else None) or contract,
                version=spec.version if spec else None,
                status=spec.status if spec else None,
                product=None if product is None else known.registry.product_title(product),
                owners=spec.owners if spec else (),
                registered=spec is not None,
                members=(),
                consumers=len(below),
                hidden_upstream=_hidden(above, shown.nodes),
                hidden_downstream=_hidden(below, shown.nodes),
            )
        )
    return found


def _hidden(neighbours: Iterable[str], shown: Container[str]) -> int:
    return sum(node not in shown for node in set(neighbours))


def _products(known: RegisteredContracts, shown: ProductGraph) -> list[DesignNode]:
    return [_product(known, key, members, shown) for key, members in shown.members.items()]


def _product(
    known: RegisteredContracts, key: str, members: tuple[str, ...], shown: ProductGraph
) -> DesignNode:
    registry = known.registry
    kind, _, name = key.partition(":")
    history = registry.products.get(name) if kind == "product" else registry.contracts.get(name)
    spec = history.shown.spec if history else None
    neighbours = known.product_neighbours
    above, below = neighbours.above.get(key, ()), neighbours.below.get(key, ())
    return DesignNode(
        id=key,
        type="PRODUCT" if kind == "product" else "CONTRACT",
        name=registry.product_title(name) if kind == "product" else (spec and spec.name) or name,
        version=spec.version or None if spec else None,
        status=spec.status if spec else None,
        product=registry.product_title(name) if kind == "product" else None,
        owners=spec.owners if spec else (),
        registered=kind == "product" or spec is not None,
        members=tuple(_member(known, member) for member in members),
        consumers=len(below),
        hidden_upstream=_hidden(above, shown.members),
        hidden_downstream=_hidden(below, shown.members),
    )


def _member(known: RegisteredContracts, contract: str) -> Member:
    spec = known.registry.in_force.get(contract)
    return Member(contract, spec.version if spec else None, len(known.downstream.get(contract, [])))
