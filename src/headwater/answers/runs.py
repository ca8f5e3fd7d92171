"""Runs: in short, in full, and what they read and wrote."""

import msgspec
from msgspec import UNSET, UnsetType

from headwater.answers.facets import Facets, PartitionFacets
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetVersionId, JobId, JobVersionId


class RunSummary(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: str
    run_id: str
    """Shared with other jobs where `id` is another one (semantics 3.1)."""
    raw_run_id: str
    job: str
    namespace: str
    name: str
    state: str
    started_at: Instant
    ended_at: Instant | None
    nominal_start: Instant | None
    nominal_end: Instant | None
    batch_id: str | None
    attempt: int | None
    """Which attempt at its batch it is; None where no batch is known."""
    processing: str
    code_version: str | None
    code_url: str | None
    parent: str | None
    """The run that started it, if that is known."""
    parent_job: str | None
    stub: bool = False
    """Whether only its children name it, and it sent no event itself (semantics 3.5)."""

    @property
    def duration(self) -> int | None:
        """In µs."""
        return None if self.ended_at is None else self.ended_at - self.started_at


class RunList(msgspec.Struct, frozen=True, rename="camel"):
    runs: tuple[RunSummary, ...]
    total_count: int
    next: str | None = None
    """Where the next page begins; None on the last one."""


class RunReference(msgspec.Struct, frozen=True, rename="camel"):
    """Another run; `is_known` is False for one that only this run has named."""

    id: str
    job: str | None
    is_known: bool


class VersionUsed(msgspec.Struct, frozen=True, rename="camel"):
    """A version that a run read or wrote."""

    id: str
    version: str
    kind: str
    storage_version: str | None
    since: Instant | None
    """None for the version before all time."""


class DatasetUsed(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A dataset among a run's inputs or outputs."""

    dataset: str
    versions: tuple[VersionUsed, ...]
    """None for an output of a run that did not complete, or that was dropped."""
    partitions: tuple[str, ...]
    pin: str | None
    lifecycle: str | None
    facets: Facets
    by_partition: tuple[PartitionFacets, ...]
    """Input or output facets."""
    row_count: int | None
    """Read or written, as the run says."""


class RunDetails(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    run: RunSummary
    job_version: str | None
    is_provisional: bool
    """Whether the run, still unfinished, may yet belong to another version of its job."""
    inputs: tuple[DatasetUsed, ...]
    outputs: tuple[DatasetUsed, ...]
    parent: RunReference | None
    root: RunReference | None
    children: tuple[RunReference, ...]
    siblings: tuple[RunReference, ...]
    """Runs of other jobs under the same runId."""
    facets: Facets
    job_facets: Facets


class DatasetVersionUsed(msgspec.Struct, frozen=True, rename="camel"):
    dataset_version_id: DatasetVersionId
    facets: Facets
    """The input or output facets of the run; what it counted, of all partitions together."""


class Run(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A run of a job. What comes after `jobVersion` is left out of the runs in lists of jobs."""

    id: str
    run_id: str
    """Shared with other jobs where `id` is another one (semantics 3.1)."""
    job: JobId
    created_at: Instant
    """Its first event."""
    updated_at: Instant
    """Its last event."""
    nominal_start_time: Instant | None
    nominal_end_time: Instant | None
    state: str
    started_at: Instant
    ended_at: Instant | None
    duration_ms: int | None
    batch: str | None
    """Its batch id, else its nominal start: what all attempts at the same work have in common."""
    job_version: JobVersionId | None
    stub: bool = False
    """Whether only its children name it, and it sent no event itself (semantics 3.5)."""
    args: dict[str, str] | UnsetType = UNSET
    input_dataset_versions: tuple[DatasetVersionUsed, ...] | UnsetType = UNSET
    output_dataset_versions: tuple[DatasetVersionUsed, ...] | UnsetType = UNSET
    facets: Facets | UnsetType = UNSET
    attempt: int | UnsetType | None = UNSET
    """Which attempt at its batch it is; None where no batch is known."""
    parent: RunReference | UnsetType | None = UNSET
    root: RunReference | UnsetType | None = UNSET
    siblings: tuple[RunReference, ...] | UnsetType = UNSET
    """Runs of other jobs under the same run id."""


class RunInFull(Run, frozen=True, kw_only=True, rename="camel"):
    """A run by itself."""

    raw_run_id: str
    """The run id as it was sent."""
    processing: str
    is_provisional: bool
    """Whether the run, still unfinished, may yet belong to another version of its job."""
    inputs: tuple[DatasetUsed, ...]
    outputs: tuple[DatasetUsed, ...]
    children: tuple[RunReference, ...]
    job_facets: Facets


class RunPage(msgspec.Struct, frozen=True, rename="camel"):
    runs: tuple[Run, ...]
    total_count: int
    next: str | None


class RunFacets(msgspec.Struct, frozen=True, rename="camel"):
    run_id: str
    facets: Facets
    """By name; those of datasets by the datasets' node ids first."""
