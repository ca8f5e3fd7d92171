"""The tool that shows data contracts."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from headwater.answers.contracts import ContractSummary
from headwater.assistants.lists import at_most, noted
from headwater.assistants.tool import Arguments, Ask, AtTime, Most, tool
from headwater.assistants.views import Views
from headwater.questions.contracts import (
    ContractId,
    ContractImpactQuestion,
    ContractQuestion,
    ContractsQuestion,
)


class ContractsArguments(Arguments, frozen=True, kw_only=True):
    contract: Annotated[
        ContractId | None,
        msgspec.Meta(description="The id or name of one contract or product, to see it in full."),
    ] = None
    text: Annotated[
        str | None,
        msgspec.Meta(description="Only contracts with this text in their id or name."),
    ] = None
    at: AtTime = None
    most: Most = 20


@tool
def contracts(ask: Ask, views: Views, given: ContractsArguments) -> Iterator[str]:
    """List the data contracts and data products; or, with `contract`, show one: its owners, its
    datasets, its inputs, and the contracts that depend on it."""
    if given.contract is not None:
        return _one(ask, views, given, given.contract)
    return _all(ask, views, given)


def _all(ask: Ask, views: Views, given: ContractsArguments) -> Iterator[str]:
    found = ask(ContractsQuestion(text=given.text, at=given.at, limit=given.most))
    yield f"{found.total_count} contracts and products:"
    yield from at_most(given.most, [_line(one) for one in found.contracts], found.total_count)
    yield views.contracts()


def _one(ask: Ask, views: Views, given: ContractsArguments, contract: str) -> Iterator[str]:
    found = ask(ContractQuestion(contract=contract, at=given.at))
    yield _line(found.summary)
    for output in found.outputs:
        bound = output.dataset or "no dataset that any event names"
        yield f"covers {output.namespace}:{output.name}: {bound}"
    yield from (f"input {name}" for name in found.summary.inputs)
    impact = ask(ContractImpactQuestion(contract=found.summary.id, at=given.at))
    dependents = [f"feeds {one.id}" for one in impact.contracts]
    yield from at_most(given.most, dependents)
    yield from (f"{one.level} {one.code}: {one.message}" for one in found.findings)
    yield f"next: `drift` with {found.summary.id}"
    yield views.contract(found.summary.id)


def _line(contract: ContractSummary) -> str:
    return noted(
        f"{contract.kind} {contract.id} {contract.version}",
        [
            contract.name if contract.name != contract.id else None,
            contract.status,
            f"product {contract.product}" if contract.product else None,
            f"owned by {', '.join(contract.owners)}" if contract.owners else None,
        ],
    )
