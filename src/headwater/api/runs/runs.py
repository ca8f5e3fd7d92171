"""Single runs: what they are, what was said of them, and which runs led to them."""

from typing import Annotated

import msgspec

from headwater.answers.lineage import UpstreamRuns
from headwater.answers.runs import RunFacets, RunInFull
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.parameters import Depth
from headwater.query.lineage.lineage import DEPTH
from headwater.query.lineage.upstream_runs import upstream_runs as ask_upstream_runs
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


class UpstreamAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    run_id: str
    depth: Annotated[Depth, msgspec.Meta(description="Hops from run to run.")] = DEPTH


@get("/jobs/runs/{id}", tag=_TAG, summary="A run")
def one_run(context: RequestContext, asked: RunAsked) -> RunInFull:
    """What it read and wrote, what it belongs to, and what was said of it."""
    return ask_run(context.snapshot, asked.id)


@get("/jobs/runs/{id}/facets", tag=_TAG, summary="The facets of a run")
def run_facets(context: RequestContext, asked: RunFacetsAsked) -> RunFacets:
    """As its last event left them; none where nothing was said."""
    return facets_of_run(context.snapshot, asked.id, asked.type)


@get("/runlineage/upstream", tag="Graphs", summary="The runs that led to a run, as a list")
def upstream_runs(context: RequestContext, asked: UpstreamAsked) -> UpstreamRuns:
    """The nearest first. Inputs that no known run wrote have no `producedByRunId`."""
    return ask_upstream_runs(context.snapshot, asked.run_id, depth=asked.depth)
