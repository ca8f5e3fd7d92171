"""`GET /findings`: what was odd in events that were taken all the same (semantics 1.6)."""

from headwater.answers.service import FindingList
from headwater.api.http.operations import RequestContext, get
from headwater.query.service.findings import findings as ask_findings
from headwater.questions.service import FindingsQuestion


@get(FindingsQuestion.path, tag="Events", summary="What was odd in events")
def findings(context: RequestContext, question: FindingsQuestion) -> FindingList:
    """First what is about events that count for nothing, then the newest events."""
    return ask_findings(context.snapshot, question)
