"""Reading contracts and products, whatever standard they follow."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from headwater.contracts.contract import Contract, Spec
from headwater.contracts.documents import conformance, odcs, odps
from headwater.contracts.documents.documents import ContractDocument, parse
from headwater.contracts.documents.nodes import Mapping, Scalar, TextNode, kind_of
from headwater.contracts.documents.shapes import Shapes
from headwater.contracts.findings import ContractFinding, RefusedContract
from headwater.errors import UnreadableContractError

RFC = "ODCS RFC 0011"
"""The form of the RFC's own examples, which have less than any version of the standard requires."""

MAX_NAME = 500
"""The most characters of an id or a version, because the store has indexes on them."""

NO_CONTRACT = "no-contract"
"""The code for documents that do not even look like a contract."""


class ReadDocument(msgspec.Struct, frozen=True):
    """One document that was read."""

    document: ContractDocument
    spec: Spec
    findings: tuple[ContractFinding, ...]


def registration_edit(one: ReadDocument) -> dict[str, Any]:
    """The edit that registers a document in the log. Whoever logs it adds the time."""
    return {
        "edit": "contract",
        "kind": "contract" if isinstance(one.spec, Contract) else "product",
        "name": one.spec.id,
        "version": one.spec.version,
        "text": one.document.text,
        "file": one.document.file,
        "line": one.document.line,
    }


class ReadContracts(NamedTuple):
    """The documents of a text: those that were read, and those that were refused."""

    read: tuple[ReadDocument, ...]
    refused: tuple[RefusedContract, ...]


def read(data: bytes, file: str = "", line: int = 1) -> ReadContracts:
    """Every contract and product in a text. `line` is the line of its file at which it begins."""
    found: list[ReadDocument] = []
    refused: list[RefusedContract] = []
    try:
        for document, root in parse(data, file, line):
            try:
                if isinstance(root, UnreadableContractError):
                    raise root
                found.append(_read(document, root))
            except UnreadableContractError as error:
                refused.append(RefusedContract(file, error.line, error.code, error.message))
    except UnreadableContractError as error:
        refused.append(RefusedContract(file, error.line, error.code, error.message))
    if not found and not refused:
        refused.append(
            RefusedContract(file, line, NO_CONTRACT, "nothing but comments and white space")
        )
    return ReadContracts(tuple(found), tuple(refused))


def _read(document: ContractDocument, root: TextNode) -> ReadDocument:
    if not isinstance(root, Mapping):
        raise UnreadableContractError(
            NO_CONTRACT, root.line, f"expected a mapping, found {kind_of(root)}"
        )
    shapes = Shapes(document.file)
    declared = shapes.text(root, "apiVersion", "standardVersion")
    standard = _standard(root, declared)
    _require_identity(root, standard)
    spec: Spec
    if standard.startswith("ODPS"):
        spec = odps.product(root, standard, shapes)
    else:
        spec = odcs.contract(root, standard, shapes)
    if declared is not None or root.get("kind") is not None:
        conformance.check(root, spec, declared, shapes)
    return ReadDocument(document, spec, tuple(_about(spec, shapes.findings)))


def _about(spec: Spec, findings: list[ContractFinding]) -> Iterator[ContractFinding]:
    for found in findings:
        yield msgspec.structs.replace(found, contract=spec.id, version=spec.version)


def _standard(root: Mapping, declared: str | None) -> str:
    """The standard that it is read as: by the version it declares, else by its layout."""
    if root.get("dataContractSpecification") is not None:
        raise UnreadableContractError(
            "other-format",
            root.lines["dataContractSpecification"],
            "this follows the Data Contract Specification, which is not read; convert it to ODCS,"
            " for example with `datacontract export --format odcs`",
        )
    kind = _text(root, "kind")
    if kind == "DataProduct":
        return conformance.standard_version("ODPS", declared)
    if not _looks_like_a_contract(root, kind):
        raise UnreadableContractError(
            NO_CONTRACT,
            root.line,
            "this is no data contract: it has neither `kind: DataContract` or `DataProduct`, nor"
            " an id (`id` or `uuid`) with a `version`",
        )
    standard = conformance.standard_version("ODCS", declared)
    if standard.startswith(("ODCS 2", "ODCS 3")):
        return standard
    if _text(root, "id") or root.get("schema") is not None:
        return "ODCS 3"
    return "ODCS 2" if kind or root.get("dataset") is not None else RFC


def _looks_like_a_contract(root: Mapping, kind: str | None) -> bool:
    if kind == "DataContract" or root.get("quantumName") is not None:
        return True
    has_id = root.get("id") is not None or root.get("uuid") is not None
    return has_id and root.get("version") is not None


def _require_identity(root: Mapping, standard: str) -> None:
    ids = ("id",) if standard.startswith("ODPS") else ("id", "uuid")
    if not any(_text(root, key) for key in ids):
        raise UnreadableContractError(
            "no-id", root.line, f"it has no id; give it one as {' or '.join(f'`{i}`' for i in ids)}"
        )
    if not standard.startswith("ODPS") and not _text(root, "version"):
        raise UnreadableContractError("no-version", root.line, "it has no `version`; give it one")
    for key in (*ids, "version"):
        if len(_text(root, key) or "") > MAX_NAME:
            raise UnreadableContractError(
                "no-id", root.lines[key], f"`{key}` is longer than {MAX_NAME} characters"
            )


def _text(root: Mapping, key: str) -> str | None:
    node = root.get(key)
    return node.text.strip() or None if isinstance(node, Scalar) else None
