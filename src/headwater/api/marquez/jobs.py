"""Jobs as Marquez's clients expect them: in its words, and with fields that only they read."""

from headwater.answers.catalog import Job, JobList
from headwater.api.marquez.words import JobType, job_type, simple_name


class MarquezJob(Job, frozen=True, kw_only=True, rename="camel"):
    """A job with its current inputs and outputs, its latest runs and its facets."""

    type: JobType
    """How the job runs, in Marquez's words. `processing` has the words of OpenLineage."""
    simple_name: str
    """The name after its last dot."""
    parent_job_name: str | None
    """The name of the job that starts this job. `parent` has its namespace and node id as well."""
    parent_job_uuid: None = None
    """Always null, as a job is identified by its name and not by a UUID."""
    labels: tuple[str, ...] = ()
    """Always empty. `tags` has the tags."""


class MarquezJobList(JobList, frozen=True, rename="camel"):
    """Jobs, the most recently seen first."""

    jobs: tuple[MarquezJob, ...]


def marquez_jobs(found: JobList) -> MarquezJobList:
    return MarquezJobList(tuple(map(marquez_job, found.jobs)), found.total_count, found.next)


def marquez_job(found: Job) -> MarquezJob:
    known = {name: getattr(found, name) for name in Job.__struct_fields__}
    return MarquezJob(
        **known,
        type=job_type(found.processing),
        simple_name=simple_name(found.name),
        parent_job_name=found.parent.name if found.parent else None,
    )
