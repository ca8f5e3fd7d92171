"""Contracts as other people write them: all are read, or refused for a reason that is right."""

from pathlib import Path

import pytest

from headwater.contracts.checking.rules import DEFAULT
from headwater.contracts.contract import Contract, decoded, encoded
from headwater.contracts.documents.read import read

REFUSED = {"block-verbatim.yaml": "duplicate-key"}
STANDARDS = {
    "01": "ODCS 2.3.0",
    "02": "ODCS 2.2.2",
    "03": "ODCS 2",
    "04": "ODCS 3.0.0",
    "05": "ODCS 3.0.2",
    "06": "ODCS 3.0.2",
    "07": "ODCS 3.1.0",
    "08": "ODCS 3.1.0",
    "09": "ODCS 3.1.0",
    "10": "ODCS 3.0.2",
    "11": "ODCS 3.2.0",
    "12": "ODPS 0.9.0",
    "co": "ODCS RFC 0011",
}
"""By how the names of files begin."""


@pytest.fixture(scope="module")
def files(shared_contracts: Path) -> list[Path]:
    found = sorted(shared_contracts.rglob("*.yaml"))
    assert found, f"no contracts in {shared_contracts}"
    return found


def test_every_file_is_read_or_refused_for_the_right_reason(files: list[Path]) -> None:
    for file in files:
        found = read(file.read_bytes(), file.name)
        refused = [refusal.code for refusal in found.refused]
        assert refused == ([REFUSED[file.name]] if file.name in REFUSED else []), file
        for one in found.read:
            assert one.spec.standard == STANDARDS[file.name[:2]], file
            assert one.document.text.encode() == file.read_bytes(), file
            assert decoded(encoded(one.spec)) == one.spec, file


def test_what_the_standard_publishes_has_no_findings_but_what_is_wrong_with_it(
    files: list[Path],
) -> None:
    found = {
        (file.name[:2], finding.code)
        for file in files
        for one in read(file.read_bytes(), file.name).read
        for finding in DEFAULT.applied(one.findings)
    }
    assert found == {("01", "unknown-version")}


def test_every_contract_with_a_schema_has_fields(files: list[Path]) -> None:
    for file in files:
        for one in read(file.read_bytes(), file.name).read:
            if isinstance(one.spec, Contract) and "schema" in one.document.text:
                assert all(item.fields for item in one.spec.objects), file
