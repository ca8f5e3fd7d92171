"""Answers about runs: summaries, details, and the datasets that they read and wrote."""

import msgspec
from msgspec import UNSET, UnsetType

from headwater.answers.facets import Facets, PartitionFacets
from headwater.answers.moments import Instant, time_taken
from headwater.answers.names import DatasetVersionId, JobId, JobVersionId
from headwater.model.facets import Processing


class RunSummary(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a run as lists show it."""

    id: str
    run_id: str
    """The runId. It differs from `id` if another job was the first to use it (semantics 3.1)."""
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
    """The number of this attempt at its batch, or None if no batch is known."""
    processing: Processing
    code_version: str | None
    code_url: str | None
    parent: str | None
    """The run that started this one, if it is known."""
    parent_job: str | None
    stub: bool = False
    """Whether only its children name it, and it sent no event itself (semantics 3.5)."""
    assumed_end: bool = False
    """Whether the end is that of a run above, as no end of its own has come (semantics 3.7)."""

    @property
    def state_in_words(self) -> str:
        return f"{self.state} (assumed)" if self.assumed_end else self.state

    @property
    def duration(self) -> int | None:
        """The duration in microseconds, or None where start or end are not known."""
        return time_taken(self.started_at, self.ended_at)


class RunList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of runs in short."""

    runs: tuple[RunSummary, ...]
    total_count: int
    next: str | None = None
    """The cursor of the next page, or None on the last page."""


class RunReference(msgspec.Struct, frozen=True, rename="camel"):
    """This is a reference to a run. `isKnown` is false if there are no events of that run
    itself."""

    id: str
    job: str | None
    is_known: bool


class VersionUsed(msgspec.Struct, frozen=True, rename="camel"):
    """This is a dataset version that a run read or wrote."""

    id: str
    version: str
    kind: str
    storage_version: str | None
    since: Instant | None
    """When the version began, or None for the initial version, which is older than all events."""


class DatasetUsed(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a dataset among the inputs or outputs of a run."""

    dataset: str
    versions: tuple[VersionUsed, ...]
    """The versions read or written. It is empty for an output that the run dropped, or that it
    did not write because it did not complete."""
    partitions: tuple[str, ...]
    """The partitions read or written, by the names of the dataset and by `subset` facets."""
    pin: str | None
    lifecycle: str | None
    facets: Facets
    by_partition: tuple[PartitionFacets, ...]
    """The input or output facets of each partition."""
    row_count: int | None
    """The number of rows that the run reports to have read or written."""


class RunDetails(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a run with everything that is known about it."""

    run: RunSummary
    job_version: str | None
    is_provisional: bool
    """Whether the run is unfinished, so that it may yet belong to another version of its job."""
    inputs: tuple[DatasetUsed, ...]
    outputs: tuple[DatasetUsed, ...]
    parent: RunReference | None
    root: RunReference | None
    children: tuple[RunReference, ...]
    siblings: tuple[RunReference, ...]
    """The runs of other jobs under the same runId."""
    facets: Facets
    job_facets: Facets


class VersionWithFacets(msgspec.Struct, frozen=True, rename="camel"):
    """This is a dataset version that a run read or wrote, with what the run states about it."""

    dataset_version_id: DatasetVersionId
    facets: Facets
    """The input or output facets of the run, with the counts of all partitions added up."""


class Run(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a run of a job. In lists of jobs, the fields after `jobVersion` are left out."""

    id: str
    run_id: str
    """The runId. It differs from `id` if another job was the first to use it (semantics 3.1)."""
    job: JobId
    created_at: Instant
    """The time of the run's first event."""
    updated_at: Instant
    """The time of the run's last event."""
    nominal_start_time: Instant | None
    nominal_end_time: Instant | None
    state: str
    started_at: Instant
    ended_at: Instant | None
    duration_ms: int | None
    """How long the run took, or None while it goes on and where its start is not known (semantics
    3.4)."""
    batch: str | None
    """The batch id or, failing that, the nominal start. All attempts at the same work share it."""
    job_version: JobVersionId | None
    stub: bool = False
    """Whether only its children name it, and it sent no event itself (semantics 3.5)."""
    assumed_end: bool = False
    """Whether the end is that of a run above, as no end of its own has come (semantics 3.7)."""
    input_dataset_versions: tuple[VersionWithFacets, ...] | UnsetType = UNSET
    output_dataset_versions: tuple[VersionWithFacets, ...] | UnsetType = UNSET
    facets: Facets | UnsetType = UNSET
    attempt: int | UnsetType | None = UNSET
    """The number of this attempt at its batch, or None if no batch is known."""
    parent: RunReference | UnsetType | None = UNSET
    root: RunReference | UnsetType | None = UNSET
    siblings: tuple[RunReference, ...] | UnsetType = UNSET
    """The runs of other jobs under the same runId."""


class RunInFull(Run, frozen=True, kw_only=True, rename="camel"):
    """This is a run with the details that only an answer about a single run has."""

    raw_run_id: str
    """The run id exactly as it was sent."""
    processing: Processing
    is_provisional: bool
    """Whether the run is unfinished, so that it may yet belong to another version of its job."""
    inputs: tuple[DatasetUsed, ...]
    outputs: tuple[DatasetUsed, ...]
    children: tuple[RunReference, ...]
    job_facets: Facets


class JobRunList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of the runs of a job, with what they read and wrote."""

    runs: tuple[Run, ...]
    total_count: int
    next: str | None


class RunFacets(msgspec.Struct, frozen=True, rename="camel"):
    """These are the facets that the events of a run state."""

    run_id: str
    facets: Facets
    """The facets by name. The facets of datasets are first grouped by the datasets' node ids."""
