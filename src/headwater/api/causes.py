"""Who is reached, what changed, and why: `/lineage/impact`, the diffs, `/runlineage/why`."""

from collections import defaultdict
from typing import Annotated, Literal

import msgspec

from headwater.api.lineage import NodeData, NodeId, node_data
from headwater.api.operations import Plain, Reading, Text, get
from headwater.api.parameters import Depth, Moment
from headwater.query.formats import impact_table
from headwater.query.graph import Truncated
from headwater.query.graph_diff import EdgeDiff, GraphDiff, NodeChange
from headwater.query.graph_diff import graph_diff as ask_graph_diff
from headwater.query.impact import Impact
from headwater.query.impact import impact as ask_impact
from headwater.query.lineage import DEPTH, Scope
from headwater.query.moments import Instant
from headwater.query.node_details import NodeDetails
from headwater.query.node_diffs import Change
from headwater.query.run_diff import RunDiff
from headwater.query.run_diff import run_diff as ask_run_diff
from headwater.query.run_ids import run_node
from headwater.query.walk import OneWay
from headwater.query.why import Why
from headwater.query.why import why as ask_why
from headwater.store import Snapshot

_TAG = "Graphs"
RunId = Annotated[str, msgspec.Meta(description="The id of a run.")]


class ImpactAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    node_id: Annotated[
        str, msgspec.Meta(description="A job, a dataset, or a field of one (columns too).")
    ]
    direction: OneWay = "downstream"
    depth: Annotated[Depth, msgspec.Meta(description="Hops from job to job.")] = DEPTH
    at: Annotated[Moment | None, msgspec.Meta(description="As of this time.")] = None
    format: Literal["json", "csv"] = "json"


@get("/lineage/impact", tag=_TAG, summary="All that is reached from a node", media=("text/csv",))
def impact(reading: Reading, asked: ImpactAsked) -> Impact | Text:
    """Each job, dataset, column and contract reached along the flows of data, with its distance,
    one shortest path, and who owns it. From a column, what lies where nobody says which columns
    went on is `possible`."""
    found = ask_impact(
        reading.snapshot,
        asked.node_id,
        direction=asked.direction,
        depth=asked.depth,
        at=asked.at,
    )
    return found if asked.format == "json" else Text("text/csv", impact_table(found))


class GraphDiffAsked(
    msgspec.Struct, frozen=True, kw_only=True, rename={"node_id": "nodeId", "since": "from"}
):
    node_id: NodeId
    since: Annotated[Moment, msgspec.Meta(description="The earlier moment.")]
    to: Annotated[Moment | None, msgspec.Meta(description="The later one; now, if left out.")] = (
        None
    )
    depth: Annotated[Depth, msgspec.Meta(description="Hops from job to job.")] = DEPTH
    scope: Scope = "neighbourhood"


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


@get("/lineage/diff", tag=_TAG, summary="The graph around a node at two moments")
def graph_diff(reading: Reading, asked: GraphDiffAsked) -> GraphDiffAnswer | Plain[GraphDiff]:
    """Nodes and edges that are the same, added, removed or changed, and what changed: job
    versions, schemas, columns, marks."""
    found = ask_graph_diff(
        reading.snapshot,
        asked.node_id,
        since=asked.since,
        until=asked.to,
        depth=asked.depth,
        scope=asked.scope,
    )
    if reading.wants_plain:
        return Plain(found)
    return GraphDiffAnswer(
        graph=_compared(reading.snapshot, found),
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


class RunDiffAsked(msgspec.Struct, frozen=True, kw_only=True, rename={"before": "from"}):
    before: RunId
    to: RunId
    depth: Annotated[Depth, msgspec.Meta(description="Hops from run to run.")] = DEPTH


@get("/runlineage/diff", tag=_TAG, summary="Two runs of a job, and what went into them")
def run_diff(reading: Reading, asked: RunDiffAsked) -> RunDiff:
    """Jobs and datasets matched by what they are, each with what is different: versions, schemas,
    code, state, duration, parameters, rows. `runs` are those of the job after the first, up to
    and with the second."""
    first, second = run_node(asked.before), run_node(asked.to)
    return ask_run_diff(reading.snapshot, first, second, depth=asked.depth)


class WhyAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    run_id: RunId
    against: Annotated[
        str | None,
        msgspec.Meta(description="Another run of the job; the last completed one before, if none."),
    ] = None
    depth: Annotated[Depth, msgspec.Meta(description="Hops from run to run.")] = DEPTH


@get("/runlineage/why", tag=_TAG, summary="Why a run failed, or came out otherwise")
def why(reading: Reading, asked: WhyAsked) -> Why:
    """The likely causes, the likeliest first, each with its evidence: runs, versions, and the path
    from the cause to the run."""
    against = run_node(asked.against) if asked.against is not None else None
    return ask_why(reading.snapshot, run_node(asked.run_id), against=against, depth=asked.depth)
