"""The graph of data contracts in Marquez's shape."""

from typing import Literal

import msgspec

from headwater.answers.contracts import DesignEdge, DesignGraph, DesignNode, Member
from headwater.answers.graph import Truncated
from headwater.query.graph.by_node import edges_by_node


class DesignData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is what is known of a contract or product."""

    name: str
    version: str | None
    status: str | None
    product: str | None
    owners: tuple[str, ...]
    registered: bool
    members: tuple[Member, ...]
    consumers: int


class DesignGraphNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a contract or product with its edges."""

    id: str
    type: Literal["CONTRACT", "PRODUCT"]
    data: DesignData
    in_edges: tuple[DesignEdge, ...]
    out_edges: tuple[DesignEdge, ...]
    hidden_upstream: int
    hidden_downstream: int


class DesignAnswer(msgspec.Struct, frozen=True):
    """This is the graph of data contracts in Marquez's shape."""

    graph: tuple[DesignGraphNode, ...]
    cycles: tuple[tuple[str, ...], ...]
    truncated: Truncated | None
    start: tuple[str, ...]


def design_answer(graph: DesignGraph) -> DesignAnswer:
    """The graph in Marquez's shape."""
    into, out_of = edges_by_node(graph.edges)
    nodes = tuple(_node(node, into[node.id], out_of[node.id]) for node in graph.nodes)
    return DesignAnswer(nodes, graph.cycles, graph.truncated, graph.start)


def _node(node: DesignNode, into: list[DesignEdge], out_of: list[DesignEdge]) -> DesignGraphNode:
    return DesignGraphNode(
        id=node.id,
        type=node.type,
        data=DesignData(
            name=node.name,
            version=node.version,
            status=node.status,
            product=node.product,
            owners=node.owners,
            registered=node.registered,
            members=node.members,
            consumers=node.consumers,
        ),
        in_edges=tuple(into),
        out_edges=tuple(out_of),
        hidden_upstream=node.hidden_upstream,
        hidden_downstream=node.hidden_downstream,
    )
