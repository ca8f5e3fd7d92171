"""`/contracts/…`: the lineage of contracts, who they hit, and what becomes of them."""

from collections import defaultdict
from typing import Literal

import msgspec

from headwater.answers.contracts import (
    ContractDrift,
    ContractImpact,
    DesignEdge,
    DesignGraph,
    DesignNode,
    DriftReport,
    Member,
)
from headwater.answers.graph import LineageGraph, Truncated
from headwater.api.contracts.contracts import TAG
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.lineage.lineage import LineageAnswer, graph_nodes
from headwater.query.contracts.drift import contract_drift, drift
from headwater.query.contracts.impact import contract_impact
from headwater.query.contracts.lineage import design_lineage
from headwater.query.contracts.operational import operational_lineage
from headwater.questions.contracts import (
    ContractDriftQuestion,
    ContractImpactQuestion,
    DesignQuestion,
    DriftQuestion,
    OperationalQuestion,
)


class DesignData(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What is known of a contract or product."""

    name: str
    version: str | None
    status: str | None
    product: str | None
    owners: tuple[str, ...]
    registered: bool
    members: tuple[Member, ...]
    consumers: int


class DesignGraphNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: str
    type: Literal["CONTRACT", "PRODUCT"]
    data: DesignData
    in_edges: tuple[DesignEdge, ...]
    out_edges: tuple[DesignEdge, ...]
    hidden_upstream: int
    hidden_downstream: int


class DesignAnswer(msgspec.Struct, frozen=True):
    graph: tuple[DesignGraphNode, ...]
    cycles: tuple[tuple[str, ...], ...]
    truncated: Truncated | None


@get(DesignQuestion.path, tag=TAG, summary="The design lineage graph")
def contract_lineage(
    context: RequestContext, question: DesignQuestion
) -> DesignAnswer | Plain[DesignGraph]:
    """Which contract depends on which, as they declare it, or the same by product: around one, or
    of all. Contracts that are named and not registered are placeholders."""
    graph = design_lineage(context.snapshot, question)
    return Plain(graph) if context.wants_plain else _answer(graph)


def _answer(graph: DesignGraph) -> DesignAnswer:
    into: defaultdict[str, list[DesignEdge]] = defaultdict(list)
    out_of: defaultdict[str, list[DesignEdge]] = defaultdict(list)
    for edge in graph.edges:
        into[edge.destination].append(edge)
        out_of[edge.origin].append(edge)
    nodes = tuple(_node(node, into[node.id], out_of[node.id]) for node in graph.nodes)
    return DesignAnswer(nodes, graph.cycles, graph.truncated)


def _node(node: DesignNode, into: list[DesignEdge], out_of: list[DesignEdge]) -> DesignGraphNode:
    return DesignGraphNode(
        id=node.id,
        type=node.type,
        data=DesignData(
            name=node.name,
            version=node.version,
            status=node.status,
            product=node.product,
            owners=node.owners,
            registered=node.registered,
            members=node.members,
            consumers=node.consumers,
        ),
        in_edges=tuple(into),
        out_edges=tuple(out_of),
        hidden_upstream=node.hidden_upstream,
        hidden_downstream=node.hidden_downstream,
    )


@get(DriftQuestion.path, tag=TAG, summary="What contracts declare against what runs")
def contracts_drift(context: RequestContext, question: DriftQuestion) -> DriftReport:
    """Findings of all contracts, by contract, the gravest first. Where nothing can be compared, a
    contract is unverifiable, not clean."""
    return drift(context.snapshot, question)


@get(OperationalQuestion.path, tag=TAG, summary="What runs behind a contract")
def operational_lineage_of_contract(
    context: RequestContext, question: OperationalQuestion
) -> LineageAnswer | Plain[LineageGraph]:
    """The jobs and datasets that its output datasets are made by and of, ending at datasets that
    are bound to other contracts."""
    graph = operational_lineage(context.snapshot, question)
    if context.wants_plain:
        return Plain(graph)
    return LineageAnswer(graph_nodes(context.snapshot, graph, question.at), graph.truncated)


@get(ContractImpactQuestion.path, tag=TAG, summary="Who is impacted if a contract changes")
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
