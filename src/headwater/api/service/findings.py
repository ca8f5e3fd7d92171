"""`GET /findings`: what was wrong or unusual in accepted events (semantics 1.6)."""

from headwater.answers.service import FindingList
from headwater.api.http.operations import RequestContext, get
from headwater.query.service.findings import findings as ask_findings
from headwater.questions.service import FindingsQuestion


@get(FindingsQuestion.path, tag="Events", summary="List findings about accepted events")
def findings(context: RequestContext, question: FindingsQuestion) -> FindingList:
    """Findings about events that have no effect come first, then those about the newest
    events."""
    return ask_findings(context.snapshot, question)
