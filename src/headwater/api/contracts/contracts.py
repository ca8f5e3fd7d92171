"""`/contracts`: registering data contracts, and what is registered."""

from typing import Annotated

import msgspec

from headwater.answers.contracts import (
    ContractDeleted,
    ContractDetails,
    ContractList,
    ContractVersions,
    Registrations,
)
from headwater.api.http.operations import LogWrite, RequestContext, Text, delete, get, post
from headwater.contracts.checking.changes import Comparison
from headwater.contracts.checking.check_report import CheckReport
from headwater.contracts.reading.bundle import read_bundle
from headwater.query.contracts.listing import (
    contract_details,
    contract_diff,
    contract_text,
    contract_versions,
    list_contracts,
)
from headwater.query.contracts.registration import deletion, proposed, registration, require_read
from headwater.query.registry.registered import contracts as registered
from headwater.questions.contracts import (
    ContractDiffQuestion,
    ContractQuestion,
    ContractsQuestion,
    ContractVersionQuestion,
    ContractVersionsQuestion,
)
from headwater.wire.media import YAML

TAG = "Contracts"
BODY = (YAML, "application/json", "text/plain")


@get(ContractsQuestion.path, tag=TAG, summary="What is registered")
def contracts(context: RequestContext, question: ContractsQuestion) -> ContractList:
    """Contracts and products, by name."""
    return list_contracts(context.snapshot, question)


@post(
    "/contracts",
    tag=TAG,
    summary="Register contracts",
    body=bytes,
    takes=BODY,
    status=201,
)
def register_contracts(context: RequestContext, body: bytes) -> LogWrite[Registrations]:
    """YAML or JSON, one or more documents: ODCS (the form of RFC 0011, v2, v3) and ODPS products.
    Or JSON with a list of `documents`, each with its `text`, and with the `file` and `line` that
    findings should name. All are registered or none. The same content again changes nothing; a
    version that is there with other content is a conflict, unless it is a draft."""
    edits, told = registration(registered(context.snapshot), read_bundle(body))
    return LogWrite(edits=edits, answer=lambda _: told)


class CheckQuestion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    against: Annotated[
        str | None, msgspec.Meta(description="What the report calls this server.")
    ] = None


@post(
    "/contracts/check",
    tag=TAG,
    summary="Check proposed contracts",
    body=bytes,
    takes=BODY,
    role="read",
)
def check_contracts(
    context: RequestContext, question: CheckQuestion, body: bytes
) -> LogWrite[CheckReport]:
    """What a proposal changes and breaks, whom it hits, and how it compares with what runs. The
    body is as for registering; nothing is stored."""
    found = read_bundle(body)
    require_read(found)
    report = proposed(context.snapshot, found, against=question.against)
    return LogWrite(answer=lambda _: report)


@get(ContractQuestion.path, tag=TAG, summary="A contract or product", media=(YAML,))
def contract(context: RequestContext, question: ContractQuestion) -> ContractDetails | Text:
    """Its current version. With `Accept: application/yaml`, the text as it was registered."""
    if YAML in context.accept:
        return Text(YAML, contract_text(context.snapshot, question.contract, at=question.at))
    return contract_details(context.snapshot, question.contract, at=question.at)


class DeleteQuestion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    contract: Annotated[str, msgspec.Meta(description="The id of a contract.")]


@delete("/contracts/{contract}", tag=TAG, summary="Delete a contract")
def delete_contract(context: RequestContext, question: DeleteQuestion) -> LogWrite[ContractDeleted]:
    """With all of its versions so far; as of earlier times it is still there. It can be
    registered again."""
    edit = deletion(context.snapshot, question.contract)
    gone = ContractDeleted(edit["name"])
    return LogWrite(edits=(edit,), answer=lambda _: gone)


@get(ContractVersionsQuestion.path, tag=TAG, summary="The versions of a contract")
def versions_of_contract(
    context: RequestContext, question: ContractVersionsQuestion
) -> ContractVersions:
    """The highest first, each with what changed since the next lower one."""
    return contract_versions(context.snapshot, question.contract, at=question.at)


@get(
    ContractVersionQuestion.path,
    tag=TAG,
    summary="A version of a contract",
    media=(YAML,),
)
def contract_version(
    context: RequestContext, question: ContractVersionQuestion
) -> ContractDetails | Text:
    """With `Accept: application/yaml`, the text as it was registered."""
    if YAML in context.accept:
        return Text(YAML, contract_text(context.snapshot, question.contract, question.version))
    return contract_details(context.snapshot, question.contract, question.version)


@get(ContractDiffQuestion.path, tag=TAG, summary="What changed between two versions")
def diff_of_contract(context: RequestContext, question: ContractDiffQuestion) -> Comparison:
    """Each change with what it means to readers, and the version that it asks for."""
    return contract_diff(context.snapshot, question.contract, question.before, question.after)


OPERATIONS = (
    contracts,
    register_contracts,
    check_contracts,
    contract,
    delete_contract,
    versions_of_contract,
    contract_version,
    diff_of_contract,
)
