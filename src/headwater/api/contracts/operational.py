"""`GET /contracts/{contract}/operational`: what really runs behind a contract or product."""

from headwater.answers.graph import LineageGraph
from headwater.api.contracts.contracts import TAG
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.graph import LineageAnswer, lineage_answer
from headwater.query.contracts.operational import operational_extent
from headwater.query.lineage.shown import show
from headwater.questions.contracts import OperationalQuestion


@get(OperationalQuestion.path, tag=TAG, summary="What runs behind a contract or product")
def operational_lineage_of_contract(
    context: RequestContext, question: OperationalQuestion
) -> LineageAnswer | Plain[LineageGraph]:
    """Returns the jobs and datasets from which the contract's output datasets are made. The graph
    ends at datasets that are bound to other contracts."""
    shown = show(operational_extent(context.snapshot, question))
    return Plain(shown.answer) if context.wants_plain else lineage_answer(shown)
