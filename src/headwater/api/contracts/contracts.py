"""`/contracts`: registering data contracts, and reading what is registered."""

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


@get(ContractsQuestion.path, tag=TAG, summary="List contracts and products")
def contracts(context: RequestContext, question: ContractsQuestion) -> ContractList:
    """The contracts and products are ordered by name."""
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
    """The body is YAML or JSON with one or more documents: ODCS contracts (the form of RFC 0011, v2
    or v3) and ODPS products. It may also be JSON with a list of `documents`, each with its `text`,
    and with the `file` and `line` that findings should name. Either all documents are registered or
    none. Registering the same content again changes nothing. A version that exists with other
    content is a conflict, unless it is a draft."""
    edits, registrations = registration(registered(context.snapshot), read_bundle(body))
    return LogWrite(edits=edits, answer=lambda _: registrations)


class CheckQuestion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The parameters of a check."""

    against: Annotated[
        str | None, msgspec.Meta(description="The name by which the report refers to this server.")
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
    """Returns what proposed contracts change and break, who is affected, and how they compare with
    what runs. The body is the same as for registering contracts. Nothing is stored."""
    found = read_bundle(body)
    require_read(found)
    report = proposed(context.snapshot, found, against=question.against)
    return LogWrite(answer=lambda _: report)


@get(ContractQuestion.path, tag=TAG, summary="Get a contract or product", media=(YAML,))
def contract(context: RequestContext, question: ContractQuestion) -> ContractDetails | Text:
    """Returns the current version. With `Accept: application/yaml`, the answer is the text as it
    was registered."""
    if YAML in context.accept:
        return Text(YAML, contract_text(context.snapshot, question.contract, at=question.at))
    return contract_details(context.snapshot, question.contract, at=question.at)


class DeleteQuestion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The contract to delete."""

    contract: Annotated[str, msgspec.Meta(description="The id of a contract.")]


@delete("/contracts/{contract}", tag=TAG, summary="Delete a contract")
def delete_contract(context: RequestContext, question: DeleteQuestion) -> LogWrite[ContractDeleted]:
    """Deletes a contract with all its present versions. As of earlier times it is still visible. It
    can be registered again."""
    edit = deletion(context.snapshot, question.contract)
    gone = ContractDeleted(edit["name"])
    return LogWrite(edits=(edit,), answer=lambda _: gone)


@get(ContractVersionsQuestion.path, tag=TAG, summary="List the versions of a contract")
def versions_of_contract(
    context: RequestContext, question: ContractVersionsQuestion
) -> ContractVersions:
    """The highest version comes first. Each version has what changed since the next lower one."""
    return contract_versions(context.snapshot, question.contract, at=question.at)


@get(
    ContractVersionQuestion.path,
    tag=TAG,
    summary="Get a version of a contract",
    media=(YAML,),
)
def contract_version(
    context: RequestContext, question: ContractVersionQuestion
) -> ContractDetails | Text:
    """With `Accept: application/yaml`, the answer is the text as it was registered."""
    if YAML in context.accept:
        return Text(YAML, contract_text(context.snapshot, question.contract, question.version))
    return contract_details(context.snapshot, question.contract, question.version)


@get(ContractDiffQuestion.path, tag=TAG, summary="Compare two versions of a contract")
def diff_of_contract(context: RequestContext, question: ContractDiffQuestion) -> Comparison:
    """Returns each change with what it means for readers, and the version number that the changes
    require."""
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
