"""Registering and deleting contracts: what that adds to the log (docs/contracts.md)."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from headwater.answers.contracts import Registration, Registrations
from headwater.contracts.check import check, registered
from headwater.contracts.check_report import CheckReport
from headwater.contracts.contract import Contract
from headwater.contracts.findings import ContractFinding, in_order
from headwater.contracts.read import ReadContracts, ReadDocument, registration_edit
from headwater.contracts.rules import DEFAULT, Policy
from headwater.contracts.versions import ContractHistory, Registered
from headwater.errors import ConflictError, Fault, NotFoundError, UnprocessableError
from headwater.query.contracts.drift import Judge
from headwater.query.registry.registered import RegisteredContracts, contracts
from headwater.store import Snapshot

Edit: TypeAlias = dict[str, Any]


def registration(
    known: RegisteredContracts, reading: ReadContracts
) -> tuple[tuple[Edit, ...], Registrations]:
    """The edits that register what was read, all of it or nothing, and what is told of them.

    UnprocessableError where something could not be read; ConflictError where a version is there
    with other content, unless that is a draft.
    """
    require_read(reading)
    edits: list[Edit] = []
    told: list[Registration] = []
    conflicts: list[Fault] = []
    seen: dict[tuple[str, str, str], str] = {}
    for one in reading.read:
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
        told.append(
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
    return tuple(edits), Registrations(tuple(told))


def require_read(reading: ReadContracts) -> None:
    if reading.refused:
        faults = tuple(
            Fault(f"{one.file}:{one.line}" if one.file else f"line {one.line}", one.message)
            for one in reading.refused
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


def deletion(snapshot: Snapshot, contract: str) -> Edit:
    """The edit that deletes a contract or product, with all of its versions so far."""
    known = contracts(snapshot).registry
    for kind, histories in (("contract", known.contracts), ("product", known.products)):
        if contract in histories:
            return {"edit": "delete", "kind": kind, "name": contract}
    raise NotFoundError(
        f"no contract {contract!r} is registered; see `headwater contracts list` for ids"
    )


def proposed(
    snapshot: Snapshot,
    reading: ReadContracts,
    *,
    against: str | None = None,
    policy: Policy = DEFAULT,
) -> CheckReport:
    """A check of contracts that are not registered: with those that are as history and consumers,
    and against what runs."""
    known = contracts(snapshot)
    report = check(
        reading.read,
        reading.refused,
        elsewhere=known.registered,
        against=against,
        policy=policy,
    )
    drift = _drift(snapshot, known, reading.read)
    findings = [*report.findings, *policy.applied(drift)]
    return msgspec.structs.replace(report, findings=in_order(findings))


def _drift(
    snapshot: Snapshot, known: RegisteredContracts, read: Sequence[ReadDocument]
) -> list[ContractFinding]:
    last = max((version.registered_at for version in known.registered), default=0)
    then = RegisteredContracts([*known.registered, *registered(read, last + 1)], snapshot.rules)
    asked = {one.spec.id for one in read if isinstance(one.spec, Contract)}
    codes = {"dataset-claimed-twice"}  # the check has told of these already
    return [f for f in Judge(snapshot, then, asked).findings() if f.code not in codes]
