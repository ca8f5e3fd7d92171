"""`GET /runlineage/why`: why a run failed, or had a different result (semantics 8.3)."""

from headwater.answers.why import Why
from headwater.api.http.operations import RequestContext, get
from headwater.query.why.why import why as ask_why
from headwater.questions.graph import WhyQuestion


@get(WhyQuestion.path, tag="Graphs", summary="Find out why a run failed, or had a different result")
def why(context: RequestContext, question: WhyQuestion) -> Why:
    """Returns the likely causes, the likeliest first, each with its evidence: runs, versions, and
    the path from the cause to the run."""
    return ask_why(context.snapshot, question)
