"""`GET /contracts/drift`: how contracts differ from what runs, and how one of them does."""

from headwater.answers.contracts import ContractDrift, DriftReport
from headwater.api.contracts.contracts import TAG
from headwater.api.http.operations import RequestContext, get
from headwater.query.contracts.drift import contract_drift, drift
from headwater.questions.contracts import ContractDriftQuestion, DriftQuestion


@get(DriftQuestion.path, tag=TAG, summary="Compare all contracts with what runs")
def contracts_drift(context: RequestContext, question: DriftQuestion) -> DriftReport:
    """Returns the findings of all contracts, ordered by contract, the most severe first. A contract
    for which nothing can be compared is unverifiable, and not clean."""
    return drift(context.snapshot, question)


@get(ContractDriftQuestion.path, tag=TAG, summary="Compare a contract with what runs")
def drift_of_contract(context: RequestContext, question: ContractDriftQuestion) -> ContractDrift:
    """Returns the findings of the contract with their evidence, and a verdict on each of its
    inputs."""
    return contract_drift(context.snapshot, question)
