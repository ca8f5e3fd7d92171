"""`GET /findings`, `GET /findings/groups`: what was odd in accepted events (semantics 1.6)."""

from headwater.answers.service import FindingGroups, FindingList
from headwater.api.http.operations import RequestContext, get
from headwater.query.service.finding_groups import finding_groups as ask_finding_groups
from headwater.query.service.findings import findings as ask_findings
from headwater.questions.service import FindingGroupsQuestion, FindingsQuestion


@get(FindingsQuestion.path, tag="Events", summary="List findings about accepted events")
def findings(context: RequestContext, question: FindingsQuestion) -> FindingList:
    """Findings about events that have no effect come first, then those about the newest
    events."""
    return ask_findings(context.snapshot, question)


@get(FindingGroupsQuestion.path, tag="Events", summary="Count findings by producer and kind")
def finding_groups(context: RequestContext) -> FindingGroups:
    """Each group has one of its findings as an example, and the jobs and datasets that most of its
    events are about."""
    return ask_finding_groups(context.snapshot, context.beyond.log)
