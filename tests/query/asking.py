"""Questions about runs, which are known by their numbers here."""

from headwater.answers.diff import DatasetDiff, JobDiff, RunDiff
from headwater.answers.why import Cause, Why
from headwater.query.diff.run_diff import run_diff
from headwater.query.why.why import why
from headwater.store import Snapshot
from tests.query.rows import uuid


def diff(snapshot: Snapshot, before: int, after: int, depth: int = 20) -> RunDiff:
    return run_diff(snapshot, f"run:{uuid(before)}", f"run:{uuid(after)}", depth=depth)


def job(found: RunDiff, name: str) -> JobDiff:
    [one] = [item for item in found.jobs if item.id == f"job:ns:{name}"]
    return one


def dataset(found: RunDiff, name: str, role: str = "upstream") -> DatasetDiff:
    [one] = [d for d in found.datasets if d.id == f"dataset:ns:{name}" and d.role == role]
    return one


def changes(found: RunDiff) -> dict[str, str]:
    items: list[JobDiff | DatasetDiff] = [*found.jobs, *found.datasets]
    return {f"{item.role} {item.id.split(':')[-1]}": item.change for item in items}


def ask(snapshot: Snapshot, number: int, against: int | None = None) -> Why:
    return why(
        snapshot,
        f"run:{uuid(number)}",
        against=None if against is None else f"run:{uuid(against)}",
    )


def kinds(found: Why) -> list[tuple[str, str]]:
    return [(cause.kind, cause.node.removeprefix("dataset:ns:")) for cause in found.causes]


def of_kind(found: Why, kind: str) -> Cause:
    [cause] = [cause for cause in found.causes if cause.kind == kind]
    return cause
