"""The graph at two moments in Marquez's shape: each node as it was before and after."""

from typing import Literal

import msgspec

from headwater.answers.diff import ChangeKind, EdgeDiff, NodeChange
from headwater.answers.graph import Truncated
from headwater.answers.moments import Instant
from headwater.api.marquez.graph import NodeData, node_data
from headwater.api.marquez.node_details import NodeDetails
from headwater.query.diff.graph_diff import Compared
from headwater.query.graph.by_node import edges_by_node


class DiffNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a job or dataset at both moments. It is null at a moment at which it was not in the
    graph."""

    id: str
    type: Literal["JOB", "DATASET"]
    change: ChangeKind
    before: NodeData | None
    after: NodeData | None
    in_edges: tuple[EdgeDiff, ...]
    out_edges: tuple[EdgeDiff, ...]


class GraphDiffAnswer(msgspec.Struct, frozen=True, kw_only=True, rename={"since": "from"}):
    """This is the graph at two moments in Marquez's shape."""

    graph: tuple[DiffNode, ...]
    changes: tuple[NodeChange, ...]
    """What is different, node by node."""
    since: Instant
    to: Instant | None
    truncated: Truncated | None


def graph_diff_answer(compared: Compared) -> GraphDiffAnswer:
    """The difference in Marquez's shape."""
    diff = compared.diff
    into, out_of = edges_by_node(diff.edges)
    old, new = NodeDetails(compared.before), NodeDetails(compared.after)
    nodes = tuple(
        DiffNode(
            id=node.id,
            type=node.type,
            change=node.change,
            before=node_data(node.before, old) if node.before else None,
            after=node_data(node.after, new) if node.after else None,
            in_edges=tuple(into[node.id]),
            out_edges=tuple(out_of[node.id]),
        )
        for node in diff.nodes
    )
    return GraphDiffAnswer(
        graph=nodes,
        changes=diff.changes,
        since=diff.since,
        to=diff.until,
        truncated=diff.truncated,
    )
