"""A report as JUnit XML: a suite for each contract, and a case for each finding."""

from collections import defaultdict
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from headwater.contracts.check_report import CheckReport
from headwater.contracts.findings import ContractFinding

_XML = str.maketrans(dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF], "\ufffd"))
"""Replaces characters that XML cannot hold."""


def junit(report: CheckReport) -> str:
    """The report. Errors are failures, warnings are skipped cases, and infos are passed cases."""
    root = Element("testsuites", name="headwater contracts check")
    by_contract: defaultdict[str, list[ContractFinding]] = defaultdict(list)
    for found in report.findings:
        by_contract[found.contract or ""].append(found)
    for contract, findings in by_contract.items():
        _suite(root, contract, findings)
    if report.refused:
        refused = _named(root, "unreadable", len(report.refused), errors=len(report.refused))
        for refusal in report.refused:
            case = SubElement(refused, "testcase", classname="unreadable", name=_safe(str(refusal)))
            SubElement(case, "error", message=_safe(refusal.message), type=refusal.code)
    clean = report.contracts + report.products - len(by_contract)
    if clean > 0:
        suite = _named(root, "without findings", 1)
        SubElement(suite, "testcase", classname="contracts", name=f"{clean} without findings")
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True)


def _suite(root: Element, contract: str, findings: list[ContractFinding]) -> None:
    levels = [found.level for found in findings]
    suite = _named(
        root,
        contract,
        len(findings),
        failures=levels.count("error"),
        skipped=levels.count("warning"),
    )
    for found in findings:
        at = f"{found.file}:{found.line} " if found.file else ""
        case = SubElement(
            suite, "testcase", classname=_safe(contract), name=_safe(f"{at}{found.code}")
        )
        message = _safe(found.message)
        if found.level == "error":
            SubElement(case, "failure", message=message, type=found.code).text = message
        elif found.level == "warning":
            SubElement(case, "skipped", message=message)
        else:
            SubElement(case, "system-out").text = message


def _named(root: Element, name: str, tests: int, **counts: int) -> Element:
    attributes = {"name": _safe(name), "tests": str(tests)}
    attributes |= {key: str(counts.get(key, 0)) for key in ("failures", "errors", "skipped")}
    return SubElement(root, "testsuite", attributes)


def _safe(text: str) -> str:
    return text.translate(_XML)
