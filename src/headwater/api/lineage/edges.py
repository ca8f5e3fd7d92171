"""`GET /edges`: why there is an edge (semantics 6.2)."""

from headwater.answers.lineage import EdgeEvidence
from headwater.api.http.operations import RequestContext, get
from headwater.query.lineage.edge_evidence import edge as ask_edge
from headwater.questions.graph import EdgeQuestion


@get(EdgeQuestion.path, tag="Graphs", summary="What an edge rests on")
def edge(context: RequestContext, question: EdgeQuestion) -> EdgeEvidence:
    """Who says so, from when to when, how many runs show it, and the latest of those; also for an
    edge that holds no more."""
    return ask_edge(context.snapshot, question.origin, question.destination)
