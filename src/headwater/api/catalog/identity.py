"""`GET /nodes`: which node a node id stands for (semantics 2.4)."""

from headwater.answers.names import Identity
from headwater.api.http.operations import RequestContext, get
from headwater.query.catalog.identity import identity
from headwater.questions.graph import IdentityQuestion


@get(IdentityQuestion.path, tag="Graphs", summary="Find out what a node id stands for")
def node(context: RequestContext, question: IdentityQuestion) -> Identity:
    """Returns the canonical name of the node, as graphs show it."""
    return identity(context.snapshot, question)
