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
    SpecKind,
)
from headwater.answers.graph import LineageGraph
from headwater.contracts.checking.changes import Comparison
from headwater.contracts.findings import Level
from headwater.model.directions import Direction
from headwater.questions.pages import PageQuestion
from headwater.questions.question import AsOf, Depth, Question

DesignLevel: TypeAlias = Literal["contract", "product"]
ContractId: TypeAlias = Annotated[
    str, msgspec.Meta(description="This is the id or the name of a contract.")
]
ContractOrProduct: TypeAlias = Annotated[
    str, msgspec.Meta(description="This is the id of a contract or product, or its name.")
]
Hours: TypeAlias = Annotated[
    Annotated[float, msgspec.Meta(gt=0)] | None,
    msgspec.Meta(
        description="An output without a promised frequency counts as stale after this many hours."
    ),
]
_HOUR = 3_600_000_000
_MOST_HOURS = 1e6


class ContractsQuestion(PageQuestion[ContractList], frozen=True, kw_only=True):
    """The registered contracts and products, ordered by name, then by id."""

    path = "/contracts"

    kind: Annotated[
        SpecKind | None, msgspec.Meta(description="Return only contracts, or only products.")
    ] = None
    text: Annotated[
        str | None,
        msgspec.Meta(
            description="Return only entries with each of these words in their id or name, in any"
            " order and letter case."
        ),
    ] = None
    product: Annotated[
        str | None,
        msgspec.Meta(description="Return only contracts of the product with this title."),
    ] = None
    at: AsOf = None


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
    version: Annotated[str, msgspec.Meta(description="This is a version of the contract.")]


class ContractDiffQuestion(Question[Comparison], frozen=True, kw_only=True):
    """What changed between two versions of a contract."""

    path = "/contracts/{contract}/diff"

    contract: ContractId
    before: Annotated[
        str | None,
        msgspec.Meta(
            description="This is the earlier version. It is the next lower one if it is left out."
        ),
    ] = None
    after: Annotated[
        str | None,
        msgspec.Meta(
            description="This is the later version. It is the current one if it is left out."
        ),
    ] = None


class DesignQuestion(Question[DesignGraph], frozen=True, kw_only=True):
    """Design lineage: the graph that contracts declare, around one contract or of all.

    The direction `both` means what lies upstream and what lies downstream. The graph is always
    walked from contract to contract; the graph of products is then summed up from what was reached.
    """

    path = "/contracts/lineage"
    is_plain = True

    id: Annotated[
        str | None,
        msgspec.Meta(
            description="This is the id or name of a contract or product. All contracts are shown"
            " if it is left out."
        ),
    ] = None
    level: Annotated[
        DesignLevel,
        msgspec.Meta(
            description="This says whether to show contracts, or to sum them up by product."
        ),
    ] = "contract"
    direction: Annotated[
        Direction,
        msgspec.Meta(
            description="`upstream` leads to inputs, `downstream` to the contracts that depend on"
            " it."
        ),
    ] = "both"
    depth: Annotated[
        Depth | None,
        msgspec.Meta(
            description="This is how many steps from contract to contract to go. Without it there"
            " is no limit."
        ),
    ] = None
    at: AsOf = None


class OperationalQuestion(Question[LineageGraph], frozen=True, kw_only=True):
    """What runs behind a contract, or behind all contracts of a product.

    `depth` counts jobs: with 1, these are the jobs that write the outputs, and what those jobs
    read.
    """

    path = "/contracts/{contract}/operational"
    is_plain = True

    contract: ContractOrProduct
    depth: Annotated[
        Depth | None, msgspec.Meta(description="This is how many jobs to go through.")
    ] = None
    at: AsOf = None


class ContractImpactQuestion(Question[ContractImpact], frozen=True, kw_only=True):
    """Who is affected if a contract or product changes. `depth` counts contracts."""

    path = "/contracts/{contract}/impact"

    contract: ContractOrProduct
    depth: Annotated[
        Depth | None, msgspec.Meta(description="This is how many contracts to go through.")
    ] = None
    at: AsOf = None


class DriftQuestion(PageQuestion[DriftReport], frozen=True, kw_only=True):
    """How all contracts differ from what runs, by contract, the most severe findings first."""

    path = "/contracts/drift"

    code: Annotated[
        str | None, msgspec.Meta(description="Return only findings with this code.")
    ] = None
    level: Annotated[
        Level | None, msgspec.Meta(description="Return only findings of this level.")
    ] = None
    at: AsOf = None
    stale_after: Hours = None


class ContractDriftQuestion(Question[ContractDrift], frozen=True, kw_only=True):
    """How one contract differs from what runs, with the state of each of its inputs."""

    path = "/contracts/{contract}/drift"

    contract: ContractId
    at: AsOf = None
    stale_after: Hours = None


def stale_micros(hours: float | None) -> int | None:
    """Hours as microseconds, limited to what can be calculated with."""
    return None if hours is None else int(min(hours, _MOST_HOURS) * _HOUR)
