"""Incidents: runs that failed together, under one run at the top (semantics 8.5).

A failed task fails its DAG, and often whatever the task itself had started. People want to hear of
these once, and by the runs in which the trouble began.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from headwater.answers.incidents import FailedRun, Incident, IncidentList
from headwater.answers.moments import Instant
from headwater.query.facets.self_reports import SILENT, self_reports
from headwater.query.moments import in_force
from headwater.query.names.deletions import Deletions
from headwater.query.node_ids import resolve
from headwater.query.runs.run_relatives import descendants, tops
from headwater.query.runs.runs import summaries
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun, stored_runs
from headwater.questions.runs import IncidentsQuestion
from headwater.store import Snapshot

_CHUNK = 200
"""How many failed runs are looked at together while a page of incidents is filled."""

_IsWanted: TypeAlias = Callable[[StoredRun], bool]


class FailedTree(NamedTuple):
    """A run, and the failed runs that it started, directly or through others."""

    top: StoredRun
    below: tuple[StoredRun, ...]
    """The failed runs below it that were not made good, in the order of their starts."""
    lowest: tuple[StoredRun, ...]
    """Those of the runs `below` that have no failed run below them."""

    @property
    def failed(self) -> tuple[StoredRun, ...]:
        """All failed runs, including the one at the top if it failed."""
        return (self.top, *self.below) if has_failed(self.top) else self.below

    @property
    def failures(self) -> tuple[StoredRun, ...]:
        """The runs in which the trouble began, as far as runs can tell."""
        return self.lowest or self.failed


def incidents(snapshot: Snapshot, question: IncidentsQuestion) -> IncidentList:
    """Incidents, the one with the newest failed run first."""
    wanted = _wanted(snapshot, question.node_id)
    page = question.page
    after = page.begins_after(tuple[int, str])
    found: list[tuple[StoredRun, FailedTree]] = []
    for newest, tree in _newest_first(snapshot, wanted, after):
        found.append((newest, tree))
        if len(found) == page.offset + page.rows:
            break
    shown, following = page.cut(found[page.offset :], lambda one: _place(one[0]))
    return IncidentList(tuple(_described(snapshot, [tree for _, tree in shown])), following)


def incidents_of(snapshot: Snapshot, runs: Collection[StoredRun]) -> list[Incident]:
    """The incidents that these runs belong to, each once. Runs may turn out to be in none."""
    above = {run.run_key: run for run in tops(snapshot, runs).values()}
    trees = failed_trees(snapshot, above.values())
    return _described(snapshot, [tree for tree in trees.values() if tree.failed])


def has_failed(run: StoredRun) -> bool:
    return run.state in ("FAILED", "ABORTED")


def failed_trees(snapshot: Snapshot, runs: Iterable[StoredRun]) -> dict[str, FailedTree]:
    """The failed runs below each of these runs, by run key.

    A failed run may lie below runs that have not failed or have not ended.
    """
    found = {}
    asked = {run.run_key: run for run in runs}
    started = descendants(snapshot, list(asked.values()))
    seen = {child.run_key: child for listed in started.values() for child in listed}
    for key, run in asked.items():
        found[key] = _tree(run, started, asked | seen)
    return found


def _tree(
    top: StoredRun, started: dict[str, list[StoredRun]], known: dict[str, StoredRun]
) -> FailedTree:
    parents: dict[str, str] = {}
    failed: list[StoredRun] = []
    waiting = [top.run_key]
    while waiting:
        parent = waiting.pop()
        for child in started.get(parent, ()):
            if child.run_key in parents or child.run_key == top.run_key:
                continue
            parents[child.run_key] = parent
            waiting.append(child.run_key)
            if has_failed(child) and not _was_made_good(child, known[parent], started[parent]):
                failed.append(child)
    failed.sort(key=_place)
    above: set[str] = set()
    for child in failed:
        key: str | None = parents[child.run_key]
        while key is not None and key not in above:
            above.add(key)
            key = parents.get(key)
    lowest = tuple(child for child in failed if child.run_key not in above)
    return FailedTree(top, tuple(failed), lowest)


def _was_made_good(failed: StoredRun, parent: StoredRun, siblings: Iterable[StoredRun]) -> bool:
    """Whether the run was tried again with success.

    A completed run of the same job is not enough, as one job may have a run for each of several
    parts. Only if the parent completed too was every part done in the end.
    """
    return parent.state == "COMPLETED" and any(
        other.job_id == failed.job_id
        and other.state == "COMPLETED"
        and _place(other) > _place(failed)
        for other in siblings
    )


def _place(run: StoredRun) -> tuple[int, str]:
    return run.started_at, run.run_key


def _wanted(snapshot: Snapshot, node: str | None) -> _IsWanted:
    if node is not None:
        job = resolve(snapshot, node, kinds=("job",)).entity.key
        return lambda run: run.job_id == job
    hidden = Deletions(snapshot, in_force(None)).hidden_of_kind("job")
    return lambda run: run.job_id not in hidden


def _newest_first(
    snapshot: Snapshot, wanted: _IsWanted, after: tuple[int, str] | None
) -> Iterator[tuple[StoredRun, FailedTree]]:
    """Each incident at the place of its newest wanted failed run, beyond the place given."""
    while chunk := _failed_runs(snapshot, after):
        after = _place(chunk[-1])
        asked = [run for run in chunk if wanted(run)]
        top_of = tops(snapshot, asked)
        trees = failed_trees(snapshot, top_of.values())
        for run in asked:
            tree = trees[top_of[run.run_key].run_key]
            newest = max(filter(wanted, tree.failed), key=_place, default=None)
            if newest is not None and newest.run_key == run.run_key:
                yield run, tree


def _failed_runs(snapshot: Snapshot, after: tuple[int, str] | None) -> list[StoredRun]:
    beyond = " AND (started_at, run_key) < (?, ?)" if after is not None else ""
    rows = snapshot.query(
        f"{SELECT_RUNS} WHERE state IN ('FAILED', 'ABORTED'){beyond}"
        " ORDER BY started_at DESC, run_key DESC LIMIT ?",
        (*(after or ()), _CHUNK),
    )
    return [StoredRun(*row) for row in rows]


def _described(snapshot: Snapshot, trees: Collection[FailedTree]) -> list[Incident]:
    shown = list({run.run_key: run for t in trees for run in (t.top, *t.failures)}.values())
    described = {
        run.run_key: summary for run, summary in zip(shown, summaries(snapshot, shown), strict=True)
    }
    reports = self_reports(snapshot, described)
    since = _completed_since(snapshot, [tree.top for tree in trees])
    return [
        Incident(
            run=described[tree.top.run_key],
            failures=tuple(
                FailedRun(described[run.run_key], reports.get(run.run_key, SILENT).error)
                for run in tree.failures
            ),
            failed_at=Instant(min(run.ended_at or run.last_time for run in tree.failures)),
            completed_since=since.get(tree.top.run_key),
        )
        for tree in trees
    ]


def _completed_since(snapshot: Snapshot, runs: Iterable[StoredRun]) -> dict[str, Instant]:
    """When the next completed run of the same job ended, by run key."""
    rows = snapshot.query_in(
        "SELECT t.run_key, (SELECT r.run_key FROM runs r"
        " WHERE r.job_id = t.job_id AND r.state = 'COMPLETED'"
        " AND (r.started_at, r.run_key) > (t.started_at, t.run_key)"
        " ORDER BY r.started_at, r.run_key LIMIT 1)"
        " FROM runs t WHERE t.run_key IN {keys}",
        sorted(run.run_key for run in runs),
    )
    following = {key: found for key, found in rows if found is not None}
    completed = stored_runs(snapshot, following.values())
    return {
        key: Instant(completed[found].ended_at or completed[found].last_time)
        for key, found in following.items()
    }
