"""The versions of jobs and datasets, and what changed from one to the next."""

from typing import Literal

import msgspec

from headwater.answers.catalog import StorageType
from headwater.answers.facets import Facets, Tag
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetId, JobVersionId
from headwater.answers.runs import Run
from headwater.answers.versions import CodeVersion, DatasetField, Field, JobChange, SchemaChange


class VersionDetails(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: DatasetId
    type: StorageType
    name: str
    physical_name: str
    created_at: Instant | None
    """None for the version before all events."""
    version: str
    namespace: str
    source_name: str
    fields: tuple[DatasetField, ...]
    tags: tuple[str, ...]
    lifecycle_state: str | None
    description: str | None
    current_schema_version: str | None
    """Equal for equal schemas."""
    created_by_run: Run | None
    """None where no run says that it wrote it."""
    facets: Facets
    node_id: str
    kind: str
    """write, event, observed, pinned or initial: how it came to be known."""
    until: Instant | None
    storage_version: str | None
    schema_inherited: bool
    schema_change: SchemaChange | None
    """Against the version before; None for the first, and where one of the two has no schema."""
    seen_by_run: str | None
    """The run whose read brought to light a version that no run wrote."""
    follows: str | None
    renamed_from: str | None
    row_count: int | None


class VersionList(msgspec.Struct, frozen=True, rename="camel"):
    versions: tuple[VersionDetails, ...]
    total_count: int
    next: str | None


class DatasetHistoryEntry(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A version, or the drop that ended one."""

    type: Literal["version", "drop"]
    id: str | None = None
    version: str | None = None
    since: Instant | None
    until: Instant | None = None
    kind: str | None = None
    run: str | None
    """The run that wrote it, whose read showed it, or that dropped the dataset."""
    job: str | None
    storage_version: str | None = None
    fields: tuple[Field, ...] = ()
    schema_inherited: bool = False
    change: SchemaChange | None = None
    """None for the first version, and where one of the two has no schema."""
    follows: str | None = None
    """The version that a read saw changed, or that was renamed."""
    renamed_from: str | None = None
    """The dataset that was renamed to this one."""
    row_count: int | None = None
    """How many rows the run says it wrote."""


class DatasetHistory(msgspec.Struct, frozen=True, rename="camel"):
    dataset: str
    versions: tuple[DatasetHistoryEntry, ...]
    """Versions and drops."""
    total_count: int
    description: str | None = None
    tags: tuple[Tag, ...] = ()


class ListedJobVersion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: JobVersionId
    name: str
    created_at: Instant | None
    version: str
    namespace: str
    location: str | None
    inputs: tuple[DatasetId, ...]
    outputs: tuple[DatasetId, ...]
    latest_run: Run | None
    until: Instant | None
    """None while it holds."""
    basis: str
    """What began it: run, stream, declared (a job event) or provisional (an unfinished run)."""
    began_by: str | None
    """The run whose entry began it."""
    code: CodeVersion
    lineage_unknown: bool
    confirmed_at: Instant | None
    change: JobChange | None
    """How it differs from the version before; None for the first."""


class JobVersionList(msgspec.Struct, frozen=True, rename="camel"):
    versions: tuple[ListedJobVersion, ...]
    total_count: int
    next: str | None


class JobHistoryEntry(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: str
    version: str
    since: Instant | None
    until: Instant | None
    basis: str
    began_by: str | None
    """The run whose entry began it."""
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    code: CodeVersion
    lineage_unknown: bool
    confirmed_at: Instant | None
    change: JobChange | None
    """None for the first version."""


class DeclaredIo(msgspec.Struct, frozen=True, rename="camel"):
    """What a job event says the job reads and writes (semantics 4.2)."""

    at: Instant
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]


class JobHistory(msgspec.Struct, frozen=True, rename="camel"):
    job: str
    versions: tuple[JobHistoryEntry, ...]
    total_count: int
    declared: tuple[DeclaredIo, ...] = ()
    """By job events, the newest first; whether they count, the versions say."""
    description: str | None = None
    tags: tuple[Tag, ...] = ()
