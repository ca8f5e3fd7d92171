"""`/contracts/…`: the lineage of contracts, who they hit, and what becomes of them."""

from typing import Annotated, TypeAlias

import msgspec

from headwater.answers.contracts import ContractDrift, ContractImpact, DesignGraph, DriftReport
from headwater.answers.graph import LineageGraph
from headwater.api.contracts.contracts import TAG, AsOf, ContractId
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.http.parameters import DEFAULT_LIMIT, Depth, Limit, Offset
from headwater.api.marquez.design_graph import DesignAnswer, design_answer
from headwater.api.marquez.graph import LineageAnswer, lineage_answer
from headwater.contracts.findings import Level
from headwater.contracts.graph import Direction
from headwater.query.contracts.drift import contract_drift, drift
from headwater.query.contracts.impact import contract_impact
from headwater.query.contracts.lineage import DesignLevel, design_lineage
from headwater.query.contracts.operational import operational_extent
from headwater.query.lineage.shown import show
from headwater.query.pages import Page

_HOUR = 3_600_000_000

Hours: TypeAlias = Annotated[
    float,
    msgspec.Meta(gt=0, description="Hours after which an output is stale, if none are promised."),
]


class DesignAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    id: Annotated[
        str | None, msgspec.Meta(description="The id or name of a contract; without it, all.")
    ] = None
    level: DesignLevel = "contract"
    direction: Direction = "both"
    depth: Annotated[Depth | None, msgspec.Meta(description="Steps from contract to contract.")] = (
        None
    )
    at: AsOf = None


@get("/contracts/lineage", tag=TAG, summary="The design lineage graph")
def contract_lineage(
    context: RequestContext, asked: DesignAsked
) -> DesignAnswer | Plain[DesignGraph]:
    """Which contract depends on which, as they declare it, or the same by product: around one, or
    of all. Contracts that are named and not registered are placeholders."""
    graph = design_lineage(
        context.snapshot,
        asked.id,
        level=asked.level,
        direction=asked.direction,
        depth=asked.depth,
        at=asked.at,
    )
    return Plain(graph) if context.wants_plain else design_answer(graph)


class DriftAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    code: str | None = None
    level: Level | None = None
    at: AsOf = None
    stale_after: Hours | None = None
    limit: Limit = DEFAULT_LIMIT
    offset: Offset = 0


@get("/contracts/drift", tag=TAG, summary="What contracts declare against what runs")
def contracts_drift(context: RequestContext, asked: DriftAsked) -> DriftReport:
    """Findings of all contracts, by contract, the gravest first. Where nothing can be compared, a
    contract is unverifiable, not clean."""
    return drift(
        context.snapshot,
        at=asked.at,
        code=asked.code,
        level=asked.level,
        stale_after=_micros(asked.stale_after),
        page=Page(asked.limit, asked.offset),
    )


def _micros(hours: float | None) -> int | None:
    return None if hours is None else int(min(hours, 1e6) * _HOUR)


class BehindAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    contract: ContractId
    depth: Annotated[Depth | None, msgspec.Meta(description="Jobs to go through.")] = None
    at: AsOf = None


@get("/contracts/{contract}/operational", tag=TAG, summary="What runs behind a contract")
def operational_lineage_of_contract(
    context: RequestContext, asked: BehindAsked
) -> LineageAnswer | Plain[LineageGraph]:
    """The jobs and datasets that its output datasets are made by and of, ending at datasets that
    are bound to other contracts."""
    found = operational_extent(context.snapshot, asked.contract, depth=asked.depth, at=asked.at)
    shown = show(found)
    return Plain(shown.answer) if context.wants_plain else lineage_answer(shown)


@get("/contracts/{contract}/impact", tag=TAG, summary="Who is impacted if a contract changes")
def impact_of_contract(context: RequestContext, asked: BehindAsked) -> ContractImpact:
    """Contracts and products that depend on it, and the jobs and datasets that its datasets feed.
    That nothing is fed is told apart from what cannot be known. `depth` counts contracts."""
    return contract_impact(context.snapshot, asked.contract, depth=asked.depth, at=asked.at)


class OneDriftAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    contract: ContractId
    at: AsOf = None
    stale_after: Hours | None = None


@get("/contracts/{contract}/drift", tag=TAG, summary="What a contract declares against what runs")
def drift_of_contract(context: RequestContext, asked: OneDriftAsked) -> ContractDrift:
    """What is odd about it, with the evidence, and what becomes of each of its inputs."""
    return contract_drift(
        context.snapshot,
        asked.contract,
        at=asked.at,
        stale_after=_micros(asked.stale_after),
    )


OPERATIONS = (
    contract_lineage,
    contracts_drift,
    operational_lineage_of_contract,
    impact_of_contract,
    drift_of_contract,
)
