"""`GET /lineage`: the graph of jobs and datasets, now or as of any time (semantics 6)."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from headwater.answers.catalog import StorageType
from headwater.answers.graph import (
    ColumnLink,
    ContractMark,
    Edge,
    LatestRun,
    LineageGraph,
    Node,
    Truncated,
)
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetId
from headwater.api.http.operations import Plain, RequestContext, Text, get
from headwater.api.marquez.wire import CanonicalName, JobType, job_type, milliseconds, tag_names
from headwater.query.catalog.node_details import NodeDetails
from headwater.query.catalog.sources import storage_type
from headwater.query.formats.picture import lineage_picture
from headwater.query.formats.texts import dot, edge_list, mermaid
from headwater.query.lineage.lineage import lineage as ask_lineage
from headwater.questions.graph import LineageQuestion
from headwater.store import Snapshot

Form: TypeAlias = Literal["json", "csv", "dot", "mermaid"]
MEDIA = {"csv": "text/csv", "dot": "text/vnd.graphviz", "mermaid": "text/vnd.mermaid"}
_WRITERS = {"csv": edge_list, "dot": dot, "mermaid": mermaid}


class LineageRequest(LineageQuestion, frozen=True, kw_only=True):
    """The question, and the form of the answer."""

    format: Form = "json"


class RunOfNode(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """The last run of a job, or the last that wrote a dataset."""

    id: str
    created_at: Instant
    updated_at: Instant
    """When it ended, else when it started."""
    state: str
    started_at: Instant
    ended_at: Instant | None
    duration_ms: int | None


class FieldOfDataset(msgspec.Struct, frozen=True, gc=False):
    name: str
    type: str | None
    tags: tuple[str, ...]


class NodeData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What is known of a job or dataset; what only one of the two has is left out of the other."""

    id: CanonicalName
    type: JobType | StorageType
    kind: str | None
    """What a dataset is said to be (TABLE, VIEW, …), how a job runs (BATCH, STREAMING, SERVICE)."""
    name: str
    simple_name: str | UnsetType = UNSET
    parent_job_name: str | UnsetType | None = UNSET
    physical_name: str | UnsetType = UNSET
    namespace: str
    source_name: str | UnsetType = UNSET
    description: str | None
    created_at: Instant | None
    """When it first occurred."""
    updated_at: Instant | None
    """When a job last ran, as far as it came; when a dataset's version began; else when it last
    occurred."""
    last_modified_at: Instant | UnsetType | None = UNSET
    last_lifecycle_state: str | UnsetType | None = UNSET
    inputs: tuple[DatasetId, ...] | UnsetType = UNSET
    outputs: tuple[DatasetId, ...] | UnsetType = UNSET
    location: str | UnsetType | None = UNSET
    """Of its code."""
    latest_run: RunOfNode | None
    fields: tuple[FieldOfDataset, ...] | UnsetType = UNSET
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    contracts: tuple[ContractMark, ...]
    version: str | None
    members: tuple[str, ...]
    """The jobs that this one stands for, where jobs are rolled up."""
    stale: bool
    dropped: bool
    dangling: bool
    private: bool
    lineage_unknown: bool
    declared_only: bool
    provisional: bool
    did_not_exist_yet: bool


class GraphNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: str
    type: Literal["JOB", "DATASET"]
    data: NodeData
    in_edges: tuple[Edge, ...]
    out_edges: tuple[Edge, ...]
    hidden_upstream: int
    hidden_downstream: int


class LineageAnswer(msgspec.Struct, frozen=True):
    graph: tuple[GraphNode, ...]
    truncated: Truncated | None
    columns: tuple[ColumnLink, ...] | None = None
    """The column edges between the datasets shown, if asked for."""


@get(
    LineageQuestion.path,
    tag="Graphs",
    summary="The graph around a job or dataset",
    media=tuple(MEDIA.values()),
)
def lineage(
    context: RequestContext, question: LineageRequest
) -> LineageAnswer | Plain[LineageGraph] | Text:
    """The current graph, or as of a time. `both` goes along edges in either direction; `upstream`
    and `downstream` follow the flows of data inside jobs. A component is the same from each of its
    nodes, and knows neither depth nor direction."""
    graph = ask_lineage(context.snapshot, question)
    if question.format != "json":
        return Text(
            MEDIA[question.format], _WRITERS[question.format](lineage_picture(graph)) + "\n"
        )
    if context.wants_plain:
        return Plain(graph)
    nodes = graph_nodes(context.snapshot, graph, question.at)
    return LineageAnswer(nodes, graph.truncated, graph.columns)


def graph_nodes(snapshot: Snapshot, graph: LineageGraph, at: int | None) -> tuple[GraphNode, ...]:
    into, out_of = edges_by_node(graph.edges)
    details = NodeDetails(snapshot, graph.nodes, at)
    return tuple(
        GraphNode(
            id=node.id,
            type=node.type,
            data=node_data(node, details),
            in_edges=tuple(into[node.id]),
            out_edges=tuple(out_of[node.id]),
            hidden_upstream=node.hidden_upstream,
            hidden_downstream=node.hidden_downstream,
        )
        for node in graph.nodes
    )


def edges_by_node(
    edges: Iterable[Edge],
) -> tuple[defaultdict[str, list[Edge]], defaultdict[str, list[Edge]]]:
    """Those that lead into each node, and those that lead out of it, in order."""
    into: defaultdict[str, list[Edge]] = defaultdict(list)
    out_of: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in edges:
        into[edge.destination].append(edge)
        out_of[edge.origin].append(edge)
    return into, out_of


def node_data(node: Node, details: NodeDetails) -> NodeData:
    shared = {
        "id": CanonicalName(node.namespace, node.name),
        "kind": node.kind,
        "name": node.name,
        "namespace": node.namespace,
        "description": node.description,
        "latest_run": _run(node.run) if node.run else None,
        "tags": tag_names(node.tags),
        "aliases": node.aliases,
        "contracts": node.contracts,
        "version": node.version,
        "members": node.members,
        **msgspec.structs.asdict(node.marks),
    }
    if node.type == "JOB":
        job = details.of_job(node)
        return NodeData(
            type=job_type(node.kind),
            simple_name=node.name.rpartition(".")[2],
            parent_job_name=job.parent,
            created_at=job.created_at,
            updated_at=job.updated_at,
            inputs=job.inputs,
            outputs=job.outputs,
            location=job.location,
            **shared,
        )
    dataset = details.of_dataset(node)
    return NodeData(
        type=storage_type(node.namespace, node.kind),
        physical_name=dataset.physical_name,
        source_name=dataset.source_name,
        created_at=dataset.created_at,
        updated_at=dataset.updated_at,
        last_modified_at=dataset.last_modified_at,
        last_lifecycle_state=dataset.lifecycle,
        fields=tuple(
            FieldOfDataset(field.name, field.type, tag_names(node.tags, field.name))
            for field in dataset.fields
        ),
        **shared,
    )


def _run(run: LatestRun) -> RunOfNode:
    return RunOfNode(
        run.id,
        run.started_at,
        run.ended_at or run.started_at,
        run.state,
        run.started_at,
        run.ended_at,
        milliseconds(run.started_at, run.ended_at),
    )
