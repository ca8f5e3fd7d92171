"""`GET /status`: how far the store has come, and what is in it."""

from headwater.answers.service import Status
from headwater.api.http.operations import RequestContext, get
from headwater.log import head
from headwater.query.service.status import status as ask_status
from headwater.questions.service import StatusQuestion


@get(
    StatusQuestion.path, tag="Operations", summary="Log, store and pipeline: how far, and how much"
)
def status(context: RequestContext) -> Status:
    """The log's end, what of it is applied, the lag, the last batches, and counts."""
    return ask_status(
        context.snapshot,
        context.log,
        head(context.log),
        claim=context.claim(),
        ended=context.ended(),
    )
