"""The graph of runs and versions in Marquez's shape."""

import msgspec

from headwater.answers.graph import Truncated
from headwater.answers.moments import Instant
from headwater.answers.run_lineage import RunEdge, RunGraph, RunNode, RunNodeType
from headwater.answers.runs import RunSummary
from headwater.answers.versions import CodeVersion
from headwater.query.graph.by_node import edges_by_node


class RunNodeData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is what is known of a run or version."""

    namespace: str
    name: str
    run: RunSummary | None
    version: str | None
    kind: str | None
    """What brought the version about, such as a write."""
    storage_version: str | None
    code: CodeVersion | None
    """The code that a job's version runs."""
    code_link: str | None
    """Where people can read that code."""
    since: Instant | None
    until: Instant | None
    deleted: bool
    """Whether the dataset or job has been deleted."""


class RunGraphNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a run or version with its edges."""

    id: str
    type: RunNodeType
    data: RunNodeData
    in_edges: tuple[RunEdge, ...]
    out_edges: tuple[RunEdge, ...]
    hidden_upstream: int
    hidden_downstream: int


class RunLineageAnswer(msgspec.Struct, frozen=True):
    """This is the graph of runs and versions in Marquez's shape."""

    graph: tuple[RunGraphNode, ...]
    truncated: Truncated | None


def run_lineage_answer(graph: RunGraph) -> RunLineageAnswer:
    """The graph in Marquez's shape."""
    into, out_of = edges_by_node(graph.edges)
    nodes = tuple(
        RunGraphNode(
            id=node.id,
            type=node.type,
            data=_data(node),
            in_edges=tuple(into[node.id]),
            out_edges=tuple(out_of[node.id]),
            hidden_upstream=node.hidden_upstream,
            hidden_downstream=node.hidden_downstream,
        )
        for node in graph.nodes
    )
    return RunLineageAnswer(nodes, graph.truncated)


def _data(node: RunNode) -> RunNodeData:
    return RunNodeData(
        namespace=node.namespace,
        name=node.name,
        run=node.run,
        version=node.version,
        kind=node.kind,
        storage_version=node.storage_version,
        code=node.code,
        code_link=node.code_link,
        since=node.since,
        until=node.until,
        deleted=node.deleted,
    )
