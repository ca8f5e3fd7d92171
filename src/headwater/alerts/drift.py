"""Findings of drift: a contract that differs from what runs."""

from headwater.alerts.happening import Happening
from headwater.contracts.findings import ContractFinding, finding_place
from headwater.model.canonical import version_id
from headwater.query.contracts.drift import drift
from headwater.query.registry.bindings import bindings
from headwater.query.registry.registered import contracts
from headwater.questions.contracts import DriftQuestion
from headwater.store import Snapshot

_ALL = 2**31


def present_drift(snapshot: Snapshot) -> dict[str, ContractFinding]:
    """The findings that there are now, notes aside, by ids that follow from what they say."""
    found = drift(snapshot, DriftQuestion(limit=_ALL)).findings
    return {version_id(*map(str, finding_place(one))): one for one in found if one.level != "info"}


def drifts(
    snapshot: Snapshot, findings: dict[str, ContractFinding], noticed: dict[str, int]
) -> list[Happening]:
    """A happening for each finding. A finding that was gone and is back is another happening, as
    it is noticed anew."""
    bound = bindings(snapshot, contracts(snapshot))
    return [
        Happening(
            kind="drift",
            key=(id_, str(noticed[id_])),
            at=noticed[id_],
            subject=f"contract:{one.contract}",
            entities=frozenset(bound.datasets_of([one.contract] if one.contract else [])),
            contract=one.contract,
            title=f"contract:{one.contract} drifts: {one.message}",
            lines=(f"{one.level}: {one.code}",),
        )
        for id_, one in findings.items()
    ]
