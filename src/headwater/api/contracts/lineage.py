"""`GET /contracts/lineage`: which contract depends on which, as contracts declare it."""

from headwater.answers.contracts import DesignGraph
from headwater.api.contracts.contracts import TAG
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.design_graph import DesignAnswer, design_answer
from headwater.query.contracts.lineage import design_lineage
from headwater.questions.contracts import DesignQuestion


@get(DesignQuestion.path, tag=TAG, summary="Get the design lineage of contracts")
def contract_lineage(
    context: RequestContext, question: DesignQuestion
) -> DesignAnswer | Plain[DesignGraph]:
    """Returns which contract depends on which, as the contracts declare it, or the same summed up
    by product: around one contract, or of all. Contracts that are named but not registered appear
    as placeholders."""
    graph = design_lineage(context.snapshot, question)
    return Plain(graph) if context.wants_plain else design_answer(graph)
