"""Answers about the catalog: jobs, datasets, namespaces, sources and tags, singly and in lists."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from headwater.answers.columns import DerivedColumn
from headwater.answers.facets import Facets, Tag
from headwater.answers.graph import ContractMark, Ending, LatestRun, Marks
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetId, NamedJob
from headwater.answers.runs import Run
from headwater.answers.versions import DatasetField
from headwater.model.facets import Processing


class Job(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a job with its current inputs and outputs, its latest runs and its facets."""

    name: str
    created_at: Instant | None
    updated_at: Instant | None
    namespace: str
    inputs: tuple[DatasetId, ...]
    outputs: tuple[DatasetId, ...]
    location: str | None
    description: str | None
    processing: Processing
    """How the job runs, by its last run or, if it has none, by its own facet."""
    latest_run: Run | None
    latest_runs: tuple[Run, ...] | UnsetType = UNSET
    """The latest runs, newest first. The field is left out if there are none."""
    facets: Facets
    current_version: str | None
    tags: tuple[str, ...]
    """The names of the tags, from producers and from users."""
    node_id: str
    parent: NamedJob | None
    """The job that starts this job."""
    root: NamedJob | None
    """The job at the top of this job's chain of parents."""
    marks: Marks
    deleted: bool
    all_tags: tuple[Tag, ...]
    """All tags with their values and sources. `tags` has the names alone."""


class JobList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of jobs."""

    jobs: tuple[Job, ...]
    total_count: int
    next: str | None
    """The cursor of the next page, or None on the last page."""


class ProducedBy(msgspec.Struct, frozen=True):
    """This is the run that last wrote a dataset, with the node id of the job that it belongs to."""

    job: str
    run: LatestRun


class Dataset(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a dataset with its current schema, its column lineage and its facets."""

    name: str
    created_at: Instant | None
    updated_at: Instant | None
    namespace: str
    source_name: str
    fields: tuple[DatasetField, ...]
    """The fields of the current version or, if the dataset was dropped, of its last version."""
    tags: tuple[str, ...]
    """The names of the tags on the dataset as a whole, from producers and from users."""
    last_modified_at: Instant | None
    """When the current version began, or None if it is older than all events."""
    description: str | None
    current_version: str | None
    column_lineage: tuple[DerivedColumn, ...] | None
    """What the columns are derived from, or None if no column lineage is known."""
    facets: Facets
    deleted: bool
    node_id: str
    aliases: tuple[str, ...]
    """The node ids of the dataset's other names."""
    kind: str | None
    """The type that producers state for the dataset, such as TABLE, VIEW or TOPIC."""
    marks: Marks
    produced_by: ProducedBy | None
    all_tags: tuple[Tag, ...]
    """All tags of the dataset and of its fields, with their values and sources."""
    contracts: tuple[ContractMark, ...]
    """The data contracts that cover the dataset."""
    ending: Ending | None
    """What became of the dataset, if it was dropped or renamed and not written since."""


class DatasetList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of datasets."""

    datasets: tuple[Dataset, ...]
    total_count: int
    next: str | None
    """The cursor of the next page, or None on the last page."""


class Namespace(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a namespace of jobs or datasets, with its owner."""

    name: str
    created_at: Instant | None
    updated_at: Instant | None
    owner: str | None
    """The owner whom a user has set, or None if nobody has."""
    description: str | None
    is_hidden: bool


class NamespaceList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of namespaces."""

    namespaces: tuple[Namespace, ...]
    total_count: int
    next: str | None


class Source(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a place where datasets are stored, such as a database."""

    type: str
    name: str
    created_at: Instant | None
    updated_at: Instant | None
    connection_url: str
    description: str | None


class SourceList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of sources."""

    sources: tuple[Source, ...]
    total_count: int
    next: str | None


class TagDescription(msgspec.Struct, frozen=True):
    """This is a tag, with what users say it means."""

    name: str
    description: str | None


class TagList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of tags."""

    tags: tuple[TagDescription, ...]
    total_count: int
    next: str | None


class Edited(msgspec.Struct, frozen=True, rename="camel"):
    """This is what was edited, by its canonical name."""

    node_id: str


class CatalogRow(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the summary of a job or a dataset that the catalog lists."""

    node_id: str
    type: Literal["JOB", "DATASET"]
    namespace: str
    name: str
    kind: str | None
    """How a job runs (BATCH, STREAMING, SERVICE), or the type of a dataset (TABLE, VIEW, …)."""
    description: str | None
    tags: tuple[str, ...]
    all_tags: tuple[Tag, ...]
    """The same tags with their values and sources."""
    updated_at: Instant | None
    """When the job or dataset last occurred in an event."""
    latest_run: LatestRun | None
    """The last run of a job, or the last run that wrote a dataset."""
    fields: int | None
    """The number of fields that a dataset has now."""
    marks: Marks


class Catalog(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of the catalog, which lists jobs or datasets as rows of a table."""

    rows: tuple[CatalogRow, ...]
    total_count: int
    next: str | None
