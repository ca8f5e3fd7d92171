"""`GET /incidents`: what failed together (semantics 8.5)."""

from headwater.answers.incidents import IncidentList
from headwater.api.http.operations import RequestContext, get
from headwater.query.runs.incidents import incidents as ask_incidents
from headwater.questions.runs import IncidentsQuestion


@get(IncidentsQuestion.path, tag="Runs", summary="List incidents: what failed together")
def incidents(context: RequestContext, question: IncidentsQuestion) -> IncidentList:
    """The incident with the newest failed run comes first. A failed DAG is one incident, with the
    tasks that failed it and their errors."""
    return ask_incidents(context.snapshot, question)
