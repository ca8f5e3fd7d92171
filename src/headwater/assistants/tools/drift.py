"""The tool that shows where data contracts differ from what runs."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from headwater.assistants.lists import at_most, noted
from headwater.assistants.tool import Arguments, Ask, AtTime, Most, tool
from headwater.assistants.views import Views
from headwater.contracts.findings import ContractFinding, Level
from headwater.questions.contracts import ContractDriftQuestion, ContractId, DriftQuestion
from headwater.words.numbers import counted


class DriftArguments(Arguments, frozen=True, kw_only=True):
    contract: Annotated[
        ContractId | None,
        msgspec.Meta(description="The id or name of one contract; all contracts if left out."),
    ] = None
    level: Annotated[
        Level | None, msgspec.Meta(description="Only findings of this level, where all are asked.")
    ] = None
    at: AtTime = None
    most: Most = 20


@tool
def drift(ask: Ask, views: Views, given: DriftArguments) -> Iterator[str]:
    """Show where data contracts differ from what runs: inputs that are read but not declared,
    fields that are missing or have another type, outputs that are late or never written."""
    if given.contract is not None:
        return _one(ask, views, given, given.contract)
    return _all(ask, views, given)


def _all(ask: Ask, views: Views, given: DriftArguments) -> Iterator[str]:
    found = ask(DriftQuestion(level=given.level, at=given.at, limit=given.most))
    states = ", ".join(f"{number} {state}" for state, number in sorted(found.states.items()))
    yield f"contracts: {states or 'none'}; {counted(found.total_count, 'finding')}"
    yield from at_most(given.most, [_finding(one) for one in found.findings], found.total_count)
    yield views.contracts()


def _one(ask: Ask, views: Views, given: DriftArguments, contract: str) -> Iterator[str]:
    found = ask(ContractDriftQuestion(contract=contract, at=given.at))
    yield f"contract {found.id} {found.version}: {found.state}"
    yield from (f"input {one.contract}: {one.verdict}" for one in found.inputs)
    yield from at_most(given.most, [_finding(one) for one in found.findings])
    yield views.contract(found.id)


def _finding(finding: ContractFinding) -> str:
    evidence = finding.evidence
    nodes = [evidence.dataset, evidence.job, f"run:{evidence.run}" if evidence.run else None]
    about = f" of {finding.contract}" if finding.contract else ""
    return noted(f"{finding.level} {finding.code}{about}: {finding.message}", nodes)
