"""Jobs with everything that is known about them now, singly and in lists."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET

from headwater.answers.catalog import Job, JobList
from headwater.answers.facets import Facets
from headwater.answers.names import DatasetId
from headwater.answers.runs import Run
from headwater.model.facet_content import stated_text
from headwater.model.facets import Processing, processing
from headwater.query.catalog.namespaces import require_namespace
from headwater.query.facets.annotations import NONE, annotations
from headwater.query.facets.entity_facets import entity_facets
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.groups import Groups
from headwater.query.graph.marks import job_marks
from headwater.query.moments import in_force, instant
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import Entity, entities
from headwater.query.names.identifiers import dataset_id, named_job
from headwater.query.names.occurrences import first_seen, last_seen
from headwater.query.node_ids import named
from headwater.query.runs.assumed_ends import ASSUMED_END, ASSUMED_STATE
from headwater.query.runs.job_runs import in_full, in_outline
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun
from headwater.query.versions.job_change import JobLists
from headwater.query.versions.versions import job_versions_at
from headwater.questions.catalog import LastRunState
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.store import Snapshot
from headwater.store.backend import Row
from headwater.store.tables import BEGINNING, FOREVER

LATEST_RUNS = 10

_LAST_STATE = f"""(
    SELECT CASE WHEN r.ended_at > ? THEN 'RUNNING' WHEN {ASSUMED_END} <= ? THEN {ASSUMED_STATE}
    ELSE r.state END FROM runs r
    WHERE r.job_id = e.entity_id AND r.started_at <= ?
    ORDER BY r.started_at DESC, r.run_key DESC LIMIT 1)"""
_LATEST_RUNS = f"""
    {SELECT_RUNS} JOIN (
        SELECT e.entity_id, COALESCE((
            SELECT started_at FROM runs WHERE job_id = e.entity_id AND started_at <= ?
            ORDER BY started_at DESC LIMIT 1 OFFSET {LATEST_RUNS - 1}), {BEGINNING}) AS since
        FROM entities e WHERE e.entity_id IN {{keys}}) AS w
    ON r.job_id = w.entity_id AND r.started_at >= w.since AND r.started_at <= ?"""
"""SQL for the last ten runs of each job, which reads a few index entries for each."""


def jobs(
    snapshot: Snapshot,
    namespace: str | None = None,
    *,
    last_run_states: Collection[LastRunState] = (),
    page: Page = FIRST_PAGE,
) -> JobList:
    """All jobs, or those of a namespace. Those that occurred last come first."""
    if namespace is not None:
        require_namespace(snapshot, namespace)
    at = in_force(None)
    in_order = _in_order(snapshot, namespace, last_run_states, at)
    hidden = Deletions(snapshot, at).hidden_of_kind("job")
    if hidden:
        in_order = [place for place in in_order if place[1] not in hidden]
    rows, following = page.of(in_order, tuple[int, int])
    found = entities(snapshot, (key for _, key in rows))
    details = described(snapshot, found.values(), at)
    return JobList(tuple(details[key] for _, key in rows), len(in_order), following)


def job(snapshot: Snapshot, namespace: str, name: str, *, deleted: bool = False) -> Job:
    """One job, with its last run in full. A deleted one is found only if `deleted` is set."""
    found = named(snapshot, "job", namespace, name, deleted=deleted)
    at = in_force(None)
    details = described(snapshot, [found], at)[found.key]
    last = _latest_runs(snapshot, [found.key], at)[found.key][:1]
    return (
        msgspec.structs.replace(details, latest_run=in_full(snapshot, last)[0]) if last else details
    )


def _in_order(
    snapshot: Snapshot, namespace: str | None, states: Collection[LastRunState], at: int
) -> list[tuple[int, int]]:
    """The jobs of the question, hidden or not, those that occurred last first: each with the time
    of that, which is negative so that the order ascends. All jobs are kept in order until something
    changes, as thousands of them take longer to sort than a page of them to describe."""

    def made() -> list[tuple[int, int]]:
        seen: dict[int, int | None] = dict(_last_events(snapshot, namespace, states, at))
        # No event is about these jobs, but other events refer to them.
        seen |= last_seen(snapshot, [key for key, last in seen.items() if last is None])
        return sorted((FOREVER if last is None else -last, key) for key, last in seen.items())

    if namespace is not None or states:
        return made()
    return snapshot.recall("jobs in order", snapshot.state(), made)


def _last_events(
    snapshot: Snapshot, namespace: str | None, states: Collection[LastRunState], at: int
) -> list[Row]:
    """The jobs of the question, each with the time of the last event about it, if there is one."""
    sql = (
        "SELECT e.entity_id, (SELECT max(event_time) FROM events WHERE node_id = e.entity_id)"
        " FROM entities e WHERE e.kind = 'job'"
    )
    params: tuple[Any, ...] = ()
    if namespace is not None:
        sql, params = f"{sql} AND e.namespace = ?", (namespace,)
    if states:
        sql, params = f"{sql} AND {_LAST_STATE} IN {{keys}}", (*params, at, at, at)
        return snapshot.query_in(sql, sorted(states), params)
    return snapshot.query(sql, params)


def described(snapshot: Snapshot, found: Iterable[Entity], at: int) -> dict[int, Job]:
    """Everything about each of the jobs, by key, with their runs in outline."""
    known = _Known(snapshot, list(found), at)
    return {job.key: known.details(job) for job in known.jobs}


class _Known:
    """What is known about some jobs, looked up for all of them at once."""

    def __init__(self, snapshot: Snapshot, jobs: list[Entity], at: int) -> None:
        self.jobs = jobs
        keys = {job.key for job in jobs}
        graph = CurrentGraph(snapshot, at)
        self._versions = job_versions_at(snapshot, keys, at)
        self._uses = {key: JobLists.of(version) for key, version in self._versions.items()}
        self._datasets = graph.visible(
            dataset for uses in self._uses.values() for dataset in (*uses.inputs, *uses.outputs)
        )
        self._latest = _latest_runs(snapshot, keys, at)
        self._runs = _outlines(snapshot, self._latest)
        self._facets = entity_facets(snapshot, keys)
        self._annotated = annotations(snapshot, keys)
        self._marks = job_marks(graph, keys)
        self._first, self._last = first_seen(snapshot, keys), last_seen(snapshot, keys)
        self._hidden = Deletions(snapshot, at).hidden(jobs)
        groups = Groups(snapshot, at, "root", graph.visible)
        self._parents, self._roots = groups.parents(keys), groups.shown_as(keys)
        self._above = graph.visible({*self._parents.values(), *self._roots.values()})

    def details(self, job: Entity) -> Job:
        key = job.key
        version, uses = self._versions.get(key), self._uses.get(key)
        facets = self._facets.get(key, {})
        annotated = self._annotated.get(key, NONE)
        runs = self._runs[key]
        parent = self._above[self._parents[key]] if key in self._parents else None
        return Job(
            name=job.name,
            created_at=instant(self._first.get(key)),
            updated_at=instant(self._last.get(key)),
            namespace=job.namespace,
            inputs=self._ids(uses.inputs) if uses else (),
            outputs=self._ids(uses.outputs) if uses else (),
            location=(version and version.code_url)
            or stated_text(facets.get("sourceCodeLocation"), "url"),
            description=annotated.description,
            processing=self._processing(key, facets),
            latest_run=runs[0] if runs else None,
            latest_runs=runs or UNSET,
            facets=facets,
            current_version=version.version_id if version else None,
            tags=tuple(sorted({tag.key for tag in annotated.tags})),
            node_id=job.id,
            parent=named_job(parent) if parent else None,
            root=named_job(self._above[self._roots[key]]) if parent else None,
            marks=self._marks[key],
            deleted=key in self._hidden,
            all_tags=annotated.tags,
        )

    def _processing(self, key: int, facets: Facets) -> Processing:
        if last := self._latest[key]:
            return last[0].processing
        return processing(stated_text(facets.get("jobType"), "processingType") or "")

    def _ids(self, datasets: Iterable[int]) -> tuple[DatasetId, ...]:
        """The ids of those of the datasets that are not deleted."""
        shown = (self._datasets[key] for key in datasets if key in self._datasets)
        return tuple(sorted(map(dataset_id, shown)))


def _latest_runs(
    snapshot: Snapshot, jobs: Collection[int], at: int
) -> defaultdict[int, list[StoredRun]]:
    """The last runs of each job as of an instant, newest first."""
    rows = snapshot.query_in(_LATEST_RUNS, sorted(jobs), (at, at))
    found: defaultdict[int, list[StoredRun]] = defaultdict(list)
    for run in (StoredRun(*row) for row in rows):
        found[run.job_id].append(run.as_of(at))
    for runs in found.values():
        runs.sort(key=lambda run: (run.started_at, run.run_key), reverse=True)
        del runs[LATEST_RUNS:]
    return found


def _outlines(
    snapshot: Snapshot, latest: dict[int, list[StoredRun]]
) -> defaultdict[int, tuple[Run, ...]]:
    stored = [run for runs in latest.values() for run in runs]
    outlines = iter(in_outline(snapshot, stored))
    found: defaultdict[int, tuple[Run, ...]] = defaultdict(tuple)
    for job, runs in latest.items():
        found[job] = tuple(islice(outlines, len(runs)))
    return found
