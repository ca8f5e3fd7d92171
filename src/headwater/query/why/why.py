"""Why a run failed or turned out differently: the likely causes, ranked (semantics 8.3)."""

from headwater.answers.runs import RunSummary
from headwater.answers.why import Comparison, Why
from headwater.query.diff.instances import Instances
from headwater.query.diff.run_diff import one_run, require_one_job
from headwater.query.runs.run_families import children
from headwater.query.runs.runs import summaries
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun
from headwater.query.why.causes import ranked
from headwater.query.why.dataset_causes import dataset_causes
from headwater.query.why.job_causes import job_causes
from headwater.query.why.run_causes import run_causes
from headwater.questions.graph import WhyQuestion
from headwater.store import Snapshot


def why(snapshot: Snapshot, question: WhyQuestion) -> Why:
    """What changed for a run since another, which by default is the last completed run before it.

    A completed run has causes too, namely those of what differs. Without an earlier run, there are
    still contradictions, drops, and failures upstream.
    """
    target, depth = one_run(snapshot, question.run_id), question.depth
    comparison: Comparison = "given"
    if question.against is not None:
        earlier: StoredRun | None = one_run(snapshot, question.against)
    else:
        earlier = _last_completed_before(snapshot, target)
        comparison = "lastCompleted" if earlier else "none"
    new = Instances(snapshot, target, depth)
    found = []
    one_before = None
    if earlier is not None:
        require_one_job(snapshot, target, earlier)
        old = Instances(snapshot, earlier, depth)
        one_before = _last_completed_before(snapshot, earlier)
        found += [*dataset_causes(snapshot, old, new), *job_causes(old, new)]
    else:
        found += dataset_causes(snapshot, None, new)
    found += run_causes(snapshot, earlier, one_before, new)
    shown = summaries(snapshot, [target, *([earlier] if earlier else [])])
    return Why(
        run=shown[0],
        error=new.jobs[target.job_id].error,
        assumed=new.jobs[target.job_id].assumed,
        comparison=comparison,
        against=shown[1] if earlier else None,
        causes=ranked(found),
        failed_below=_failed_below(snapshot, target),
        truncated=new.upstream.truncated,
    )


def _last_completed_before(snapshot: Snapshot, run: StoredRun) -> StoredRun | None:
    rows = snapshot.query(
        f"{SELECT_RUNS} WHERE job_id = ? AND state = 'COMPLETED'"
        " AND (started_at, run_key) < (?, ?) ORDER BY started_at DESC, run_key DESC LIMIT 1",
        (run.job_id, run.started_at, run.run_key),
    )
    return StoredRun(*rows[0]) if rows else None


def _failed_below(snapshot: Snapshot, run: StoredRun) -> tuple[RunSummary, ...]:
    """The lowest failed runs among those that the run started, directly or through others.

    A failed run may lie below runs that have not failed or have not ended.
    """
    parents: dict[str, str] = {}
    below: dict[str, StoredRun] = {}
    level = [run]
    while level:
        found = children(snapshot, level)
        level = []
        for parent, started in found.items():
            for child in started:
                if child.run_key not in below and child.run_key != run.run_key:
                    below[child.run_key] = child
                    parents[child.run_key] = parent
                    level.append(child)
    failed = [child for child in below.values() if child.state in ("FAILED", "ABORTED")]
    above: set[str] = set()
    for child in failed:
        key: str | None = parents[child.run_key]
        while key is not None and key not in above:
            above.add(key)
            key = parents.get(key)
    lowest = [child for child in failed if child.run_key not in above]
    lowest.sort(key=lambda child: (child.started_at, child.run_key))
    return tuple(summaries(snapshot, lowest))
