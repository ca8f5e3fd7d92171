"""`GET /runlineage`: the graph of runs and the versions they read and wrote (semantics 6.1)."""

from collections import defaultdict

import msgspec

from headwater.answers.graph import Truncated
from headwater.answers.lineage import NodeType, RunEdge, RunGraph, RunNode
from headwater.answers.moments import Instant
from headwater.answers.runs import RunSummary
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.query.lineage.run_lineage import run_lineage as ask_run_lineage
from headwater.questions.graph import RunLineageQuestion


class RunNodeData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    name: str
    run: RunSummary | None
    version: str | None
    kind: str | None
    """How a version came to be."""
    storage_version: str | None
    since: Instant | None
    until: Instant | None
    deleted: bool
    """Whether the dataset or job has been deleted."""


class RunGraphNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: str
    type: NodeType
    data: RunNodeData
    in_edges: tuple[RunEdge, ...]
    out_edges: tuple[RunEdge, ...]
    hidden_upstream: int
    hidden_downstream: int


class RunLineageAnswer(msgspec.Struct, frozen=True):
    graph: tuple[RunGraphNode, ...]
    truncated: Truncated | None


@get(
    RunLineageQuestion.path,
    tag="Graphs",
    summary="What went into a run or version, and what came of it",
)
def run_lineage(
    context: RequestContext, question: RunLineageQuestion
) -> RunLineageAnswer | Plain[RunGraph]:
    """Edges are CONSUMED (a version, by a run), PRODUCED (a version, by a run), IS_VERSION_OF (a
    run, of its job's version) and FOLLOWS (a version, from the one before it)."""
    graph = ask_run_lineage(context.snapshot, question)
    if context.wants_plain:
        return Plain(graph)
    into: defaultdict[str, list[RunEdge]] = defaultdict(list)
    out_of: defaultdict[str, list[RunEdge]] = defaultdict(list)
    for edge in graph.edges:
        into[edge.destination].append(edge)
        out_of[edge.origin].append(edge)
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
        since=node.since,
        until=node.until,
        deleted=node.deleted,
    )
