"""Jobs as Marquez's clients expect them: with fields that say nothing more to anybody else."""

from headwater.answers.catalog import Job, JobList


class MarquezJob(Job, frozen=True, kw_only=True, rename="camel"):
    """A job with its current inputs and outputs, its latest runs and its facets."""

    simple_name: str
    """The name after its last dot."""
    parent_job_uuid: None = None
    """Always null, as a job is identified by its name and not by a UUID."""
    labels: tuple[str, ...] = ()
    """Always empty. `tags` has the tags."""


class MarquezJobList(JobList, frozen=True, rename="camel"):
    jobs: tuple[MarquezJob, ...]


def marquez_jobs(found: JobList) -> MarquezJobList:
    return MarquezJobList(tuple(map(marquez_job, found.jobs)), found.total_count, found.next)


def marquez_job(found: Job) -> MarquezJob:
    known = {name: getattr(found, name) for name in Job.__struct_fields__}
    return MarquezJob(**known, simple_name=found.name.rpartition(".")[2])
