"""Prints how two runs, and what went into them, differ."""

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.text import Text

from headwater.answers.diff import DatasetDiff, DatasetInstance, JobDiff, JobInstance, RunDiff
from headwater.cli.printing.changes import SIGNS, job_changes, print_change, schema_changes
from headwater.cli.printing.output import counted, duration, print_line, print_table
from headwater.cli.printing.tree import rest


def print_run_diff(runs: RunDiff) -> None:
    print_line(Text(runs.after.job, style="bold"))
    print_table(
        ("", "RUN", "STATE", "STARTED", "TOOK"),
        (
            (which, run.id, run.state, run.started_at, duration(run.duration))
            for which, run in (("from", runs.before), ("to", runs.after))
        ),
    )
    if runs.runs.total_count > 1:
        print_line(f"{counted(runs.runs.total_count - 1, 'run')} between them")
    quiet: Counter[str] = Counter()
    for job in runs.jobs:
        if job.change == "same":
            quiet["job"] += 1
        else:
            _print(f"{SIGNS[job.change]} {job.id}", _job_lines(job))
    for dataset in runs.datasets:
        lines = list(_dataset_lines(dataset))
        if dataset.change == "same":
            quiet["dataset"] += 1
        elif dataset.change == "changed" and not lines:
            quiet["rewritten"] += 1
        else:
            role = "output " if dataset.role == "output" else ""
            _print(f"{SIGNS[dataset.change]} {role}{dataset.id}", lines)
    _print_quiet(quiet)
    for line in rest(runs.truncated):
        print_line(Text(line, style="dim"))


def _print(title: str, lines: Iterable[str]) -> None:
    print_change(title)
    for line in lines:
        print_change(line, indent=4)


def _print_quiet(quiet: Counter[str]) -> None:
    """Counts what is not worth a line of its own."""
    same = [counted(quiet[word], word) for word in ("job", "dataset") if quiet[word]]
    if same:
        print_line(Text(f"the same: {' and '.join(same)}", style="dim"))
    if quiet["rewritten"]:
        datasets = counted(quiet["rewritten"], "dataset")
        print_line(Text(f"written anew, and otherwise the same: {datasets}", style="dim"))


def _job_lines(diff: JobDiff) -> Iterator[str]:
    before, after = diff.before, diff.after
    if before is None or after is None:
        return
    if diff.version is not None:
        yield from job_changes(diff.version, after.code)
    for aspect in diff.changed:
        if aspect == "state":
            yield f"~ state  {before.state} -> {after.state}"
        elif aspect == "duration":
            yield f"~ took   {duration(before.duration)} -> {duration(after.duration)}"
        elif aspect == "parameters":
            yield from _parameters(before, after)
        elif aspect == "error":
            yield from (f"- error  {line}" for line in (before.error or "").splitlines())
            yield from (f"+ error  {line}" for line in (after.error or "").splitlines())
    if after.assumed:
        yield "its inputs are assumed: it reported none"


def _parameters(before: JobInstance, after: JobInstance) -> Iterator[str]:
    for name in sorted(before.parameters.keys() | after.parameters.keys()):
        old, new = before.parameters.get(name), after.parameters.get(name)
        if name not in after.parameters:
            yield f"- parameter {name}={old}"
        elif name not in before.parameters:
            yield f"+ parameter {name}={new}"
        elif old != new:
            yield f"~ parameter {name} {old} -> {new}"


def _dataset_lines(diff: DatasetDiff) -> Iterator[str]:
    before, after = diff.before, diff.after
    if before is None or after is None:
        return
    if before.version is None or after.version is None:
        yield f"~ version {_version(before)} -> {_version(after)}"
    else:
        yield from _schema_lines(diff)
    for aspect in diff.changed:
        if aspect == "storageVersion" and before.version and after.version:
            yield f"~ stored as {before.storage_version} -> {after.storage_version}"
        elif aspect == "rows":
            yield f"~ rows   {before.row_count} -> {after.row_count}"
        elif aspect == "bytes":
            yield f"~ bytes  {before.bytes} -> {after.bytes}"


def _schema_lines(diff: DatasetDiff) -> Iterator[str]:
    """The lines about the schema. Fields that only a reader reported are marked, as no run wrote
    them."""
    unwritten = " (as read, not as written)"
    if diff.schema is not None:
        note = unwritten if diff.schema == diff.contradiction else ""
        yield from (f"{line}{note}" for line in schema_changes(diff.schema))
    if diff.contradiction is not None and diff.contradiction != diff.schema:
        yield from (f"{line}{unwritten}" for line in schema_changes(diff.contradiction))


def _version(instance: DatasetInstance) -> str:
    return (instance.version or "").partition("#")[2] or "not written"
