"""Registering and deleting contracts: the edits that this adds to the log (docs/contracts.md)."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from headwater.answers.contracts import Registration, Registrations
from headwater.contracts.checking.check import check, registered
from headwater.contracts.checking.check_report import CheckReport
from headwater.contracts.checking.rules import DEFAULT, Policy
from headwater.contracts.contract import Contract
from headwater.contracts.documents.read import ReadContracts, ReadDocument, registration_edit
from headwater.contracts.findings import ContractFinding, in_order
from headwater.contracts.versions import ContractHistory, Registered
from headwater.errors import ConflictError, Fault, NotFoundError, UnprocessableError
from headwater.query.contracts.drift import Judge
from headwater.query.registry.registered import RegisteredContracts, contracts
from headwater.store import Snapshot

EditRecord: TypeAlias = dict[str, Any]


def registration(
    known: RegisteredContracts, documents: ReadContracts
) -> tuple[tuple[EditRecord, ...], Registrations]:
    """The edits that register all of these documents or none, and the outcome for each.

    Raises UnprocessableError if a document could not be read, and ConflictError if a version is
    already registered with other content and is not a draft.
    """
    require_read(documents)
    edits: list[EditRecord] = []
    outcomes: list[Registration] = []
    conflicts: list[Fault] = []
    seen: dict[tuple[str, str, str], str] = {}
    for one in documents.read:
        kind = "contract" if isinstance(one.spec, Contract) else "product"
        identity = (kind, one.spec.id, one.spec.version)
        before = _before(known, one)
        earlier = seen.get(identity) or (before.sha256 if before else None)
        is_same = earlier == one.document.sha256
        is_frozen = identity in seen or (before is not None and not before.is_draft)
        if earlier is not None and not is_same and is_frozen:
            conflicts.append(_conflict(one))
            continue
        seen[identity] = one.document.sha256
        if not is_same:
            edits.append(registration_edit(one))
        outcomes.append(
            Registration(
                kind="contract" if kind == "contract" else "product",
                id=one.spec.id,
                version=one.spec.version,
                outcome="unchanged" if is_same else "registered",
                findings=one.findings,
            )
        )
    if conflicts:
        raise ConflictError("; ".join(fault.message for fault in conflicts), tuple(conflicts))
    return tuple(edits), Registrations(tuple(outcomes))


def require_read(documents: ReadContracts) -> None:
    if documents.refused:
        faults = tuple(
            Fault(f"{one.file}:{one.line}" if one.file else f"line {one.line}", one.message)
            for one in documents.refused
        )
        message = "; ".join(f"{fault.path}: {fault.message}" for fault in faults)
        raise UnprocessableError(message, faults)


def _before(known: RegisteredContracts, one: ReadDocument) -> Registered | None:
    histories: dict[str, ContractHistory] = (
        known.registry.contracts if isinstance(one.spec, Contract) else known.registry.products
    )
    history = histories.get(one.spec.id)
    return history.version(one.spec.version) if history else None


def _conflict(one: ReadDocument) -> Fault:
    file = one.document.file
    place = f"{file}:{one.document.line}" if file else f"line {one.document.line}"
    return Fault(
        place,
        f"{one.spec.id} {one.spec.version} is registered with other content, and is no draft;"
        " give it another version",
    )


def deletion(snapshot: Snapshot, contract: str) -> EditRecord:
    """The edit that deletes a contract or product with all of its versions so far."""
    known = contracts(snapshot).registry
    for kind, histories in (("contract", known.contracts), ("product", known.products)):
        if contract in histories:
            return {"edit": "delete", "kind": kind, "name": contract}
    raise NotFoundError(
        f"no contract {contract!r} is registered; see `headwater contracts list` for ids"
    )


def proposed(
    snapshot: Snapshot,
    documents: ReadContracts,
    *,
    against: str | None = None,
    policy: Policy = DEFAULT,
) -> CheckReport:
    """Checks contracts that are not registered yet.

    The registered ones serve as their history and their consumers, and what runs is compared too.
    """
    known = contracts(snapshot)
    report = check(
        documents.read,
        documents.refused,
        elsewhere=known.registered,
        against=against,
        policy=policy,
    )
    drift = _drift(snapshot, known, documents.read)
    findings = [*report.findings, *policy.applied(drift)]
    return msgspec.structs.replace(report, findings=in_order(findings))


def _drift(
    snapshot: Snapshot, known: RegisteredContracts, read: Sequence[ReadDocument]
) -> list[ContractFinding]:
    last = max((version.registered_at for version in known.registered), default=0)
    then = RegisteredContracts([*known.registered, *registered(read, last + 1)], snapshot.rules)
    proposed_ids = {one.spec.id for one in read if isinstance(one.spec, Contract)}
    codes = {"dataset-claimed-twice"}  # the check has already reported these
    return [f for f in Judge(snapshot, then, proposed_ids).findings() if f.code not in codes]
