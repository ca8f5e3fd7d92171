"""How two runs, and what went into them, differ, as lines."""

from collections.abc import Iterator

from headwater.answers.diff import DatasetDiff, DatasetInstance, JobDiff, JobInstance, RunDiff
from headwater.words.changes import SIGNS, job_changes, schema_changes
from headwater.words.numbers import counted, duration


def run_changes(runs: RunDiff) -> Iterator[str]:
    """The jobs and datasets that differ. What differs in each is indented below it."""
    for job in runs.jobs:
        if job.change != "same":
            yield f"{SIGNS[job.change]} {job.id}"
            yield from (f"    {line}" for line in _job_lines(job))
    for dataset in runs.datasets:
        if dataset.change != "same":
            role = "output " if dataset.role == "output" else ""
            yield f"{SIGNS[dataset.change]} {role}{dataset.id}"
            yield from (f"    {line}" for line in _dataset_lines(dataset))


def unchanged(runs: RunDiff) -> Iterator[str]:
    """Counts what is not worth a line of its own."""
    same = {
        "job": sum(job.change == "same" for job in runs.jobs),
        "dataset": sum(dataset.change == "same" for dataset in runs.datasets),
    }
    if any(same.values()):
        counts = (counted(number, word) for word, number in same.items() if number)
        yield f"the same: {' and '.join(counts)}"


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
    if before is None or after is None or "version" in diff.changed:
        verb = "made" if diff.role == "output" else "read"
        for sign, instance in (("-", before), ("+", after)):
            if instance is not None:
                yield f"{sign} {verb}   {_version(instance)}"
    if before is None or after is None:
        return
    if before.version is not None and after.version is not None:
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


_CAME_ABOUT = {
    "write": "written",
    "event": "declared",
    "observed": "first seen by a reader",
    "pinned": "first read by version",
}
"""How a version of a kind came about; the initial one was there before all time."""


def _version(instance: DatasetInstance) -> str:
    """A version in words: which one, how it came about, when, and by which run."""
    if instance.version is None:
        return "no version"
    version = instance.version.partition("#")[2]
    if instance.kind not in _CAME_ABOUT:
        return f"version {version}, which was there from the beginning"
    words = f"version {version}, {_CAME_ABOUT[instance.kind]} {instance.since}"
    return f"{words} by run {instance.run}" if instance.kind == "write" else words
