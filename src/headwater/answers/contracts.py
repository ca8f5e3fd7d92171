"""Data contracts: what is registered, how it hangs together, whom it hits, and what drifts."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.graph import Truncated
from headwater.answers.moments import Instant
from headwater.contracts.checking.changes import Comparison
from headwater.contracts.contract import Spec
from headwater.contracts.drift import Verdict
from headwater.contracts.findings import ContractFinding
from headwater.contracts.impact import Impacted, ImpactedProduct

Kind: TypeAlias = Literal["contract", "product"]


class ContractSummary(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    kind: Kind
    id: str
    version: str
    """The current one; of what has none, the highest that is not retired."""
    current: bool
    """Whether that version is in force: neither draft, proposed nor retired."""
    status: str | None
    name: str
    """Its name; of a contract without one, what it covers (docs/contracts.md 3.4)."""
    product: str | None
    """The title of its product."""
    owners: tuple[str, ...]
    standard: str
    inputs: tuple[str, ...]
    consumers: int
    """Contracts that name it as their input."""
    versions: int
    registered_at: Instant


class ContractList(msgspec.Struct, frozen=True, rename="camel"):
    contracts: tuple[ContractSummary, ...]
    total_count: int


class ContractVersion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    version: str
    status: str | None
    registered_at: Instant
    sha256: str
    file: str
    current: bool
    changes: Comparison | None
    """From the next lower version to this one."""


class ContractVersions(msgspec.Struct, frozen=True, rename="camel"):
    id: str
    versions: tuple[ContractVersion, ...]
    """The highest first."""


class BoundOutput(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    namespace: str
    name: str
    binding: str
    dataset: str | None
    """The node id of the dataset under its canonical name; None where no event names it."""


class ContractDetails(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    summary: ContractSummary
    version: ContractVersion
    outputs: tuple[BoundOutput, ...]
    spec: Spec
    """What it says, in one form for all standards."""
    findings: tuple[ContractFinding, ...]
    """What is odd in its text."""


Outcome: TypeAlias = Literal["registered", "unchanged"]


class Registration(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What became of one document."""

    kind: Literal["contract", "product"]
    id: str
    version: str
    outcome: Outcome
    findings: tuple[ContractFinding, ...]


class Registrations(msgspec.Struct, frozen=True):
    contracts: tuple[Registration, ...]


class ContractDeleted(msgspec.Struct, frozen=True):
    id: str


class Member(msgspec.Struct, frozen=True, order=True, rename="camel"):
    """A contract of a product."""

    id: str
    version: str | None
    consumers: int


class DesignNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A contract or a product; what has no product is one of its own."""

    id: str
    type: Literal["CONTRACT", "PRODUCT"]
    name: str
    version: str | None
    status: str | None
    product: str | None
    owners: tuple[str, ...]
    registered: bool
    """False for a contract that others name and nobody has registered yet."""
    members: tuple[Member, ...]
    """The contracts that a product stands for."""
    consumers: int
    """Contracts, or products, that depend on it."""
    hidden_upstream: int
    hidden_downstream: int


class DesignEdge(
    msgspec.Struct,
    frozen=True,
    order=True,
    kw_only=True,
    rename="camel",
    omit_defaults=True,
    gc=False,
):
    """In the direction data flows: from an input to what depends on it."""

    origin: str
    destination: str
    versions: tuple[str, ...] = ()
    """Versions of the origin that the destination pins."""
    coarse: bool = False
    """An input of the product as a whole."""
    contracts: tuple[tuple[str, str], ...] = ()
    """Between products: the pairs of contracts that make it."""


class DesignGraph(msgspec.Struct, frozen=True, rename="camel"):
    nodes: tuple[DesignNode, ...]
    edges: tuple[DesignEdge, ...]
    cycles: tuple[tuple[str, ...], ...]
    """Contracts shown that depend on each other in circles."""
    truncated: Truncated | None
    start: tuple[str, ...]
    """The nodes that were asked about; none where all were."""


Knowledge: TypeAlias = Literal["found", "none", "unknown"]


class OperationalHit(
    msgspec.Struct, frozen=True, order=True, kw_only=True, rename="camel", gc=False
):
    """A job or dataset that is fed by the contract's datasets."""

    distance: int
    """Jobs on the way, itself included."""
    id: str
    via: str
    """The job or dataset before it on a shortest way from the contract's datasets."""
    contracts: tuple[str, ...]
    """That a dataset is bound to."""


class OperationalImpact(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    knowledge: Knowledge
    """`none`: nothing is fed by its datasets; `unknown`: that cannot be told."""
    reason: str | None
    """Why it is unknown."""
    jobs: tuple[OperationalHit, ...]
    datasets: tuple[OperationalHit, ...]


class ContractImpact(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Who is impacted if a contract changes, or any contract of a product."""

    kind: Kind
    id: str
    version: str | None
    contracts: tuple[Impacted, ...]
    """The nearest first; none means that no contract names it as its input, directly or not."""
    products: tuple[ImpactedProduct, ...]
    operational: OperationalImpact


State: TypeAlias = Literal["clean", "drift", "unverifiable"]
"""Where nothing can be compared, a contract is unverifiable, not clean."""


class DriftReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    findings: tuple[ContractFinding, ...]
    total_count: int
    by_code: dict[str, int]
    """How many findings there are of each code, shown or not."""
    states: dict[str, int]
    """How many contracts are clean, in drift, or unverifiable."""


class InputVerdict(msgspec.Struct, frozen=True, rename="camel"):
    """What becomes of an input of a contract, or of what flows into it instead."""

    contract: str
    verdict: Verdict
    path: tuple[str, ...]
    """What shows it, in the direction data flows."""


class ContractDrift(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Of one contract."""

    id: str
    version: str
    state: State
    inputs: tuple[InputVerdict, ...]
    """Its inputs, declared and observed, each with what becomes of it."""
    findings: tuple[ContractFinding, ...]
