"""`GET /findings`: what was odd in events that were taken all the same (semantics 1.6)."""

from typing import Annotated

import msgspec

from headwater.answers.service import FindingList
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.paging import PageAsked
from headwater.api.http.parameters import Moment
from headwater.query.service.findings import FindingsWanted
from headwater.query.service.findings import findings as ask_findings


class FindingsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    code: Annotated[str | None, msgspec.Meta(description="Only this kind of finding.")] = None
    job: Annotated[
        str | None,
        msgspec.Meta(description="Only in events about this job: job:NAMESPACE:NAME."),
    ] = None
    dataset: Annotated[
        str | None,
        msgspec.Meta(
            description="Only in events about this dataset, dataset:NAMESPACE:NAME, and in the"
            " inputs and outputs of runs that use it."
        ),
    ] = None
    run_id: Annotated[str | None, msgspec.Meta(description="Only in events of this run.")] = None
    after: Annotated[
        Moment | None, msgspec.Meta(description="Only in events with this time, or a later one.")
    ] = None
    before: Annotated[
        Moment | None, msgspec.Meta(description="Only in events with an earlier time.")
    ] = None


@get("/findings", tag="Events", summary="What was odd in events")
def findings(context: RequestContext, asked: FindingsAsked) -> FindingList:
    """First what is about events that count for nothing, then the newest events."""
    wanted = FindingsWanted(
        code=asked.code,
        job=asked.job,
        dataset=asked.dataset,
        run=asked.run_id,
        after=asked.after,
        before=asked.before,
    )
    return ask_findings(context.snapshot, wanted, asked.page)
