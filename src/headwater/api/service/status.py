"""`GET /status`: how far the log is applied to the store, and how much the store holds."""

from headwater.answers.service import Status
from headwater.api.http.operations import RequestContext, get
from headwater.query.service.status import status as ask_status
from headwater.questions.service import StatusQuestion


@get(
    StatusQuestion.path,
    tag="Operations",
    summary="Get the state of the log, the store and the pipeline",
)
def status(context: RequestContext) -> Status:
    """Returns the end of the log, how much of it is applied, the lag, the last batches, and counts
    of rows."""
    return ask_status(
        context.snapshot,
        context.beyond.log,
        context.beyond.log.head(),
        claim=context.beyond.claim(),
        ended=context.beyond.ended(),
    )
