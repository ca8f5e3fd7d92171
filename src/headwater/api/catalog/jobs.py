"""Jobs, their versions and their runs."""

from typing import Annotated

import msgspec

from headwater.answers.catalog import Job, JobList
from headwater.answers.history import JobVersionList, ListedJobVersion
from headwater.answers.runs import RunPage
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.paging import PageAsked
from headwater.query.catalog.jobs import RunState
from headwater.query.catalog.jobs import job as ask_job
from headwater.query.catalog.jobs import jobs as ask_jobs
from headwater.query.history.job_versions import job_version_list, listed_job_version
from headwater.query.runs.job_runs import job_runs as ask_runs

_TAG = "Jobs"


class JobsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    last_run_states: Annotated[
        tuple[RunState, ...],
        msgspec.Meta(description="Only jobs whose last run is in one of these states."),
    ] = ()


class JobsOfNamespaceAsked(JobsAsked, frozen=True, kw_only=True, rename="camel"):
    namespace: str


class JobAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    job: str


class VersionsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    job: str


class JobVersionAsked(JobAsked, frozen=True, kw_only=True, rename="camel"):
    version: str


class RunsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    job: str
    batch: Annotated[
        str | None,
        msgspec.Meta(description="Only attempts at this batch: a batch id, or a nominal start."),
    ] = None


@get("/jobs", tag=_TAG, summary="All jobs")
def all_jobs(context: RequestContext, asked: JobsAsked) -> JobList:
    """Those that occurred last come first; deleted ones are left out."""
    return ask_jobs(context.snapshot, last_run_states=asked.last_run_states, page=asked.page)


@get("/namespaces/{namespace}/jobs", tag=_TAG, summary="The jobs of a namespace")
def jobs_of_namespace(context: RequestContext, asked: JobsOfNamespaceAsked) -> JobList:
    """Those that occurred last come first; deleted ones are left out."""
    return ask_jobs(
        context.snapshot,
        asked.namespace,
        last_run_states=asked.last_run_states,
        page=asked.page,
    )


@get("/namespaces/{namespace}/jobs/{job}", tag=_TAG, summary="A job")
def one_job(context: RequestContext, asked: JobAsked) -> Job:
    """What it reads and writes now, its last runs, and what was said of it."""
    return ask_job(context.snapshot, asked.namespace, asked.job)


@get("/namespaces/{namespace}/jobs/{job}/versions", tag=_TAG, summary="The versions of a job")
def job_versions(context: RequestContext, asked: VersionsAsked) -> JobVersionList:
    """The newest first, each with what changed from the one before, and its last run."""
    return job_version_list(context.snapshot, asked.namespace, asked.job, asked.page)


@get(
    "/namespaces/{namespace}/jobs/{job}/versions/{version}",
    tag=_TAG,
    summary="A version of a job",
)
def job_version(context: RequestContext, asked: JobVersionAsked) -> ListedJobVersion:
    return listed_job_version(context.snapshot, asked.namespace, asked.job, asked.version)


@get("/namespaces/{namespace}/jobs/{job}/runs", tag="Runs", summary="The runs of a job")
def runs_of_job(context: RequestContext, asked: RunsAsked) -> RunPage:
    """Those that started last come first."""
    return ask_runs(
        context.snapshot, asked.namespace, asked.job, batch=asked.batch, page=asked.page
    )
