"""Operations on jobs, their versions and their runs."""

from headwater.api.http.operations import RequestContext, get
from headwater.api.marquez.jobs import (
    MarquezJob,
    MarquezJobList,
    MarquezJobVersion,
    MarquezJobVersionList,
    marquez_job,
    marquez_job_version,
    marquez_job_versions,
    marquez_jobs,
)
from headwater.api.marquez.runs import MarquezRunList, marquez_runs
from headwater.api.marquez.unused_parameters import IN_LISTS
from headwater.query.catalog.jobs import job as ask_job
from headwater.query.catalog.jobs import jobs as ask_jobs
from headwater.query.history.job_versions import job_version_list, listed_job_version
from headwater.query.runs.job_runs import job_runs as ask_runs
from headwater.questions.catalog import (
    JobQuestion,
    JobsOfNamespaceQuestion,
    JobsQuestion,
    JobVersionQuestion,
    JobVersionsQuestion,
)
from headwater.questions.runs import JobRunsQuestion

_TAG = "Jobs"


@get(JobsQuestion.path, tag=_TAG, summary="List all jobs", unused=IN_LISTS)
def all_jobs(context: RequestContext, question: JobsQuestion) -> MarquezJobList:
    """The most recently seen jobs come first. Deleted ones are left out."""
    return marquez_jobs(
        ask_jobs(context.snapshot, last_run_states=question.last_run_states, page=question.page)
    )


@get(
    JobsOfNamespaceQuestion.path,
    tag=_TAG,
    summary="List the jobs of a namespace",
    unused=IN_LISTS,
)
def jobs_of_namespace(context: RequestContext, question: JobsOfNamespaceQuestion) -> MarquezJobList:
    """The most recently seen jobs come first. Deleted ones are left out."""
    return marquez_jobs(
        ask_jobs(
            context.snapshot,
            question.namespace,
            last_run_states=question.last_run_states,
            page=question.page,
        )
    )


@get(JobQuestion.path, tag=_TAG, summary="Get a job")
def one_job(context: RequestContext, question: JobQuestion) -> MarquezJob:
    """Returns what the job reads and writes now, its last runs, and its facets, tags and
    description."""
    return marquez_job(ask_job(context.snapshot, question.namespace, question.job))


@get(JobVersionsQuestion.path, tag=_TAG, summary="List the versions of a job")
def job_versions(context: RequestContext, question: JobVersionsQuestion) -> MarquezJobVersionList:
    """The newest version comes first. Each version has what changed from the version before, and
    its last run."""
    return marquez_job_versions(
        job_version_list(
            context.snapshot, question.namespace, question.job, question.page, question.at
        )
    )


@get(
    JobVersionQuestion.path,
    tag=_TAG,
    summary="Get a version of a job",
)
def job_version(context: RequestContext, question: JobVersionQuestion) -> MarquezJobVersion:
    """The version is looked up by its id, among those of this job."""
    return marquez_job_version(
        listed_job_version(context.snapshot, question.namespace, question.job, question.version)
    )


@get(JobRunsQuestion.path, tag="Runs", summary="List the runs of a job")
def runs_of_job(context: RequestContext, question: JobRunsQuestion) -> MarquezRunList:
    """The runs that started last come first."""
    return marquez_runs(
        ask_runs(
            context.snapshot,
            question.namespace,
            question.job,
            batch=question.batch,
            page=question.page,
        )
    )
