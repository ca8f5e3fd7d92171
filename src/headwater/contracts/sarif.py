"""A report as SARIF 2.1.0, the format in which code hosts take findings on lines."""

from importlib.metadata import version
from typing import Any
from urllib.parse import quote

import msgspec

from headwater.contracts.check_report import CheckReport
from headwater.contracts.findings import CODES

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_UNREADABLE = "unreadable"


def sarif(report: CheckReport) -> str:
    rules = [
        *(_rule(code, _LEVELS[known.level], known.help) for code, known in CODES.items()),
        _rule(_UNREADABLE, "error", "A file cannot be read as a contract."),
    ]
    places = {rule["id"]: place for place, rule in enumerate(rules)}

    def result(code: str, level: str, message: str, file: str | None, line: int | None) -> Any:
        found: dict[str, Any] = {
            "ruleId": code,
            "ruleIndex": places[code],
            "level": level,
            "message": {"text": message},
        }
        if file:
            location: dict[str, Any] = {"artifactLocation": {"uri": quote(file)}}
            if line:
                location["region"] = {"startLine": line}
            found["locations"] = [{"physicalLocation": location}]
        return found

    results = [
        *(result(_UNREADABLE, "error", r.message, r.file, r.line) for r in report.refused),
        *(
            result(f.code, _LEVELS[f.level], f"{f.contract}: {f.message}", f.file, f.line)
            for f in report.findings
        ),
    ]
    driver = {
        "name": "headwater",
        "semanticVersion": version("headwater"),
        "rules": rules,
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": not report.refused}],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode()


def _rule(code: str, level: str, help: str) -> dict[str, Any]:
    return {
        "id": code,
        "shortDescription": {"text": help},
        "defaultConfiguration": {"level": level},
    }
