"""Jobs, their versions and their runs."""

from typing import Annotated

import msgspec

from headwater.api.operations import Reading, get
from headwater.api.paging import PageAsked
from headwater.query.job_runs import RunPage
from headwater.query.job_runs import job_runs as ask_runs
from headwater.query.job_version_list import (
    JobVersionList,
    ListedJobVersion,
    job_version_list,
    listed_job_version,
)
from headwater.query.jobs import Job, JobList, RunState
from headwater.query.jobs import job as ask_job
from headwater.query.jobs import jobs as ask_jobs

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
def all_jobs(reading: Reading, asked: JobsAsked) -> JobList:
    """Those that occurred last come first; deleted ones are left out."""
    return ask_jobs(reading.snapshot, last_run_states=asked.last_run_states, page=asked.page)


@get("/namespaces/{namespace}/jobs", tag=_TAG, summary="The jobs of a namespace")
def jobs_of_namespace(reading: Reading, asked: JobsOfNamespaceAsked) -> JobList:
    """Those that occurred last come first; deleted ones are left out."""
    return ask_jobs(
        reading.snapshot,
        asked.namespace,
        last_run_states=asked.last_run_states,
        page=asked.page,
    )


@get("/namespaces/{namespace}/jobs/{job}", tag=_TAG, summary="A job")
def one_job(reading: Reading, asked: JobAsked) -> Job:
    """What it reads and writes now, its last runs, and what was said of it."""
    return ask_job(reading.snapshot, asked.namespace, asked.job)


@get("/namespaces/{namespace}/jobs/{job}/versions", tag=_TAG, summary="The versions of a job")
def job_versions(reading: Reading, asked: VersionsAsked) -> JobVersionList:
    """The newest first, each with what changed from the one before, and its last run."""
    return job_version_list(reading.snapshot, asked.namespace, asked.job, asked.page)


@get(
    "/namespaces/{namespace}/jobs/{job}/versions/{version}",
    tag=_TAG,
    summary="A version of a job",
)
def job_version(reading: Reading, asked: JobVersionAsked) -> ListedJobVersion:
    return listed_job_version(reading.snapshot, asked.namespace, asked.job, asked.version)


@get("/namespaces/{namespace}/jobs/{job}/runs", tag="Runs", summary="The runs of a job")
def runs_of_job(reading: Reading, asked: RunsAsked) -> RunPage:
    """Those that started last come first."""
    return ask_runs(
        reading.snapshot, asked.namespace, asked.job, batch=asked.batch, page=asked.page
    )
