"""Registering, checking and deleting contracts."""

from typing import Annotated

import msgspec

from headwater.answers.contracts import ContractDeleted, Registrations
from headwater.api.contracts.contracts import TAG
from headwater.api.http.operations import LogWrite, RequestContext, delete, post
from headwater.contracts.checking.check_report import CheckReport
from headwater.contracts.documents.bundle import read_bundle
from headwater.query.contracts.registration import deletion, proposed, registration, require_read
from headwater.query.registry.registered import contracts as registered
from headwater.wire.media import YAML

BODY = (YAML, "application/json", "text/plain")


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
        str | None, msgspec.Meta(description="The report refers to this server by this name.")
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


class DeleteQuestion(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The contract to delete."""

    contract: Annotated[str, msgspec.Meta(description="This is the id of a contract.")]


@delete("/contracts/{contract}", tag=TAG, summary="Delete a contract")
def delete_contract(context: RequestContext, question: DeleteQuestion) -> LogWrite[ContractDeleted]:
    """Deletes a contract with all its present versions. As of earlier times it is still visible. It
    can be registered again."""
    edit = deletion(context.snapshot, question.contract)
    gone = ContractDeleted(edit["name"])
    return LogWrite(edits=(edit,), answer=lambda _: gone)
