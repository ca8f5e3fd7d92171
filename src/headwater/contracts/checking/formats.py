"""The formats in which a check is reported: for people, for pull requests and for machines."""

from collections.abc import Callable, Iterator

import msgspec

from headwater.contracts.checking.check_report import Changed, CheckReport
from headwater.contracts.checking.junit import junit
from headwater.contracts.checking.sarif import sarif
from headwater.contracts.findings import LEVELS, ContractFinding

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}
"""The words for levels in annotations."""


def text(report: CheckReport) -> str:
    lines = [f"{one.file}:{one.line}: unreadable: {one.message}" for one in report.refused]
    lines += [
        f"{_place(found)}{found.level}: {found.code}: {found.message}" for found in report.findings
    ]
    for changed in report.changed:
        lines += ["", *_changed(changed, report)]
    return "\n".join([*lines, *([""] if lines else []), summary(report)])


def _place(found: ContractFinding) -> str:
    at = f"{found.file}:{found.line}: " if found.file and found.line else ""
    return at or (f"{found.file}: " if found.file else f"{found.contract}: ")


def _changed(changed: Changed, report: CheckReport) -> Iterator[str]:
    yield f"{changed.contract} {_versions(changed)}"
    comparison = changed.comparison
    for change in comparison.changes if comparison else ():
        yield f"  {change.impact:<8}  {change.message}"
    if comparison and comparison.suggested_version:
        yield f"  version should be at least {comparison.suggested_version}"
    yield f"  {affected(changed, report)}"
    for one in changed.impact.contracts:
        by = f", owned by {', '.join(one.owners)}" if one.owners else ""
        yield f"    {one.id} (distance {one.distance}, through {one.via}){by}"


def _versions(changed: Changed) -> str:
    before = changed.comparison.before if changed.comparison else None
    if before == changed.version:
        return f"{before}, changed"
    return f"{before} → {changed.version}" if before else f"{changed.version}, new"


def affected(changed: Changed, report: CheckReport) -> str:
    """How many consumers are affected, and whether there may be others."""
    count = len(changed.impact.contracts)
    direct = len(changed.impact.direct)
    named = f"{count} consumer{'' if count == 1 else 's'} affected"
    counted = f"{named} ({direct} directly)" if count else named
    if report.consumers == "files":
        return f"{counted} among these files; others are unknown without a server"
    return counted


def summary(report: CheckReport) -> str:
    counts = ", ".join(
        f"{sum(found.level == level for found in report.findings)} {level}" for level in LEVELS
    )
    unread = f", {len(report.refused)} unreadable" if report.refused else ""
    return f"{report.contracts} contracts, {report.products} products: {counts}{unread}"


def json(report: CheckReport) -> str:
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()


def markdown(report: CheckReport) -> str:
    """A report for the summary of a step, or for a comment on a pull request."""
    parts = ["## Data contracts", "", summary(report)]
    if report.refused:
        parts += ["", "### Unreadable", ""]
        parts += [f"- {_code(f'{r.file}:{r.line}')} {_cell(r.message)}" for r in report.refused]
    if report.findings:
        parts += ["", "| level | finding | contract | where | what |", "|---|---|---|---|---|"]
        for found in report.findings:
            where = f"{found.file}:{found.line}" if found.line else found.file or ""
            cells = (found.level, found.code, _code(found.contract), _code(where), found.message)
            parts.append(f"| {' | '.join(_cell(cell) for cell in cells)} |")
    for changed in report.changed:
        parts += ["", f"### {_code(changed.contract)} {_versions(changed)}", ""]
        changes = changed.comparison.changes if changed.comparison else ()
        parts += [f"- {change.impact}: {_cell(change.message)}" for change in changes]
        parts += ["", f"**{affected(changed, report)}**"]
        parts += [f"- {_code(one.id)} {', '.join(one.owners)}" for one in changed.impact.contracts]
    return "\n".join(parts)


def _code(text: str | None) -> str:
    return f"`{text.replace('`', chr(39))}`" if text else ""


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def github(report: CheckReport) -> str:
    """Workflow commands, which annotate lines of a pull request."""
    lines = [
        _command("error", refusal.file, refusal.line, refusal.code, refusal.message)
        for refusal in report.refused
    ]
    lines += [
        _command(_COMMANDS[found.level], found.file, found.line, found.code, found.message)
        for found in report.findings
    ]
    return "\n".join([*lines, summary(report)])


def _command(level: str, file: str | None, line: int | None, title: str, message: str) -> str:
    where = {"file": file, "line": str(line) if file and line else None, "title": title}
    properties = ",".join(f"{key}={_property(value)}" for key, value in where.items() if value)
    return f"::{level} {properties}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


FORMATS: dict[str, Callable[[CheckReport], str]] = {
    "text": text,
    "json": json,
    "junit": junit,
    "sarif": sarif,
    "markdown": markdown,
    "github": github,
}
