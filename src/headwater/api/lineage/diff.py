"""`GET /lineage/diff` and `GET /runlineage/diff`: two moments, or two runs (semantics 8.1, 8.2)."""

from collections import defaultdict
from typing import Literal

import msgspec

from headwater.answers.diff import Change, EdgeDiff, GraphDiff, NodeChange, RunDiff
from headwater.answers.graph import Truncated
from headwater.answers.moments import Instant
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.lineage.lineage import NodeData, node_data
from headwater.query.catalog.node_details import NodeDetails
from headwater.query.diff.graph_diff import graph_diff as ask_graph_diff
from headwater.query.diff.run_diff import run_diff as ask_run_diff
from headwater.questions.graph import GraphDiffQuestion, RunDiffQuestion
from headwater.store import Snapshot


class DiffNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A job or dataset at both moments; what was not there is null."""

    id: str
    type: Literal["JOB", "DATASET"]
    change: Change
    before: NodeData | None
    after: NodeData | None
    in_edges: tuple[EdgeDiff, ...]
    out_edges: tuple[EdgeDiff, ...]


class GraphDiffAnswer(msgspec.Struct, frozen=True, kw_only=True, rename={"since": "from"}):
    graph: tuple[DiffNode, ...]
    changes: tuple[NodeChange, ...]
    """What is different, node by node."""
    since: Instant
    to: Instant | None
    truncated: Truncated | None


@get(GraphDiffQuestion.path, tag="Graphs", summary="The graph around a node at two moments")
def graph_diff(
    context: RequestContext, question: GraphDiffQuestion
) -> GraphDiffAnswer | Plain[GraphDiff]:
    """Nodes and edges that are the same, added, removed or changed, and what changed: job
    versions, schemas, columns, marks."""
    found = ask_graph_diff(context.snapshot, question)
    if context.wants_plain:
        return Plain(found)
    return GraphDiffAnswer(
        graph=_compared(context.snapshot, found),
        changes=found.changes,
        since=found.since,
        to=found.until,
        truncated=found.truncated,
    )


def _compared(snapshot: Snapshot, found: GraphDiff) -> tuple[DiffNode, ...]:
    into: defaultdict[str, list[EdgeDiff]] = defaultdict(list)
    out_of: defaultdict[str, list[EdgeDiff]] = defaultdict(list)
    for edge in found.edges:
        into[edge.destination].append(edge)
        out_of[edge.origin].append(edge)
    old = NodeDetails(snapshot, [n.before for n in found.nodes if n.before], found.since)
    new = NodeDetails(snapshot, [n.after for n in found.nodes if n.after], found.until)
    return tuple(
        DiffNode(
            id=node.id,
            type=node.type,
            change=node.change,
            before=node_data(node.before, old) if node.before else None,
            after=node_data(node.after, new) if node.after else None,
            in_edges=tuple(into[node.id]),
            out_edges=tuple(out_of[node.id]),
        )
        for node in found.nodes
    )


@get(RunDiffQuestion.path, tag="Graphs", summary="Two runs of a job, and what went into them")
def run_diff(context: RequestContext, question: RunDiffQuestion) -> RunDiff:
    """Jobs and datasets matched by what they are, each with what is different: versions, schemas,
    code, state, duration, parameters, rows. `runs` are those of the job after the first, up to
    and with the second."""
    return ask_run_diff(context.snapshot, question)
