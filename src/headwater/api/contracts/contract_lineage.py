"""`/contracts/…`: the lineage of contracts, who depends on them, and how they differ from what
runs."""

from headwater.answers.contracts import ContractDrift, ContractImpact, DesignGraph, DriftReport
from headwater.answers.graph import LineageGraph
from headwater.api.contracts.contracts import TAG
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.design_graph import DesignAnswer, design_answer
from headwater.api.marquez.graph import LineageAnswer, lineage_answer
from headwater.query.contracts.drift import contract_drift, drift
from headwater.query.contracts.impact import contract_impact
from headwater.query.contracts.lineage import design_lineage
from headwater.query.contracts.operational import operational_extent
from headwater.query.lineage.shown import show
from headwater.questions.contracts import (
    ContractDriftQuestion,
    ContractImpactQuestion,
    DesignQuestion,
    DriftQuestion,
    OperationalQuestion,
)


@get(DesignQuestion.path, tag=TAG, summary="Get the design lineage of contracts")
def contract_lineage(
    context: RequestContext, question: DesignQuestion
) -> DesignAnswer | Plain[DesignGraph]:
    """Returns which contract depends on which, as the contracts declare it, or the same summed up
    by product: around one contract, or of all. Contracts that are named but not registered appear
    as placeholders."""
    graph = design_lineage(context.snapshot, question)
    return Plain(graph) if context.wants_plain else design_answer(graph)


@get(DriftQuestion.path, tag=TAG, summary="Compare all contracts with what runs")
def contracts_drift(context: RequestContext, question: DriftQuestion) -> DriftReport:
    """Returns the findings of all contracts, ordered by contract, the most severe first. A contract
    for which nothing can be compared is unverifiable, and not clean."""
    return drift(context.snapshot, question)


@get(OperationalQuestion.path, tag=TAG, summary="What runs behind a contract or product")
def operational_lineage_of_contract(
    context: RequestContext, question: OperationalQuestion
) -> LineageAnswer | Plain[LineageGraph]:
    """Returns the jobs and datasets from which the contract's output datasets are made. The graph
    ends at datasets that are bound to other contracts."""
    shown = show(operational_extent(context.snapshot, question))
    return Plain(shown.answer) if context.wants_plain else lineage_answer(shown)


@get(
    ContractImpactQuestion.path, tag=TAG, summary="Who is impacted if a contract or product changes"
)
def impact_of_contract(context: RequestContext, question: ContractImpactQuestion) -> ContractImpact:
    """Returns the contracts and products that depend on the contract, and the jobs and datasets
    that its datasets feed. The answer distinguishes feeding nothing from not knowing what is fed.
    `depth` counts steps from contract to contract."""
    return contract_impact(context.snapshot, question)


@get(ContractDriftQuestion.path, tag=TAG, summary="Compare a contract with what runs")
def drift_of_contract(context: RequestContext, question: ContractDriftQuestion) -> ContractDrift:
    """Returns the findings of the contract with their evidence, and a verdict on each of its
    inputs."""
    return contract_drift(context.snapshot, question)


OPERATIONS = (
    contract_lineage,
    contracts_drift,
    operational_lineage_of_contract,
    impact_of_contract,
    drift_of_contract,
)
