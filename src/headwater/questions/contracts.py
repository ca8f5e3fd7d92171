"""Questions about data contracts."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.contracts import (
    ContractDetails,
    ContractDrift,
    ContractImpact,
    ContractList,
    ContractVersions,
    DesignGraph,
    DriftReport,
    Kind,
)
from headwater.answers.graph import Direction, LineageGraph
from headwater.contracts.checking.changes import Comparison
from headwater.contracts.findings import Level
from headwater.questions.pages import LIMIT, Limit, Offset
from headwater.questions.question import AsOf, Depth, Question

DesignLevel: TypeAlias = Literal["contract", "product"]
ContractId: TypeAlias = Annotated[
    str, msgspec.Meta(description="The id of a contract, or its name.")
]
ContractOrProduct: TypeAlias = Annotated[
    str, msgspec.Meta(description="The id of a contract or product, or its name.")
]
Hours: TypeAlias = Annotated[
    float,
    msgspec.Meta(gt=0, description="Hours after which an output is stale, if none are promised."),
]
_HOUR = 3_600_000_000
_MOST_HOURS = 1e6


class ContractsQuestion(Question[ContractList], frozen=True, kw_only=True):
    """What is registered: contracts and products, by name, then by id."""

    path = "/contracts"

    kind: Kind | None = None
    text: Annotated[
        str | None, msgspec.Meta(description="A part of the id or name, in any letter case.")
    ] = None
    product: Annotated[str | None, msgspec.Meta(description="The title of a product.")] = None
    at: AsOf = None
    limit: Limit = LIMIT
    offset: Offset = 0


class ContractQuestion(Question[ContractDetails], frozen=True, kw_only=True):
    path = "/contracts/{contract}"

    contract: ContractId
    at: AsOf = None


class ContractVersionsQuestion(Question[ContractVersions], frozen=True, kw_only=True):
    path = "/contracts/{contract}/versions"

    contract: ContractId
    at: AsOf = None


class ContractVersionQuestion(Question[ContractDetails], frozen=True, kw_only=True):
    path = "/contracts/{contract}/versions/{version}"

    contract: ContractId
    version: str


class ContractDiffQuestion(Question[Comparison], frozen=True, kw_only=True):
    """What changed between two versions of a contract."""

    path = "/contracts/{contract}/diff"

    contract: ContractId
    before: Annotated[
        str | None, msgspec.Meta(description="A version; the next lower one, if not given.")
    ] = None
    after: Annotated[
        str | None, msgspec.Meta(description="A version; the current one, if not given.")
    ] = None


class DesignQuestion(Question[DesignGraph], frozen=True, kw_only=True):
    """Design lineage: the graph that contracts declare, around one or of all.

    `both` is what is upstream and what is downstream. Walks go by contracts; products are rolled
    up from what they reach.
    """

    path = "/contracts/lineage"
    is_plain = True

    id: Annotated[
        str | None,
        msgspec.Meta(description="The id or name of a contract or product; without it, all."),
    ] = None
    level: DesignLevel = "contract"
    direction: Direction = "both"
    depth: Annotated[Depth | None, msgspec.Meta(description="Steps from contract to contract.")] = (
        None
    )
    at: AsOf = None


class OperationalQuestion(Question[LineageGraph], frozen=True, kw_only=True):
    """What runs behind a contract, or behind all contracts of a product.

    `depth` counts jobs: with 1, the jobs that write the outputs, and what these read.
    """

    path = "/contracts/{contract}/operational"
    is_plain = True

    contract: ContractOrProduct
    depth: Annotated[Depth | None, msgspec.Meta(description="Jobs to go through.")] = None
    at: AsOf = None


class ContractImpactQuestion(Question[ContractImpact], frozen=True, kw_only=True):
    """Who is impacted if a contract or product changes; `depth` counts contracts."""

    path = "/contracts/{contract}/impact"

    contract: ContractOrProduct
    depth: Annotated[Depth | None, msgspec.Meta(description="Contracts to go through.")] = None
    at: AsOf = None


class DriftQuestion(Question[DriftReport], frozen=True, kw_only=True):
    """What is odd about all contracts, by contract, the gravest first."""

    path = "/contracts/drift"

    code: str | None = None
    level: Level | None = None
    at: AsOf = None
    stale_after: Hours | None = None
    limit: Limit = LIMIT
    offset: Offset = 0


class ContractDriftQuestion(Question[ContractDrift], frozen=True, kw_only=True):
    """What is odd about one contract, and what becomes of each of its inputs."""

    path = "/contracts/{contract}/drift"

    contract: ContractId
    at: AsOf = None
    stale_after: Hours | None = None


def stale_micros(hours: float | None) -> int | None:
    """The µs after which an output is stale."""
    return None if hours is None else int(min(hours, _MOST_HOURS) * _HOUR)
