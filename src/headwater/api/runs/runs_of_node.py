"""`GET /runs`: the runs of a job, those that use a dataset, or all."""

from typing import Annotated, Literal

import msgspec

from headwater.answers.runs import RunList
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.paging import PageAsked
from headwater.query.runs.runs import runs


class RunsOfNodeAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    node_id: Annotated[
        str | None, msgspec.Meta(description="A job or a dataset; without one, all runs.")
    ] = None
    state: Literal["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED"] | None = None


@get("/runs", tag="Jobs", summary="Runs of a job, those that use a dataset, or all")
def runs_of_node(context: RequestContext, asked: RunsOfNodeAsked) -> RunList:
    """Newest first."""
    return runs(context.snapshot, asked.node_id, state=asked.state, page=asked.page)
