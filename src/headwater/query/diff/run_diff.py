"""What differs between two runs of a job, and in all that went into them (semantics 8.1)."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from headwater.answers.diff import (
    ChangeKind,
    DatasetAspect,
    DatasetDiff,
    DatasetInstance,
    JobAspect,
    JobDiff,
    JobInstance,
    RunDiff,
    RunEdgeDiff,
)
from headwater.answers.runs import RunList
from headwater.answers.versions import JobChange, SchemaChange
from headwater.errors import NodeIdError
from headwater.query.diff.instances import Instances
from headwater.query.diff.node_diffs import change_of
from headwater.query.facets.measures import has_jumped
from headwater.query.names.run_ids import run_node
from headwater.query.node_ids import resolve
from headwater.query.runs.runs import summaries
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun, runs_or_stubs
from headwater.query.versions.code import text_changes
from headwater.query.versions.job_change import list_change
from headwater.query.versions.schema import category_change
from headwater.questions.graph import RunDiffQuestion
from headwater.questions.pages import LIMIT
from headwater.store import Snapshot

_Role: TypeAlias = tuple[
    Literal["output", "upstream"], dict[int, DatasetInstance], dict[int, DatasetInstance]
]


def run_diff(snapshot: Snapshot, question: RunDiffQuestion) -> RunDiff:
    """Compares two runs of one job with their outputs and upstream, matched by job and dataset."""
    first, second = (one_run(snapshot, run) for run in (question.before, question.after))
    require_one_job(snapshot, first, second)
    old, new = (Instances(snapshot, run, question.depth) for run in (first, second))
    cuts = [side.upstream.truncated for side in (old, new) if side.upstream.truncated]
    [shown_first, shown_second] = summaries(snapshot, [first, second])
    return RunDiff(
        before=shown_first,
        after=shown_second,
        runs=_between(snapshot, first, second),
        jobs=tuple(sorted(_jobs(snapshot, old, new), key=_nearest)),
        datasets=tuple(sorted(_datasets(old, new), key=_nearest)),
        edges=_edges(old.links(), new.links()),
        truncated=max(cuts, key=lambda cut: cut.hidden, default=None),
    )


def one_run(snapshot: Snapshot, text: str) -> StoredRun:
    """A run to compare with another, by its id or node id, in any written form."""
    found = run_or_stub(snapshot, text)
    require_seen(snapshot, found)
    return found


def require_seen(snapshot: Snapshot, run: StoredRun) -> None:
    if run.is_stub:
        [shown] = summaries(snapshot, [run])
        raise NodeIdError(
            f"run {shown.id} has sent no event itself: only the runs that it started name it, so"
            " nothing of it can be compared; compare those instead: `headwater run` names them"
        )


def run_or_stub(snapshot: Snapshot, text: str) -> StoredRun:
    """A run by its id or node id, which may be one that only its children name."""
    found = resolve(snapshot, run_node(text), kinds=("run",), stubs=True)
    assert found.run_key is not None
    return runs_or_stubs(snapshot, [found.run_key])[found.run_key]


def require_one_job(snapshot: Snapshot, first: StoredRun, second: StoredRun) -> None:
    if first.job_id != second.job_id:
        [one, other] = summaries(snapshot, [first, second])
        raise NodeIdError(
            f"run {one.id} is of {one.job}, run {other.id} of {other.job}; "
            "name two runs of one job: `headwater runs JOB` lists them"
        )


def _between(snapshot: Snapshot, first: StoredRun, last: StoredRun) -> RunList:
    condition = "job_id = ? AND (started_at, run_key) > (?, ?) AND (started_at, run_key) <= (?, ?)"
    params = (last.job_id, first.started_at, first.run_key, last.started_at, last.run_key)
    [(count,)] = snapshot.query(f"SELECT count(*) FROM runs WHERE {condition}", params)
    rows = snapshot.query(
        f"{SELECT_RUNS} WHERE {condition} ORDER BY started_at DESC, run_key DESC LIMIT ?",
        (*params, LIMIT),
    )
    return RunList(tuple(summaries(snapshot, [StoredRun(*row) for row in rows])), count)


def _nearest(diff: JobDiff | DatasetDiff) -> tuple[int, str, str]:
    either = diff.after or diff.before
    return (either.distance if either else 0, diff.id, diff.role)


def _jobs(snapshot: Snapshot, old: Instances, new: Instances) -> Iterator[JobDiff]:
    named = old.named | new.named
    changes = version_changes(snapshot, old, new)
    for job in old.jobs.keys() | new.jobs.keys():
        before, after = old.jobs.get(job), new.jobs.get(job)
        change = changes.get(job, JobChange())
        changed = tuple(_job_aspects(before, after, change))
        yield JobDiff(
            id=named[job].id,
            role="run" if job == new.upstream.run.job_id else "upstream",
            change=change_of(before, after, is_other=bool(changed)),
            changed=changed,
            version=change or None,
            before=before,
            after=after,
        )


def version_changes(snapshot: Snapshot, old: Instances, new: Instances) -> dict[int, JobChange]:
    """How the versions of each job that both sides have differ. The code is that of the runs."""
    named = old.named | new.named
    codes = {
        job: (old.jobs[job].code, new.jobs[job].code)
        for job in sorted(old.jobs.keys() & new.jobs.keys())
    }
    texts = text_changes(snapshot, list(codes.values()), "wording")
    return {
        job: msgspec.structs.replace(
            list_change(old.job_versions.get(job), new.job_versions.get(job), named),
            code_before=before if before.differs(after) else None,
            texts=changed,
        )
        for (job, (before, after)), changed in zip(codes.items(), texts, strict=True)
    }


def _job_aspects(
    before: JobInstance | None, after: JobInstance | None, change: JobChange
) -> Iterator[JobAspect]:
    if before is None or after is None:
        return
    if change.code_before is not None:
        yield "code"
    elif change.texts:
        yield "literals"
    if change.inputs_added or change.inputs_removed:
        yield "inputs"
    if change.outputs_added or change.outputs_removed:
        yield "outputs"
    if before.state != after.state:
        yield "state"
    if has_jumped(before.duration, after.duration):
        yield "duration"
    if before.parameters != after.parameters:
        yield "parameters"
    if before.error != after.error:
        yield "error"


def _datasets(old: Instances, new: Instances) -> Iterator[DatasetDiff]:
    named, fields = old.named | new.named, old.fields | new.fields
    roles: tuple[_Role, ...] = (
        ("output", old.written, new.written),
        ("upstream", old.datasets, new.datasets),
    )
    for role, sides_before, sides_after in roles:
        for dataset in sides_before.keys() | sides_after.keys():
            before, after = sides_before.get(dataset), sides_after.get(dataset)
            schema = None
            if before and after:
                versions = (before.version or "", after.version or "")
                schema = category_change(*map(fields.get, versions))
            changed = tuple(_dataset_aspects(before, after, schema))
            yield DatasetDiff(
                id=named[dataset].id,
                role=role,
                change=change_of(before, after, is_other=bool(changed)),
                changed=changed,
                schema=schema,
                contradiction=new.contradiction(after) if after else None,
                before=before,
                after=after,
            )


def _dataset_aspects(
    before: DatasetInstance | None, after: DatasetInstance | None, schema: SchemaChange | None
) -> Iterator[DatasetAspect]:
    if before is None or after is None:
        return
    if before.version != after.version:
        yield "version"
    if schema is not None:
        yield "schema"
    if before.storage_version != after.storage_version:
        yield "storageVersion"
    if before.run != after.run:
        yield "run"
    if before.counted == after.counted and has_jumped(before.row_count, after.row_count):
        yield "rows"
    if before.counted == after.counted and has_jumped(before.bytes, after.bytes):
        yield "bytes"


def _edges(before: set[tuple[str, str]], after: set[tuple[str, str]]) -> tuple[RunEdgeDiff, ...]:
    def change(arrow: tuple[str, str]) -> ChangeKind:
        if arrow not in before:
            return "added"
        return "same" if arrow in after else "removed"

    return tuple(RunEdgeDiff(*arrow, change(arrow)) for arrow in sorted(before | after))
