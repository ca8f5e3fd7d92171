"""Contracts, their versions and texts."""

from collections.abc import Callable

import pytest

from headwater.contracts.findings import ContractFinding
from headwater.errors import NotFoundError
from headwater.query.contracts.contracts import (
    contract_details,
    contract_diff,
    contract_text,
    contract_versions,
)
from headwater.questions.pages import Page
from headwater.store import Snapshot
from tests.contracts.rfc import TEXTS, Z
from tests.query.rows import Rows
from tests.questions import contract_drift, design_lineage, drift, list_contracts

Stored = Callable[[], Snapshot]


def test_lists_single_contracts_versions_and_the_text(
    rows: Rows, registered: Callable[..., Snapshot]
) -> None:
    old = "id: a\nversion: 1.0.0\nname: Alpha\nschema: [{name: t, properties: [{name: x}]}]\n"
    new = old.replace("1.0.0", "2.0.0").replace("name: x", "name: y")
    snapshot = registered(old, new, new.replace("2.0.0", "3.0.0-rc") + "status: draft\n", TEXTS[Z])
    listed = list_contracts(snapshot)
    assert [(one.id, one.version, one.versions) for one in listed.contracts] == [
        ("a", "2.0.0", 3),
        (Z, "1.1.0", 1),
    ]
    assert list_contracts(snapshot, text="ALPH").total_count == 1
    assert list_contracts(snapshot, text="a ALPH").total_count == 1
    assert list_contracts(snapshot, text="ALPH nothing").total_count == 0
    assert list_contracts(snapshot, product="Data Product Z").contracts[0].id == Z
    assert list_contracts(snapshot, page=Page(1, 1)).contracts[0].id == Z
    versions = contract_versions(snapshot, "a").versions
    assert [(v.version, v.current) for v in versions] == [
        ("3.0.0-rc", False),
        ("2.0.0", True),
        ("1.0.0", False),
    ]
    assert versions[1].changes is not None
    assert versions[1].changes.breaking
    assert contract_text(snapshot, "Alpha", "1.0.0") == old
    found = contract_details(snapshot, f"contract:{Z.upper()}")
    assert [(out.name, out.dataset) for out in found.outputs] == [("DSZ2-name", None)]
    assert contract_diff(snapshot, "a", None, None).after == "2.0.0"
    assert contract_diff(snapshot, "a", "1.0.0", "3.0.0-rc").before == "1.0.0"


def test_what_is_not_registered_is_not_found_with_near_matches(example: Snapshot) -> None:
    with pytest.raises(NotFoundError, match=f"did you mean {Z}"):
        contract_details(example, f"{Z[:-1]}0")
    with pytest.raises(NotFoundError, match=r"has no version '9'; it has 1\.1\.0"):
        contract_details(example, Z, "9")
    with pytest.raises(NotFoundError, match="no version before"):
        contract_diff(example, Z, None, None)


def test_a_deleted_contract_is_gone_until_it_is_registered_again(
    rows: Rows, stored: Stored
) -> None:
    rows.contract(TEXTS[Z], 1)
    rows.contract(TEXTS[Z].replace("1.1.0", "1.0.0"), 2)
    rows.edit("delete", "contract", "", Z, 5)
    rows.contract(TEXTS[Z], 8)
    snapshot = stored()
    assert [v.version for v in contract_versions(snapshot, Z, at=4).versions] == ["1.1.0", "1.0.0"]
    assert list_contracts(snapshot, at=6).contracts == ()
    assert design_lineage(snapshot, at=6).nodes == ()
    [again] = contract_versions(snapshot, Z).versions
    assert (again.version, again.registered_at) == ("1.1.0", 8)


def test_a_version_with_two_contents_shows_the_last_with_a_finding(
    registered: Callable[..., Snapshot],
) -> None:
    text = "id: a\nversion: 1.0.0\nschema: [{name: t, properties: [{name: x}]}]\n"
    snapshot = registered(text, text.replace("name: x", "name: y"))
    assert "name: y" in contract_text(snapshot, "a")
    assert "name: x" in contract_text(snapshot, "a", at=0)
    assert [f.code for f in contract_drift(snapshot, "a").findings] == ["same-version-changed"]


def test_lists_go_on_where_a_page_ended(example: Snapshot) -> None:
    everything = list_contracts(example)
    first = list_contracts(example, limit=2)
    rest = list_contracts(example, limit=1000, next=first.next)
    assert first.next is not None
    assert (*first.contracts, *rest.contracts) == everything.contracts
    assert (rest.next, everything.next) == (None, None)
    found = drift(example)
    one, others = drift(example, limit=1), list[ContractFinding]()
    while one.next is not None:
        others += one.findings
        one = drift(example, limit=1, next=one.next)
    assert (*others, *one.findings) == found.findings
    assert len(found.findings) > 1
