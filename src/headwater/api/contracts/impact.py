"""`GET /contracts/{contract}/impact`: who is affected if a contract or product changes."""

from headwater.answers.contracts import ContractImpact
from headwater.api.contracts.contracts import TAG
from headwater.api.http.operations import RequestContext, get
from headwater.query.contracts.impact import contract_impact
from headwater.questions.contracts import ContractImpactQuestion


@get(
    ContractImpactQuestion.path, tag=TAG, summary="Who is impacted if a contract or product changes"
)
def impact_of_contract(context: RequestContext, question: ContractImpactQuestion) -> ContractImpact:
    """Returns the contracts and products that depend on the contract, and the jobs and datasets
    that its datasets feed. The answer distinguishes feeding nothing from not knowing what is fed.
    `depth` counts steps from contract to contract."""
    return contract_impact(context.snapshot, question)
