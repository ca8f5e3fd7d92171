"""Jobs, datasets, namespaces, sources and tags, one by one and as lists."""

from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from headwater.answers.columns import DerivedColumn
from headwater.answers.facets import Facets, Tag
from headwater.answers.graph import ContractMark, LatestRun, Marks
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetId, JobId
from headwater.answers.runs import Run
from headwater.answers.versions import DatasetField

JobType: TypeAlias = Literal["BATCH", "STREAM", "SERVICE"]

StorageType: TypeAlias = Literal["DB_TABLE", "STREAM"]


class Job(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: JobId
    type: JobType
    name: str
    simple_name: str
    parent_job_name: str | None
    parent_job_uuid: None = None
    """Jobs are known by name."""
    created_at: Instant | None
    updated_at: Instant | None
    namespace: str
    inputs: tuple[DatasetId, ...]
    outputs: tuple[DatasetId, ...]
    location: str | None
    description: str | None
    latest_run: Run | None
    latest_runs: tuple[Run, ...] | UnsetType = UNSET
    """The newest first; left out where there are none."""
    facets: Facets
    current_version: str | None
    labels: tuple[str, ...] = ()
    tags: tuple[str, ...]
    node_id: str
    parent: str | None
    """The node id of the job that starts it."""
    root: str | None
    """The node id of the job at the top of those."""
    marks: Marks
    deleted: bool
    all_tags: tuple[Tag, ...]
    """Each with its value and with who says so."""


class JobList(msgspec.Struct, frozen=True, rename="camel"):
    jobs: tuple[Job, ...]
    total_count: int
    next: str | None


class ProducedBy(msgspec.Struct, frozen=True):
    """The run that last wrote a dataset, and its job's node id."""

    job: str
    run: LatestRun


class Dataset(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: DatasetId
    type: StorageType
    name: str
    physical_name: str
    created_at: Instant | None
    updated_at: Instant | None
    namespace: str
    source_name: str
    fields: tuple[DatasetField, ...]
    """Of the current version, or, once it was dropped, of its last."""
    tags: tuple[str, ...]
    """Of the dataset as a whole, by producers and users."""
    last_modified_at: Instant | None
    """When the current version began; None if that was before all events."""
    last_lifecycle_state: str | None
    description: str | None
    current_version: str | None
    column_lineage: tuple[DerivedColumn, ...] | None
    """None where nothing is said of any column."""
    facets: Facets
    deleted: bool
    node_id: str
    aliases: tuple[str, ...]
    """The node ids of its other names."""
    kind: str | None
    """What it is said to be: TABLE, VIEW, TOPIC, …"""
    marks: Marks
    produced_by: ProducedBy | None
    all_tags: tuple[Tag, ...]
    """Those of its fields too, each with its value and with who says so."""
    contracts: tuple[ContractMark, ...]
    """Data contracts that cover it."""


class DatasetList(msgspec.Struct, frozen=True, rename="camel"):
    datasets: tuple[Dataset, ...]
    total_count: int
    next: str | None
    """Where the next page begins; None on the last one."""


class Namespace(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    name: str
    created_at: Instant | None
    updated_at: Instant | None
    owner_name: str
    description: str | None
    is_hidden: bool


class NamespaceList(msgspec.Struct, frozen=True, rename="camel"):
    namespaces: tuple[Namespace, ...]
    total_count: int
    next: str | None


class Source(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    type: str
    name: str
    created_at: Instant | None
    updated_at: Instant | None
    connection_url: str
    description: str | None


class SourceList(msgspec.Struct, frozen=True, rename="camel"):
    sources: tuple[Source, ...]
    total_count: int
    next: str | None


class TagDescription(msgspec.Struct, frozen=True):
    name: str
    description: str | None


class TagList(msgspec.Struct, frozen=True, rename="camel"):
    tags: tuple[TagDescription, ...]
    total_count: int
    next: str | None


class CatalogRow(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A job or dataset in short."""

    node_id: str
    type: Literal["JOB", "DATASET"]
    namespace: str
    name: str
    kind: str | None
    """How a job runs (BATCH, STREAMING, SERVICE); what a dataset is said to be (TABLE, VIEW, …)."""
    description: str | None
    tags: tuple[str, ...]
    updated_at: Instant | None
    """When it last occurred."""
    latest_run: LatestRun | None
    """The last run of a job, or the last that wrote a dataset."""
    fields: int | None
    """How many fields a dataset has now."""
    marks: Marks


class Catalog(msgspec.Struct, frozen=True, rename="camel"):
    rows: tuple[CatalogRow, ...]
    total_count: int
