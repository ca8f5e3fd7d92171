"""Answers about data contracts: the registered ones, their graph, their impact and their drift."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.graph import Truncated
from headwater.answers.moments import Instant
from headwater.contracts.checking.changes import Comparison
from headwater.contracts.contract import Spec
from headwater.contracts.drift import Verdict
from headwater.contracts.findings import ContractFinding
from headwater.contracts.impact import Impacted, ImpactedProduct

SpecKind: TypeAlias = Literal["contract", "product"]


class ContractSummary(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a contract or product as lists show it."""

    kind: SpecKind
    id: str
    version: str
    """The current version or, if none is current, the highest version that is not retired."""
    current: bool
    """Whether that version is in force, because it is neither a draft nor proposed nor retired."""
    status: str | None
    name: str
    """The name. A contract without a name is called by what it covers (docs/contracts.md 3.4)."""
    product: str | None
    """The title of the product that the contract belongs to."""
    owners: tuple[str, ...]
    standard: str
    inputs: tuple[str, ...]
    consumers: int
    """The number of contracts that name this one as their input."""
    versions: int
    registered_at: Instant


class ContractList(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of contracts and products."""

    contracts: tuple[ContractSummary, ...]
    total_count: int
    next: str | None


class ContractVersion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is one of the versions of a contract, with what changed in it."""

    version: str
    status: str | None
    registered_at: Instant
    sha256: str
    file: str
    current: bool
    changes: Comparison | None
    """The changes from the next lower version to this one."""


class ContractVersions(msgspec.Struct, frozen=True, rename="camel"):
    """These are the versions of a contract or product."""

    id: str
    versions: tuple[ContractVersion, ...]
    """The versions, highest first."""


class BoundOutput(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is an output of a contract, with the dataset that it is bound to."""

    namespace: str
    name: str
    binding: str
    dataset: str | None
    """The node id of the dataset under its canonical name, or None if no event names it."""


class ContractDetails(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a version of a contract, with its content and the datasets that it is bound to."""

    summary: ContractSummary
    version: ContractVersion
    outputs: tuple[BoundOutput, ...]
    spec: Spec
    """The content of the contract, in one form for all standards."""
    findings: tuple[ContractFinding, ...]
    """What is odd in the contract's text."""
    names: dict[str, str]
    """The names of its inputs, by id."""


Outcome: TypeAlias = Literal["registered", "unchanged"]


class Registration(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the outcome of registering one document."""

    kind: Literal["contract", "product"]
    id: str
    version: str
    outcome: Outcome
    findings: tuple[ContractFinding, ...]


class Registrations(msgspec.Struct, frozen=True):
    """This is the outcome of registering documents, one by one."""

    contracts: tuple[Registration, ...]


class ContractDeleted(msgspec.Struct, frozen=True):
    """This is the id of the contract or product that was deleted."""

    id: str


class Member(msgspec.Struct, frozen=True, order=True, rename="camel"):
    """This is a contract that belongs to a product."""

    id: str
    version: str | None
    consumers: int


class DesignNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a contract or a product. A contract without a product counts as a product of its
    own."""

    id: str
    type: Literal["CONTRACT", "PRODUCT"]
    name: str
    version: str | None
    status: str | None
    product: str | None
    owners: tuple[str, ...]
    registered: bool
    """Whether it is registered. A contract that others name may not be registered yet."""
    members: tuple[Member, ...]
    """The contracts that a product consists of."""
    consumers: int
    """The number of contracts, or of products, that depend on this one."""
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
    """This edge leads from an input to what depends on it, in the direction in which data flows."""

    origin: str
    destination: str
    versions: tuple[str, ...] = ()
    """The versions of the origin that the destination pins."""
    coarse: bool = False
    """Whether the edge comes from an input that is declared for a product as a whole."""
    contracts: tuple[tuple[str, str], ...] = ()
    """For an edge between products, the pairs of contracts that it stands for."""


class DesignGraph(msgspec.Struct, frozen=True, rename="camel"):
    """This is the graph of contracts or products, by the inputs that they declare."""

    nodes: tuple[DesignNode, ...]
    edges: tuple[DesignEdge, ...]
    cycles: tuple[tuple[str, ...], ...]
    """The contracts of this graph that depend on each other in circles."""
    truncated: Truncated | None
    start: tuple[str, ...]
    """The nodes that were asked about. It is empty if the graph of all contracts was asked for."""


Knowledge: TypeAlias = Literal["found", "none", "unknown"]


class OperationalHit(
    msgspec.Struct, frozen=True, order=True, kw_only=True, rename="camel", gc=False
):
    """This is a job or dataset that receives data from the contract's datasets."""

    distance: int
    """The number of jobs on the way, including this one if it is a job."""
    id: str
    via: str
    """The job or dataset before this one on a shortest path from the contract's datasets."""
    contracts: tuple[str, ...]
    """The contracts that this dataset is bound to."""


class OperationalImpact(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """These are the jobs and datasets that depend on a contract, as far as that is known."""

    knowledge: Knowledge
    """`none` means that nothing receives data from the contract's datasets, `unknown` that there
    is no way to know."""
    reason: str | None
    """Why the impact is unknown."""
    jobs: tuple[OperationalHit, ...]
    datasets: tuple[OperationalHit, ...]


class ContractImpact(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This says who is impacted if a contract changes, or any contract of a product."""

    kind: SpecKind
    id: str
    version: str | None
    contracts: tuple[Impacted, ...]
    """The contracts that depend on this one, directly or indirectly, nearest first. It is empty
    if no contract names this one as its input."""
    products: tuple[ImpactedProduct, ...]
    operational: OperationalImpact


State: TypeAlias = Literal["clean", "drift", "unverifiable"]
"""A contract for which nothing can be compared is unverifiable, and not clean."""


class DriftReport(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This says where contracts differ from what runs."""

    findings: tuple[ContractFinding, ...]
    total_count: int
    by_code: dict[str, int]
    """The number of findings of each code, including those that are not shown."""
    states: dict[str, int]
    """The number of contracts that are clean, in drift, or unverifiable."""
    names: dict[str, str]
    """The names of the contracts that these findings are about or speak of, by id."""
    next: str | None


class InputVerdict(msgspec.Struct, frozen=True, rename="camel"):
    """This is the verdict on one input of a contract, whether it is declared or only observed."""

    contract: str
    verdict: Verdict
    path: tuple[str, ...]
    """The nodes that prove the verdict, in the direction in which data flows."""


class ContractDrift(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the drift of one contract, which is where it differs from what runs."""

    id: str
    version: str
    state: State
    inputs: tuple[InputVerdict, ...]
    """The verdict on each input of the contract, declared or observed."""
    findings: tuple[ContractFinding, ...]
    names: dict[str, str]
    """The names of the contract, of its inputs, and of others that findings speak of, by id."""
