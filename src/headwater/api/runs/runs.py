"""Single runs: what they are, and what was said of them."""

from typing import Annotated

import msgspec

from headwater.answers.runs import RunFacets, RunInFull
from headwater.api.http.operations import RequestContext, get
from headwater.query.runs.job_runs import FacetsOf, facets_of_run
from headwater.query.runs.job_runs import run as ask_run

_TAG = "Runs"


class RunAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: Annotated[str, msgspec.Meta(description="A run id, in any written form.")]


class RunFacetsAsked(RunAsked, frozen=True, kw_only=True, rename="camel"):
    type: Annotated[
        FacetsOf,
        msgspec.Meta(description="Of the run itself, of its job, or of its inputs and outputs."),
    ] = "run"


@get("/jobs/runs/{id}", tag=_TAG, summary="A run")
def one_run(context: RequestContext, asked: RunAsked) -> RunInFull:
    """What it read and wrote, what it belongs to, and what was said of it."""
    return ask_run(context.snapshot, asked.id)


@get("/jobs/runs/{id}/facets", tag=_TAG, summary="The facets of a run")
def run_facets(context: RequestContext, asked: RunFacetsAsked) -> RunFacets:
    """As its last event left them; none where nothing was said."""
    return facets_of_run(context.snapshot, asked.id, asked.type)
