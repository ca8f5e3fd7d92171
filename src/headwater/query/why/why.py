"""Why a run failed or turned out differently: the likely causes, ranked (semantics 8.3)."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from headwater.answers.incidents import FailedRun
from headwater.answers.why import Cause, ComparedWith, Why
from headwater.query.diff.instances import Instances
from headwater.query.diff.run_diff import (
    one_run,
    require_one_job,
    require_seen,
    run_or_stub,
)
from headwater.query.facets.self_reports import SILENT, self_reports
from headwater.query.names.run_ids import public_ids
from headwater.query.runs.incidents import FailedTree, failed_trees
from headwater.query.runs.runs import summaries
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun
from headwater.query.why.causes import ranked
from headwater.query.why.dataset_causes import dataset_causes
from headwater.query.why.job_causes import job_causes
from headwater.query.why.run_causes import run_causes
from headwater.questions.graph import WhyQuestion
from headwater.store import Snapshot

_EXPLAINED = 20
"""The causes of at most this many failed runs below a run are looked for: the first to start, as
what failed later often failed because of these."""


class _Explained(NamedTuple):
    """A run compared with an earlier one."""

    new: Instances
    causes: list[Cause]


def why(snapshot: Snapshot, question: WhyQuestion) -> Why:
    """What changed for a run since another, which by default is the last completed run before it.

    A completed run has causes too, namely those of what differs. Without an earlier run, there are
    still contradictions, drops, and failures upstream. The causes of the failed runs that a run
    has started are among its own.
    """
    target, depth = run_or_stub(snapshot, question.run_id), question.depth
    if target.is_stub and question.against is None:
        return _why_of_stub(snapshot, target, depth)
    require_seen(snapshot, target)
    comparison: ComparedWith = "given"
    if question.against is not None:
        earlier: StoredRun | None = one_run(snapshot, question.against)
    else:
        earlier = _last_completed_before(snapshot, target)
        comparison = "lastCompleted" if earlier else "none"
    if earlier is not None:
        require_one_job(snapshot, target, earlier)
    own = _explained(snapshot, target, earlier, depth)
    tree = failed_trees(snapshot, [target])[target.run_key]
    causes = {target.run_key: own.causes} | _causes_below(snapshot, tree, depth)
    shown = summaries(snapshot, [target, *([earlier] if earlier else [])])
    return Why(
        run=shown[0],
        error=own.new.jobs[target.job_id].error,
        assumed=own.new.jobs[target.job_id].assumed,
        comparison=comparison,
        against=shown[1] if earlier else None,
        causes=ranked(_folded(snapshot, tree, causes)),
        failed_below=_failed(snapshot, tree.lowest),
        truncated=own.new.upstream.truncated,
    )


def _why_of_stub(snapshot: Snapshot, target: StoredRun, depth: int) -> Why:
    """Why a run failed that only its children name. Nothing is known of it but what failed below
    it."""
    tree = failed_trees(snapshot, [target])[target.run_key]
    [shown] = summaries(snapshot, [target])
    return Why(
        run=shown,
        error=None,
        assumed=False,
        comparison="none",
        against=None,
        causes=ranked(_folded(snapshot, tree, _causes_below(snapshot, tree, depth))),
        failed_below=_failed(snapshot, tree.lowest),
        truncated=None,
    )


def _causes_below(snapshot: Snapshot, tree: FailedTree, depth: int) -> dict[str, list[Cause]]:
    """The causes of the runs in which the trouble began, by run key."""
    return {
        run.run_key: _explained(snapshot, run, _last_completed_before(snapshot, run), depth).causes
        for run in tree.lowest[:_EXPLAINED]
    }


def _explained(
    snapshot: Snapshot, run: StoredRun, earlier: StoredRun | None, depth: int
) -> _Explained:
    new = Instances(snapshot, run, depth)
    if earlier is None:
        found = [*dataset_causes(snapshot, None, new), *run_causes(snapshot, None, None, new)]
        return _Explained(new, found)
    old = Instances(snapshot, earlier, depth)
    one_before = _last_completed_before(snapshot, earlier)
    found = [
        *dataset_causes(snapshot, old, new),
        *job_causes(snapshot, old, new),
        *run_causes(snapshot, earlier, one_before, new),
    ]
    return _Explained(new, found)


def _folded(
    snapshot: Snapshot, tree: FailedTree, causes: dict[str, list[Cause]]
) -> Iterable[Cause]:
    """The causes of several runs as those of one incident.

    What several runs have in common is one cause, described from the run that it is nearest to.
    That one of these runs failed is no cause for the others here, as it is itself to be explained.
    """
    ids = public_ids(snapshot, {*causes, *(run.run_key for run in tree.failed)})
    failed = {f"run:{ids[run.run_key]}" for run in tree.failed}
    nearest: dict[tuple[str, str], Cause] = {}
    explains: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for run_key, listed in causes.items():
        for cause in listed:
            if cause.kind == "failed" and not failed.isdisjoint(cause.evidence.runs):
                continue
            same = (cause.kind, cause.node)
            explains[same].append(ids[run_key])
            if same not in nearest or cause.nearest < nearest[same].nearest:
                nearest[same] = cause
    return [
        msgspec.structs.replace(cause, explains=tuple(explains[same]))
        for same, cause in nearest.items()
    ]


def _failed(snapshot: Snapshot, runs: tuple[StoredRun, ...]) -> tuple[FailedRun, ...]:
    reports = self_reports(snapshot, (run.run_key for run in runs))
    return tuple(
        FailedRun(summary, reports.get(run.run_key, SILENT).error)
        for run, summary in zip(runs, summaries(snapshot, runs), strict=True)
    )


def _last_completed_before(snapshot: Snapshot, run: StoredRun) -> StoredRun | None:
    rows = snapshot.query(
        f"{SELECT_RUNS} WHERE job_id = ? AND state = 'COMPLETED'"
        " AND (started_at, run_key) < (?, ?) ORDER BY started_at DESC, run_key DESC LIMIT 1",
        (run.job_id, run.started_at, run.run_key),
    )
    return StoredRun(*rows[0]) if rows else None
