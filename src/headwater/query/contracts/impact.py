"""Who is impacted if a contract changes: by design, and by what really runs."""

from headwater.answers.contracts import ContractImpact, Knowledge, OperationalHit, OperationalImpact
from headwater.contracts.impact import design_impact
from headwater.query.contracts.listing import require_contract
from headwater.query.contracts.walks import FlowWalks
from headwater.query.graph.current import CurrentGraph
from headwater.query.moments import in_force
from headwater.query.registry.bindings import bindings
from headwater.query.registry.registered import RegisteredContracts, contracts
from headwater.store import Snapshot


def contract_impact(
    snapshot: Snapshot, contract: str, *, depth: int | None = None, at: int | None = None
) -> ContractImpact:
    known = contracts(snapshot, at)
    asked = require_contract(known, contract)
    design = design_impact(known.registry, known.graph, asked, depth, downstream=known.downstream)
    return ContractImpact(
        id=asked,
        version=known.registry.in_force[asked].version,
        contracts=design.contracts,
        products=design.products,
        operational=_operational(snapshot, known, asked, at),
    )


def _operational(
    snapshot: Snapshot, known: RegisteredContracts, contract: str, at: int | None
) -> OperationalImpact:
    """Everything downstream of its datasets, on the graph as of a time."""
    bound = bindings(snapshot, known)
    if not bound.of_contract(contract):
        return _unknown("no dataset is bound to it")
    graph = CurrentGraph(snapshot, in_force(at))
    starts = graph.visible(bound.datasets_of([contract]))
    if not starts:
        return _unknown("no event names the datasets that are bound to it")
    walked = FlowWalks(graph, starts, upstream=False).walk(starts)
    found = graph.visible({*walked.datasets, *walked.jobs})
    names = {key: entity.id for key, entity in found.items()}

    def hit(node: int) -> OperationalHit:
        return OperationalHit(
            distance=walked.hops(node),
            id=names[node],
            via=names[walked.before(node)],
            contracts=bound.contracts_of(node),
        )

    jobs = tuple(sorted(hit(job) for job in walked.jobs))
    datasets = tuple(sorted(hit(node) for node in walked.datasets if node not in starts))
    knowledge: Knowledge = "found" if jobs or datasets else "none"
    return OperationalImpact(knowledge=knowledge, reason=None, jobs=jobs, datasets=datasets)


def _unknown(reason: str) -> OperationalImpact:
    return OperationalImpact(knowledge="unknown", reason=reason, jobs=(), datasets=())
