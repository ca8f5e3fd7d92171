"""Answers about the versions of jobs and datasets, and what changed from one to the next."""

from typing import Literal

import msgspec

from headwater.answers.facets import Facets, Tag
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetId
from headwater.answers.runs import Run
from headwater.answers.versions import CodeVersion, DatasetField, Field, JobChange, SchemaChange


class VersionDetails(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a version of a dataset, with its fields and facets."""

    name: str
    created_at: Instant | None
    """When the version began, or None for the initial version, which is older than all events."""
    version: str
    namespace: str
    source_name: str
    fields: tuple[DatasetField, ...]
    tags: tuple[str, ...]
    description: str | None
    current_schema_version: str | None
    """An id of the schema. Equal schemas have equal ids."""
    created_by_run: Run | None
    """The run that wrote the version, or None if none is known."""
    facets: Facets
    node_id: str
    dataset_kind: str | None
    """The type that producers state for the dataset, such as TABLE, VIEW or TOPIC."""
    kind: str
    """How the version became known: write, event, observed, pinned or initial."""
    until: Instant | None
    storage_version: str | None
    schema_inherited: bool
    schema_change: SchemaChange | None
    """The change since the version before, or None if one of the two is missing or has no
    schema."""
    seen_by_run: str | None
    """The run whose read revealed this version, if no run wrote it."""
    follows: str | None
    renamed_from: str | None
    row_count: int | None


class VersionList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of versions of a dataset."""

    versions: tuple[VersionDetails, ...]
    total_count: int
    next: str | None


class DatasetHistoryEntry(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a version of a dataset, or the drop that ended one."""

    type: Literal["version", "drop"]
    id: str | None = None
    version: str | None = None
    since: Instant | None
    until: Instant | None = None
    kind: str | None = None
    run: str | None
    """The run that wrote the version, that revealed it by a read, or that dropped the dataset."""
    job: str | None
    storage_version: str | None = None
    fields: tuple[Field, ...] = ()
    schema_inherited: bool = False
    change: SchemaChange | None = None
    """The change since the version before, or None if one of the two is missing or has no
    schema."""
    follows: str | None = None
    """The version that a read found changed, or that was renamed."""
    renamed_from: str | None = None
    """The dataset that was renamed to this one."""
    row_count: int | None = None
    """The number of rows that the run reports to have written."""


class DatasetHistory(msgspec.Struct, frozen=True, rename="camel", tag="DATASET", tag_field="type"):
    """This is a page of the history of a dataset, which has its versions and its drops, the newest
    first."""

    dataset: str
    versions: tuple[DatasetHistoryEntry, ...]
    """The versions and the drops."""
    total_count: int
    next: str | None
    description: str | None = None
    tags: tuple[Tag, ...] = ()


class ListedJobVersion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a version of a job, with what changed from the version before, and its last run."""

    name: str
    created_at: Instant | None
    version: str
    namespace: str
    location: str | None
    inputs: tuple[DatasetId, ...]
    outputs: tuple[DatasetId, ...]
    latest_run: Run | None
    until: Instant | None
    """When the version ended, or None while it is in force."""
    basis: str
    """What began the version: run, stream, declared (job event) or provisional (unfinished run)."""
    began_by: str | None
    """The run whose entry in the job's timeline began the version."""
    code: CodeVersion
    lineage_unknown: bool
    """Whether the lineage is still unknown. Once a later entry confirms the version, this is false,
    and `confirmed_at` says since when."""
    confirmed_at: Instant | None
    change: JobChange | None
    """How the version differs from the one before, or None for the first version."""


class JobVersionList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of versions of a job."""

    versions: tuple[ListedJobVersion, ...]
    total_count: int
    next: str | None


class JobHistoryEntry(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a version of a job, with what changed from the version before."""

    id: str
    version: str
    since: Instant | None
    until: Instant | None
    basis: str
    began_by: str | None
    """The run whose entry in the job's timeline began the version."""
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    code: CodeVersion
    lineage_unknown: bool
    """Whether the lineage is still unknown. Once a later entry confirms the version, this is false,
    and `confirmed_at` says since when."""
    confirmed_at: Instant | None
    change: JobChange | None
    """How the version differs from the one before, or None for the first version."""


class DeclaredIo(msgspec.Struct, frozen=True, rename="camel"):
    """These are the inputs and outputs that a job event declares for its job (semantics 4.2)."""

    at: Instant
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


class JobHistory(msgspec.Struct, frozen=True, rename="camel", tag="JOB", tag_field="type"):
    """This is a page of the history of a job, which has its versions, the newest first."""

    job: str
    versions: tuple[JobHistoryEntry, ...]
    total_count: int
    next: str | None
    declared: tuple[DeclaredIo, ...] = ()
    """What job events declare, newest first. The versions show whether it counts."""
    description: str | None = None
    tags: tuple[Tag, ...] = ()
