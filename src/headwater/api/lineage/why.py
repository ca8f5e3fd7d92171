"""`GET /runlineage/why`: why a run failed, or came out otherwise (semantics 8.3)."""

from headwater.answers.why import Why
from headwater.api.http.operations import RequestContext, get
from headwater.query.why.why import why as ask_why
from headwater.questions.graph import WhyQuestion


@get(WhyQuestion.path, tag="Graphs", summary="Why a run failed, or came out otherwise")
def why(context: RequestContext, question: WhyQuestion) -> Why:
    """The likely causes, the likeliest first, each with its evidence: runs, versions, and the path
    from the cause to the run."""
    return ask_why(context.snapshot, question)
