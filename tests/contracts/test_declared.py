"""What contracts say together, before anything runs."""

import pytest

from headwater.contracts.checking.declared import DeclaredFindings
from headwater.contracts.findings import ContractFinding
from headwater.contracts.graph import cycles
from tests.contracts.rfc import TEXTS, X, Y, Z, registry

B = "id: b\nversion: 1.0.0\nstatus: active\nschema: [{name: t, properties: [{name: a}]}]\n"


def uses(version: str = "", target: str = "b") -> str:
    pin = f", version: {version}" if version else ""
    return f"id: a\nversion: 1.0.0\nlineage:\n  inputDataContracts:\n    - {{id: {target}{pin}}}\n"


def findings(contract: str, *texts: str) -> list[ContractFinding]:
    known = registry(*texts)
    return list(DeclaredFindings(known, cycles(known.depend_on)).findings(contract))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([uses()], [("unresolved-input", "no contract b is registered")]),
        ([uses(), B], []),
        ([uses("1.0.0"), B], []),
        ([uses("v1.0.0"), B], []),
        ([uses("2.0.0"), B], [("version-pin-missing", "b has no version 2.0.0; it has 1.0.0")]),
        (
            [uses(), B.replace("active", "deprecated")],
            [("input-retired", "b 1.0.0 is deprecated")],
        ),
        ([uses(), B.replace("active", "Retired")], [("input-retired", "b 1.0.0 is retired")]),
        (
            [uses("1.0.0"), B.replace("active", "retired"), B.replace("1.0.0", "1.1.0")],
            [("input-retired", "b 1.0.0 is retired")],
        ),
        ([uses(), B.replace("active", "retired"), B.replace("1.0.0", "1.1.0")], []),
        (
            [uses("1.0.0"), B, B.replace("1.0.0", "2.0.0")],
            [("input-behind", "b is pinned to 1.0.0; 2.0.0 is current")],
        ),
        ([uses("1.0.0"), B, B.replace("1.0.0", "1.1.0")], []),
        ([uses(target="a")], [("self-reference", "it names itself as its input")]),
    ],
)
def test_inputs_that_are_not_as_declared(texts: list[str], expected: list[tuple[str, str]]) -> None:
    found = findings("a", *texts)
    assert [(one.code, one.message) for one in found] == expected
    for one in found:
        assert (one.contract, one.version, one.file, one.line) == ("a", "1.0.0", "0.yaml", 5)


def test_everyone_in_a_circle_is_told_who_else_is() -> None:
    looped = TEXTS[Y].replace(X, Z)
    for contract, other in ((Y, Z), (Z, Y)):
        [found] = [one for one in findings(contract, TEXTS[Z], looped) if one.code == "cycle"]
        assert found.message == f"it depends on itself, by way of {other}"
        assert found.evidence.contracts == (Z, Y)


def test_one_version_with_two_contents() -> None:
    [found] = findings("b", B, B.replace("name: a", "name: c"))
    assert (found.code, found.level) == ("same-version-changed", "error")
    assert "the last one counts" in found.message
    assert len(set(found.evidence.sha256)) == 2


def test_the_same_with_another_layout_is_no_other_content() -> None:
    [found] = findings("b", B, f"# a comment\n{B}")
    assert (found.code, found.level) == ("version-not-raised", "warning")


def test_a_draft_may_change() -> None:
    draft = B.replace("active", "draft")
    assert findings("b", draft, draft.replace("name: a", "name: c")) == []
    assert findings("b", draft, B.replace("name: a", "name: c")) == []


def test_readers_break_without_a_major_version() -> None:
    [found] = findings("b", B, B.replace("1.0.0", "1.1.0").replace("name: a", "name: c"))
    assert (found.code, found.level) == ("breaking-without-major", "error")
    assert "1.0.0 → 1.1.0 breaks readers (schema.t.a: a field is gone" in found.message
    assert found.message.endswith("the version should be 2.0.0")
    assert findings("b", B, B.replace("1.0.0", "2.0.0").replace("name: a", "name: c")) == []


def test_the_input_of_a_product_is_found_in_its_file() -> None:
    product = (
        "kind: DataProduct\nid: p\noutputPorts:\n"
        "  - {name: o, contractId: b, inputContracts: [{id: gone}]}\n"
    )
    [found] = findings("b", B, product)
    assert (found.code, found.contract, found.file, found.line) == (
        "unresolved-input",
        "b",
        "1.yaml",
        4,
    )
