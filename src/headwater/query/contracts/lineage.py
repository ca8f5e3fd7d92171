"""Design lineage: the graph that contracts declare, by contract or by product."""

from collections.abc import Container, Iterable
from typing import Literal

from headwater.answers.contracts import DesignEdge, DesignGraph, DesignNode, Member, SpecKind
from headwater.answers.graph import Truncated
from headwater.contracts.graph import (
    DeclaredEdge,
    Graph,
    ProductGraph,
    around,
    cycles,
    product_graph,
    product_key,
)
from headwater.query.contracts.subject import require_subject
from headwater.query.registry.registered import RegisteredContracts, contracts
from headwater.questions.contracts import DesignQuestion
from headwater.questions.graph import MAX_NODES
from headwater.store import Snapshot


def design_lineage(
    snapshot: Snapshot, question: DesignQuestion, *, max_nodes: int = MAX_NODES
) -> DesignGraph:
    """The graph of all contracts, or the part around a contract or product, as of a time."""
    direction, depth = question.direction, question.depth
    known = contracts(snapshot, question.at)
    whole = known.graph
    start: tuple[str, ...] = ()
    if question.id is None:
        shown = _cut(whole, start, max_nodes)
        truncated = _more("maxNodes", whole, shown)
    else:
        # A name that a contract and a product both have means the one that is shown.
        kinds: tuple[SpecKind, ...]
        kinds = ("product", "contract") if question.level == "product" else ("contract", "product")
        start = require_subject(known, question.id, kinds).contracts
        reached = around(whole, start, direction, depth)
        shown = _cut(reached, start, max_nodes)
        truncated = _more("maxNodes", reached, shown)
        if truncated is None and depth is not None:
            truncated = _more("depth", around(whole, start, direction, depth + 1), shown)
    if question.level == "contract":
        nodes = _contracts(known, shown)
        edges = [_edge(edge) for edge in shown.edges]
        begin = {f"contract:{contract}" for contract in start}
    else:
        rolled = product_graph(known.registry, shown)
        nodes = _products(known, rolled)
        edges = [
            DesignEdge(origin=e.origin, destination=e.destination, contracts=e.contracts)
            for e in rolled.edges
        ]
        begin = {product_key(known.registry, contract) for contract in start}
    return DesignGraph(
        tuple(sorted(nodes, key=lambda node: node.id)),
        tuple(sorted(edges)),
        tuple(known.cycles if shown is whole else cycles(shown.neighbours("downstream"))),
        truncated,
        tuple(sorted(begin)),
    )


def _cut(graph: Graph, start: tuple[str, ...], max_nodes: int) -> Graph:
    """At most `max_nodes` nodes of the graph: the start, then the others by id."""
    if len(graph.nodes) <= max_nodes:
        return graph
    kept = frozenset(sorted(graph.nodes, key=lambda node: (node not in start, node))[:max_nodes])
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
                name=spec.title if spec else contract,
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
        name=registry.product_title(name) if kind == "product" else spec.title if spec else name,
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
