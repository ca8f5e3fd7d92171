"""Findings on contracts: their codes and levels.

`CODES` is the table that documentation, reports and rules files refer to. A level is what a finding
counts as unless a rules file says otherwise (`headwater.contracts.checking.rules`).
"""

from typing import Literal, TypeAlias

import msgspec

Level: TypeAlias = Literal["error", "warning", "info"]

LEVELS: tuple[Level, ...] = ("error", "warning", "info")
"""The gravest level first."""


class FindingCode(msgspec.Struct, frozen=True):
    """The default level of a code, and what it means."""

    level: Level
    help: str


_DOCUMENT_CODES = {
    "missing-key": FindingCode("warning", "The standard version it declares requires a key."),
    "unknown-key": FindingCode("info", "The standard version it declares does not have a key."),
    "unknown-version": FindingCode(
        "info", "It declares a version of the standard that does not exist."
    ),
    "unknown-type": FindingCode(
        "info", "Its standard version has no such logical type or server type."
    ),
    "wrong-shape": FindingCode(
        "warning", "A value is a list where a text is expected, or the like."
    ),
    "unresolved-variable": FindingCode(
        "info", "A value holds ${…}: nothing is bound or linked by it."
    ),
}
_REGISTRY_CODES = {
    "unresolved-input": FindingCode("warning", "An input contract is not registered."),
    "version-pin-missing": FindingCode("error", "An input names a version that is not registered."),
    "input-retired": FindingCode("warning", "An input is deprecated or retired."),
    "input-behind": FindingCode(
        "info", "An input is pinned, and a newer major version is current."
    ),
    "cycle": FindingCode("error", "Contracts depend on each other in a circle."),
    "self-reference": FindingCode("error", "A contract names itself as its input."),
    "dataset-claimed-twice": FindingCode("warning", "Two contracts are bound to one dataset."),
    "same-version-changed": FindingCode("error", "One version of a contract has two contents."),
    "breaking-without-major": FindingCode(
        "error", "Readers break, but the major version is the same."
    ),
    "version-not-raised": FindingCode("warning", "It changed, but its version is not higher."),
    "contract-removed": FindingCode("warning", "It was there before, and is gone."),
}
_DRIFT_CODES = {
    "declared-not-observed": FindingCode("warning", "A declared input is not read by what runs."),
    "observed-not-declared": FindingCode("error", "What runs reads an input that is not declared."),
    "unverifiable": FindingCode("info", "A declared input cannot be compared with what runs."),
    "uncontracted-input": FindingCode("info", "What runs reads a dataset that no contract covers."),
    "output-never-written": FindingCode("warning", "No job has ever written an output dataset."),
    "output-no-longer-written": FindingCode(
        "warning", "A job wrote an output dataset, and none does."
    ),
    "output-stale": FindingCode("warning", "An output dataset was last written too long ago."),
    "schema-field-missing": FindingCode("error", "A field of the contract is not in the dataset."),
    "schema-type": FindingCode("error", "A field has another type than the contract says."),
    "schema-field-undeclared": FindingCode(
        "info", "A field of the dataset is not in the contract."
    ),
}
CODES: dict[str, FindingCode] = _DOCUMENT_CODES | _REGISTRY_CODES | _DRIFT_CODES


class FindingEvidence(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", gc=False
):
    """This is what shows that a finding is true. Each part is given where there is one."""

    dataset: str | None = None
    dataset_version: str | None = None
    job: str | None = None
    run: str | None = None
    path: tuple[str, ...] = ()
    """Node ids from one end to the other, in the direction in which data flows."""
    contracts: tuple[str, ...] = ()
    """Other contracts involved, as `id@version` where a version is meant."""
    sha256: tuple[str, ...] = ()


NOTHING = FindingEvidence()


class ContractFinding(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", gc=False
):
    """This is one finding about a contract."""

    code: str
    level: Level
    message: str
    contract: str | None = None
    version: str | None = None
    file: str | None = None
    line: int | None = None
    evidence: FindingEvidence = NOTHING


class RefusedContract(msgspec.Struct, frozen=True, order=True):
    """This says why a document, or a whole file, was not read."""

    file: str
    line: int
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.file or 'line '}{':' if self.file else ''}{self.line}: {self.message}"


def finding(code: str, message: str, **where: object) -> ContractFinding:
    """A finding at its default level."""
    return ContractFinding(code=code, level=CODES[code].level, message=message, **where)  # type: ignore[arg-type]  # the fields of ContractFinding


def in_order(findings: list[ContractFinding]) -> tuple[ContractFinding, ...]:
    """The findings by contract, the gravest first."""
    return tuple(sorted(findings, key=finding_place))


def finding_place(finding: ContractFinding) -> tuple[str, int, str, str, int, str]:
    """The place of a finding in that order. Findings that say the same have the same place."""
    return (
        finding.contract or "",
        LEVELS.index(finding.level),
        finding.code,
        finding.file or "",
        finding.line or 0,
        finding.message,
    )
