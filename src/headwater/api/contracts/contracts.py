"""`/contracts`: registering data contracts, and what is registered."""

from typing import Annotated, TypeAlias

import msgspec

from headwater.answers.contracts import (
    ContractDeleted,
    ContractDetails,
    ContractList,
    ContractVersions,
    Kind,
    Registrations,
)
from headwater.api.http.operations import LogWrite, RequestContext, Text, delete, get, post
from headwater.api.http.parameters import DEFAULT_LIMIT, Limit, Moment, Offset
from headwater.contracts.bundle import read_bundle
from headwater.contracts.changes import Comparison
from headwater.contracts.check_report import CheckReport
from headwater.query.contracts.listing import (
    contract_details,
    contract_diff,
    contract_text,
    contract_versions,
    list_contracts,
)
from headwater.query.contracts.registration import deletion, proposed, registration, require_read
from headwater.query.pages import Page
from headwater.query.registry.registered import contracts as registered
from headwater.wire.media import YAML

TAG = "Contracts"
BODY = (YAML, "application/json", "text/plain")

ContractId: TypeAlias = Annotated[
    str, msgspec.Meta(description="The id of a contract, or its name.")
]
AsOf: TypeAlias = Annotated[Moment | None, msgspec.Meta(description="As of this time.")]


class ContractsAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    kind: Kind | None = None
    text: Annotated[
        str | None, msgspec.Meta(description="A part of the id or name, in any letter case.")
    ] = None
    product: Annotated[str | None, msgspec.Meta(description="The title of a product.")] = None
    at: AsOf = None
    limit: Limit = DEFAULT_LIMIT
    offset: Offset = 0


@get("/contracts", tag=TAG, summary="What is registered")
def contracts(context: RequestContext, asked: ContractsAsked) -> ContractList:
    """Contracts and products, by name."""
    return list_contracts(
        context.snapshot,
        kind=asked.kind,
        text=asked.text,
        product=asked.product,
        at=asked.at,
        page=Page(asked.limit, asked.offset),
    )


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


class CheckAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
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
    context: RequestContext, asked: CheckAsked, body: bytes
) -> LogWrite[CheckReport]:
    """What a proposal changes and breaks, whom it hits, and how it compares with what runs. The
    body is as for registering; nothing is stored."""
    found = read_bundle(body)
    require_read(found)
    report = proposed(context.snapshot, found, against=asked.against)
    return LogWrite(answer=lambda _: report)


class ContractAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    contract: ContractId
    at: AsOf = None


@get("/contracts/{contract}", tag=TAG, summary="A contract or product", media=(YAML,))
def contract(context: RequestContext, asked: ContractAsked) -> ContractDetails | Text:
    """Its current version. With `Accept: application/yaml`, the text as it was registered."""
    if YAML in context.accept:
        return Text(YAML, contract_text(context.snapshot, asked.contract, at=asked.at))
    return contract_details(context.snapshot, asked.contract, at=asked.at)


class DeleteAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    contract: Annotated[str, msgspec.Meta(description="The id of a contract.")]


@delete("/contracts/{contract}", tag=TAG, summary="Delete a contract")
def delete_contract(context: RequestContext, asked: DeleteAsked) -> LogWrite[ContractDeleted]:
    """With all of its versions so far; as of earlier times it is still there. It can be
    registered again."""
    edit = deletion(context.snapshot, asked.contract)
    gone = ContractDeleted(edit["name"])
    return LogWrite(edits=(edit,), answer=lambda _: gone)


@get("/contracts/{contract}/versions", tag=TAG, summary="The versions of a contract")
def versions_of_contract(context: RequestContext, asked: ContractAsked) -> ContractVersions:
    """The highest first, each with what changed since the next lower one."""
    return contract_versions(context.snapshot, asked.contract, at=asked.at)


class VersionAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    contract: ContractId
    version: str


@get(
    "/contracts/{contract}/versions/{version}",
    tag=TAG,
    summary="A version of a contract",
    media=(YAML,),
)
def contract_version(context: RequestContext, asked: VersionAsked) -> ContractDetails | Text:
    """With `Accept: application/yaml`, the text as it was registered."""
    if YAML in context.accept:
        return Text(YAML, contract_text(context.snapshot, asked.contract, asked.version))
    return contract_details(context.snapshot, asked.contract, asked.version)


class DiffAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    contract: ContractId
    before: Annotated[
        str | None, msgspec.Meta(description="A version; the next lower one, if not given.")
    ] = None
    after: Annotated[
        str | None, msgspec.Meta(description="A version; the current one, if not given.")
    ] = None


@get("/contracts/{contract}/diff", tag=TAG, summary="What changed between two versions")
def diff_of_contract(context: RequestContext, asked: DiffAsked) -> Comparison:
    """Each change with what it means to readers, and the version that it asks for."""
    return contract_diff(context.snapshot, asked.contract, asked.before, asked.after)


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
