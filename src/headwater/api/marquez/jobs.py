"""Jobs and their versions as Marquez's clients expect them: in its words, and with fields that only
they read."""

from headwater.answers.catalog import Job, JobList
from headwater.answers.history import JobVersionList, ListedJobVersion
from headwater.answers.names import JobId, JobVersionId
from headwater.api.marquez.extended import extended
from headwater.api.marquez.runs import MarquezRun, marquez_run
from headwater.api.marquez.words import JobType, job_type, simple_name


class MarquezJob(Job, frozen=True, kw_only=True, rename="camel"):
    """This is a job with its current inputs and outputs, its latest runs and its facets."""

    id: JobId
    """The name of the job. `nodeId` has the id that questions take."""
    type: JobType
    """How the job runs, in Marquez's words. `processing` has the words of OpenLineage."""
    simple_name: str
    """The name after its last dot."""
    parent_job_name: str | None
    """The name of the job that starts this job. `parent` has its namespace and node id as well."""
    parent_job_uuid: None = None
    """Always null, as a job is identified by its name and not by a UUID."""
    latest_run: MarquezRun | None
    labels: tuple[str, ...] = ()
    """Always empty. `tags` has the tags."""


class MarquezJobList(JobList, frozen=True, rename="camel"):
    """These are jobs, the most recently seen first."""

    jobs: tuple[MarquezJob, ...]


class MarquezJobVersion(ListedJobVersion, frozen=True, kw_only=True, rename="camel"):
    """This is a version of a job, with what changed from the version before, and its last run."""

    id: JobVersionId
    """The name of the job, and the id of the version."""
    latest_run: MarquezRun | None


class MarquezJobVersionList(JobVersionList, frozen=True, rename="camel"):
    """This is a page of versions of a job."""

    versions: tuple[MarquezJobVersion, ...]


def marquez_jobs(found: JobList) -> MarquezJobList:
    return extended(MarquezJobList, found, jobs=tuple(map(marquez_job, found.jobs)))


def marquez_job(found: Job) -> MarquezJob:
    return extended(
        MarquezJob,
        found,
        id=JobId(found.namespace, found.name),
        latest_run=marquez_run(found.latest_run) if found.latest_run else None,
        type=job_type(found.processing),
        simple_name=simple_name(found.name),
        parent_job_name=found.parent.name if found.parent else None,
    )


def marquez_job_versions(found: JobVersionList) -> MarquezJobVersionList:
    shown = tuple(map(marquez_job_version, found.versions))
    return extended(MarquezJobVersionList, found, versions=shown)


def marquez_job_version(found: ListedJobVersion) -> MarquezJobVersion:
    return extended(
        MarquezJobVersion,
        found,
        id=JobVersionId(found.namespace, found.name, found.version),
        latest_run=marquez_run(found.latest_run) if found.latest_run else None,
    )
