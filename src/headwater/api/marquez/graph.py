"""The graph of jobs and datasets in Marquez's shape: nodes with their details and their edges."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from headwater.answers.facets import Tag
from headwater.answers.graph import (
    ColumnLink,
    ContractMark,
    Edge,
    LatestRun,
    Node,
    Truncated,
    Vitals,
)
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetId
from headwater.api.marquez.node_details import NodeDetails
from headwater.api.marquez.words import JobType, StorageType, job_type, simple_name, storage_type
from headwater.model.facets import processing
from headwater.query.facets.annotations import tag_names, tags_on_whole
from headwater.query.graph.by_node import edges_by_node
from headwater.query.lineage.shown import Shown
from headwater.query.moments import duration_ms


class CanonicalName(msgspec.Struct, frozen=True, gc=False):
    """This is the canonical name of a job or dataset."""

    namespace: str
    name: str


class RunOfNode(msgspec.Struct, frozen=True, rename="camel", gc=False):
    """This is the last run of a job, or the last run that wrote a dataset."""

    id: str
    created_at: Instant
    updated_at: Instant
    """When the run ended or, if it has not, when it started."""
    state: str
    started_at: Instant
    ended_at: Instant | None
    duration_ms: int | None
    assumed_end: bool = False
    """Whether the end is that of a run above, as no end of its own has come (semantics 3.7)."""


class FieldOfDataset(msgspec.Struct, frozen=True, gc=False):
    """This is a field of a dataset."""

    name: str
    type: str | None
    tags: tuple[str, ...]


class NodeData(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """This is what is known of a job or dataset. What only one of the two has is left out of the
    other."""

    id: CanonicalName
    type: JobType | StorageType
    kind: str | None
    """The kind of a dataset (TABLE, VIEW, …), or how a job runs (BATCH, STREAMING, SERVICE)."""
    name: str
    simple_name: str | UnsetType = UNSET
    parent_job_name: str | UnsetType | None = UNSET
    physical_name: str | UnsetType = UNSET
    namespace: str
    source_name: str | UnsetType = UNSET
    description: str | None
    created_at: Instant | None
    """When the node was first seen in an event."""
    updated_at: Instant | None
    """When a job last ran, or a dataset's version began; else when the node was last seen in an
    event."""
    last_modified_at: Instant | UnsetType | None = UNSET
    last_lifecycle_state: str | UnsetType | None = UNSET
    inputs: tuple[DatasetId, ...] | UnsetType = UNSET
    outputs: tuple[DatasetId, ...] | UnsetType = UNSET
    location: str | UnsetType | None = UNSET
    """Where the job's code is."""
    latest_run: RunOfNode | None
    fields: tuple[FieldOfDataset, ...] | UnsetType = UNSET
    tags: tuple[str, ...]
    all_tags: tuple[Tag, ...]
    """The same tags with their values and sources."""
    aliases: tuple[str, ...]
    contracts: tuple[ContractMark, ...]
    version: str | None
    members: tuple[str, ...]
    """The jobs that this one stands for, if jobs are grouped."""
    stale: bool
    dropped: bool
    dangling: bool
    private: bool
    lineage_unknown: bool
    declared_only: bool
    provisional: bool
    did_not_exist_yet: bool
    vitals: Vitals | UnsetType = UNSET
    """How it is doing, if the question has `vitals`."""


class GraphNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """This is a job or dataset with its edges."""

    id: str
    type: Literal["JOB", "DATASET"]
    data: NodeData
    in_edges: tuple[Edge, ...]
    out_edges: tuple[Edge, ...]
    hidden_upstream: int
    hidden_downstream: int


class LineageAnswer(msgspec.Struct, frozen=True):
    """This is the graph of jobs and datasets in Marquez's shape."""

    graph: tuple[GraphNode, ...]
    truncated: Truncated | None
    columns: tuple[ColumnLink, ...] | None = None
    """The column edges between the datasets shown, if the question has `columns`."""


def lineage_answer(shown: Shown) -> LineageAnswer:
    """The graph in Marquez's shape."""
    graph = shown.answer
    into, out_of = edges_by_node(graph.edges)
    details = NodeDetails(shown)
    nodes = tuple(
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
    return LineageAnswer(nodes, graph.truncated, graph.columns)


def node_data(node: Node, details: NodeDetails) -> NodeData:
    shared = {
        "id": CanonicalName(node.namespace, node.name),
        "kind": node.kind,
        "name": node.name,
        "namespace": node.namespace,
        "description": node.description,
        "latest_run": _run_of_node(node.run) if node.run else None,
        "tags": tag_names(node.tags),
        "all_tags": tags_on_whole(node.tags),
        "aliases": node.aliases,
        "contracts": node.contracts,
        "version": node.version,
        "members": node.members,
        "vitals": node.vitals or UNSET,
        **msgspec.structs.asdict(node.marks),
    }
    if node.type == "JOB":
        job = details.of_job(node)
        return NodeData(
            type=job_type(processing(node.kind or "")),
            simple_name=simple_name(node.name),
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


def _run_of_node(run: LatestRun) -> RunOfNode:
    return RunOfNode(
        run.id,
        run.started_at,
        run.ended_at or run.started_at,
        run.state,
        run.started_at,
        run.ended_at,
        duration_ms(run.started_at, run.ended_at),
        run.assumed_end,
    )
