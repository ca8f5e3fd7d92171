"""Reports of a check, in each form."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft7Validator

from headwater.contracts.checking.check import check, registered
from headwater.contracts.checking.check_report import CheckReport
from headwater.contracts.checking.formats import FORMATS, github, markdown, text
from headwater.contracts.documents.read import ReadContracts, read
from headwater.contracts.findings import CODES, ContractFinding, RefusedContract
from headwater.contracts.impact import DesignImpact
from tests.contracts.rfc import BLOCK, TEXTS, W1, X, Y, Z, as_read

SCHEMA = Path(__file__).parent / "sarif" / "sarif-2.1.0.json"
ODD = "a | b\n`c` % : , <&>\x0b → ü"


def finding(level: str, **values: object) -> ContractFinding:
    stated = {"contract": "a", "version": "1", "file": "x y.yaml", "line": 3, "message": ODD}
    return ContractFinding(code="cycle", level=level, **(stated | values))  # type: ignore[arg-type]


@pytest.fixture
def report() -> CheckReport:
    """A bit of everything, in words that no format likes."""
    after = TEXTS[X].replace("1.8.0", "2.0.0") + "status: deprecated\n"
    base = [version for one in (X, Y, Z) for version in registered([as_read(TEXTS[one], one)])]
    made = check([as_read(after, "x.yaml"), as_read(TEXTS[Y]), as_read(TEXTS[Z])], before=base)
    findings = (*(finding(level) for level in ("error", "warning", "info")), *made.findings)
    refused = (RefusedContract("b,c.yaml", 1, "syntax", ODD),)
    return CheckReport(
        contracts=4,
        products=1,
        against="main",
        consumers="files",
        findings=findings,
        refused=refused,
        changed=made.changed,
    )


EMPTY = check([], ())


def read_texts(name: str) -> ReadContracts:
    return read(BLOCK.encode(), name)


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_holds_everything(form: str, report: CheckReport) -> None:
    for made in (report, EMPTY):
        printed = FORMATS[form](made)
        if form in ("json", "sarif"):
            json.loads(printed)
        if form == "junit":
            ET.fromstring(printed)  # noqa: S314  # our own
        assert printed


def test_sarif_is_what_its_schema_says(report: CheckReport) -> None:
    validator = Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for made in (report, EMPTY):
        log = json.loads(FORMATS["sarif"](made))
        assert [error.message for error in validator.iter_errors(log)] == []
    run = json.loads(FORMATS["sarif"](report))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == [*CODES, "unreadable"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
    first, second = run["results"][:2]
    assert (first["ruleId"], first["level"]) == ("unreadable", "error")
    assert second["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "x%20y.yaml"},
        "region": {"startLine": 3},
    }
    assert [result["level"] for result in run["results"][1:4]] == ["error", "warning", "note"]
    assert run["invocations"] == [{"executionSuccessful": False}]


def test_junit_has_a_suite_for_each_contract(report: CheckReport) -> None:
    root = ET.fromstring(FORMATS["junit"](report))  # noqa: S314  # our own
    suites = {suite.get("name"): suite for suite in root}
    assert {"a", "unreadable"} <= suites.keys()
    assert [child.tag for case in suites["a"] for child in case] == [
        "failure",
        "skipped",
        "system-out",
    ]
    counts = ("tests", "failures", "errors", "skipped")
    assert [suites["a"].get(name) for name in counts] == ["3", "1", "0", "1"]
    assert [suites["unreadable"].get(name) for name in counts] == ["1", "0", "1", "0"]


def test_annotations_are_one_line_each_and_escaped(report: CheckReport) -> None:
    lines = github(report).split("\n")
    assert lines[0].startswith("::error file=b%2Cc.yaml,line=1,title=syntax::a | b%0A`c` %25 : ,")
    assert lines[1].startswith("::error file=x y.yaml,line=3,title=cycle::")
    assert [re.match(r"::(\w+)", line)[1] for line in lines[1:4]] == [  # type: ignore[index]
        "error",
        "warning",
        "notice",
    ]


def test_markdown_tables_keep_their_columns(report: CheckReport) -> None:
    rows = [line for line in markdown(report).splitlines() if line.startswith("| ")]
    assert len(rows) == 1 + len(report.findings)
    assert {len(re.split(r"(?<!\\)\|", row)) for row in rows} == {7}


def test_text_tells_what_changed_and_whom_it_hits(report: CheckReport) -> None:
    printed = text(report)
    assert f"{X} 1.8.0 → 2.0.0" in printed
    assert "warning   status: it is deprecated or retired (nothing → deprecated)" in printed
    assert "2 consumers affected (1 directly) among these files" in printed
    assert f"{Y} (distance 1, through {X})" in printed
    assert f"{Z} (distance 2, through {Y})" in printed


def test_nobody_affected_is_said_and_is_not_the_same_as_unknown() -> None:
    before = registered([as_read(TEXTS[W1])])
    after = [as_read(TEXTS[W1].replace("3.0.7", "3.1.0"))]
    assert "0 consumers affected among these files; others are unknown" in text(
        check(after, before=before)
    )
    alone = text(check(after, elsewhere=before))
    assert "0 consumers affected" in alone
    assert "unknown" not in alone


@pytest.mark.parametrize(
    ("levels", "unread", "codes"),
    [
        ([], False, (0, 0, 0)),
        (["info"], False, (0, 0, 0)),
        (["warning", "info"], False, (0, 1, 0)),
        (["error"], False, (1, 1, 0)),
        (["error"], True, (2, 2, 2)),
    ],
)
def test_the_exit_code_is_by_the_gravest(
    levels: list[str], unread: bool, codes: tuple[int, int, int]
) -> None:
    report = CheckReport(
        contracts=0,
        products=0,
        against=None,
        consumers="files",
        findings=tuple(finding(level) for level in levels),
        refused=read_texts("a.yaml").refused if unread else (),
        changed=(),
    )
    found = tuple(report.exit_code(level) for level in ("error", "warning", "never"))
    assert found == codes


def test_a_clean_check_has_nothing_to_tell() -> None:
    report = check([as_read(text) for text in TEXTS.values()])
    assert (report.contracts, report.findings, report.changed) == (5, (), ())
    assert report.exit_code("warning") == 0
    assert DesignImpact((), ()).direct == ()
