"""`/contracts/…`: the lineage of contracts, who they hit, and what becomes of them."""

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


@get(DesignQuestion.path, tag=TAG, summary="The design lineage graph")
def contract_lineage(
    context: RequestContext, question: DesignQuestion
) -> DesignAnswer | Plain[DesignGraph]:
    """Which contract depends on which, as they declare it, or the same by product: around one, or
    of all. Contracts that are named and not registered are placeholders."""
    graph = design_lineage(context.snapshot, question)
    return Plain(graph) if context.wants_plain else design_answer(graph)


@get(DriftQuestion.path, tag=TAG, summary="What contracts declare against what runs")
def contracts_drift(context: RequestContext, question: DriftQuestion) -> DriftReport:
    """Findings of all contracts, by contract, the gravest first. Where nothing can be compared, a
    contract is unverifiable, not clean."""
    return drift(context.snapshot, question)


@get(OperationalQuestion.path, tag=TAG, summary="What runs behind a contract or product")
def operational_lineage_of_contract(
    context: RequestContext, question: OperationalQuestion
) -> LineageAnswer | Plain[LineageGraph]:
    """The jobs and datasets that its output datasets are made by and of, ending at datasets that
    are bound to other contracts."""
    shown = show(operational_extent(context.snapshot, question))
    return Plain(shown.answer) if context.wants_plain else lineage_answer(shown)


@get(
    ContractImpactQuestion.path, tag=TAG, summary="Who is impacted if a contract or product changes"
)
def impact_of_contract(context: RequestContext, question: ContractImpactQuestion) -> ContractImpact:
    """Contracts and products that depend on it, and the jobs and datasets that its datasets feed.
    That nothing is fed is told apart from what cannot be known. `depth` counts contracts."""
    return contract_impact(context.snapshot, question)


@get(ContractDriftQuestion.path, tag=TAG, summary="What a contract declares against what runs")
def drift_of_contract(context: RequestContext, question: ContractDriftQuestion) -> ContractDrift:
    """What is odd about it, with the evidence, and what becomes of each of its inputs."""
    return contract_drift(context.snapshot, question)


OPERATIONS = (
    contract_lineage,
    contracts_drift,
    operational_lineage_of_contract,
    impact_of_contract,
    drift_of_contract,
)
