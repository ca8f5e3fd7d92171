"""`GET /edges`: what an edge rests on (semantics 6.2)."""

from headwater.answers.edge_evidence import EdgeEvidence
from headwater.api.http.operations import RequestContext, get
from headwater.query.lineage.edge_evidence import edge as ask_edge
from headwater.questions.graph import EdgeQuestion


@get(EdgeQuestion.path, tag="Graphs", summary="Find out what an edge rests on")
def edge(context: RequestContext, question: EdgeQuestion) -> EdgeEvidence:
    """Returns on what basis the edge is known, from when to when it holds, how many runs show it,
    and the latest of these runs. An edge that no longer holds is returned as well."""
    return ask_edge(context.snapshot, question.origin, question.destination)
