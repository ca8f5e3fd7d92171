"""Who is impacted if a contract or product changes: by design, and by what really runs."""

from headwater.answers.contracts import ContractImpact, Knowledge, OperationalHit, OperationalImpact
from headwater.contracts.impact import design_impact
from headwater.contracts.registry import Registry
from headwater.query.contracts.subject import ContractSubject, require_subject
from headwater.query.contracts.walks import FlowWalks
from headwater.query.graph.current import CurrentGraph
from headwater.query.moments import in_force
from headwater.query.registry.bindings import bindings
from headwater.query.registry.registered import RegisteredContracts, contracts
from headwater.questions.contracts import ContractImpactQuestion
from headwater.store import Snapshot


def contract_impact(snapshot: Snapshot, question: ContractImpactQuestion) -> ContractImpact:
    known = contracts(snapshot, question.at)
    subject = require_subject(known, question.contract)
    design = design_impact(
        known.registry, known.graph, subject.contracts, question.depth, downstream=known.downstream
    )
    return ContractImpact(
        kind=subject.kind,
        id=subject.id,
        version=_version(known.registry, subject),
        contracts=design.contracts,
        products=design.products,
        operational=_operational(snapshot, known, subject.contracts, question.at),
    )


def _version(registry: Registry, subject: ContractSubject) -> str | None:
    histories = registry.contracts if subject.kind == "contract" else registry.products
    history = histories.get(subject.id)
    return history.shown.spec.version or None if history else None


def _operational(
    snapshot: Snapshot, known: RegisteredContracts, changed: tuple[str, ...], at: int | None
) -> OperationalImpact:
    """Everything downstream of the datasets of contracts, on the graph as of a time."""
    bound = bindings(snapshot, known)
    if not any(map(bound.of_contract, changed)):
        return _unknown("no dataset is bound to it")
    graph = CurrentGraph(snapshot, in_force(at))
    starts = graph.visible(bound.datasets_of(changed))
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
