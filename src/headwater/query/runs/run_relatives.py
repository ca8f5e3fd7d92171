"""Runs that belong together: parents, roots, children, and siblings (semantics 3.1, 3.5)."""

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping
from typing import Any

import msgspec

from headwater.answers.runs import RunReference
from headwater.model.facet_content import stated_text
from headwater.model.names import canonical_run_id
from headwater.query.facets.facets_of_runs import FacetsOfRun
from headwater.query.names.entities import entities
from headwater.query.names.run_ids import find_runs, public_ids, siblings
from headwater.query.runs.shown_ids import shown_ids
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun, runs_or_stubs, stored_runs
from headwater.store import Snapshot


class Relatives(msgspec.Struct, frozen=True):
    parent: RunReference | None
    root: RunReference | None
    """The run at the top of the chain of parents. If that run has no events, the root that this
    run names counts instead, as it may lie above."""
    siblings: tuple[RunReference, ...]
    """The runs of other jobs under the same runId."""


def relatives(
    snapshot: Snapshot, runs: Collection[StoredRun], facets: Mapping[str, FacetsOfRun]
) -> dict[str, Relatives]:
    """The relatives of each run, by run key.

    `facets` must contain the facets of the runs themselves, which name the parents.
    """
    named = {run.run_key: _Named(facets[run.run_key].of("run")) for run in runs}
    without_job = [name.parent for name in named.values() if name.parent is not None]
    by_id = find_runs(snapshot, without_job)
    # A parent that is named without its job counts only if its run id is known.
    parents = {
        run.run_key: run.parent_run_key or by_id.get(named[run.run_key].parent or "")
        for run in runs
    }
    known, above = _ancestors(snapshot, parents.values())
    shared = siblings(snapshot, (run.run_id for run in runs))
    stated = {run.root_run_key for run in runs if run.root_run_key is not None}
    references = references_to(
        snapshot, {*known, *stated, *(key for keys in shared.values() for key in keys)}
    )
    unseen = {*parents.values(), *above.values(), *stated} - references.keys()
    shown = shown_ids(snapshot, runs_or_stubs(snapshot, filter(None, unseen)).values())
    jobs = entities(snapshot, _jobs_named((*runs, *known.values())))

    def reference(key: str, job: int | None, name: str | None) -> RunReference:
        """A reference to a run.

        Of a run that is named as a root alone, only the id that others call it by is known.
        """
        if key in references:
            return references[key]
        run_id = shown.get(key) or (canonical_run_id(name)[0] if name else key)
        return RunReference(run_id, jobs[job].id if job in jobs else None, is_known=False)

    def root(run: StoredRun, parent: RunReference | None) -> RunReference | None:
        key = parents[run.run_key]
        top = _top(key, above, known, run.run_key) if key in known else None
        if top is not None and above.get(top, top) in known:
            return references[top]
        if run.root_run_key is not None:
            return reference(run.root_run_key, run.root_job_id, named[run.run_key].root)
        return parent if top is None else reference(above[top], known[top].parent_job_id, None)

    found = {}
    for run in runs:
        key = parents[run.run_key]
        parent = reference(key, run.parent_job_id, named[run.run_key].parent) if key else None
        others = tuple(
            references[other] for other in shared.get(run.run_id, ()) if other != run.run_key
        )
        found[run.run_key] = Relatives(parent, root(run, parent), others)
    return found


class _Named:
    """The run ids that a run names as its parent and as its root."""

    def __init__(self, facets: Mapping[str, Any]) -> None:
        stated = [facets.get(key) for key in ("parent", "parentRun")]
        self.parent = next(filter(None, map(_run_id, stated)), None)
        roots = (facet.get("root") for facet in stated if isinstance(facet, dict))
        self.root = next(filter(None, map(_run_id, roots)), None)


def _run_id(facet: Any) -> str | None:
    return stated_text(facet.get("run"), "runId") if isinstance(facet, dict) else None


def references_to(snapshot: Snapshot, run_keys: Iterable[str]) -> dict[str, RunReference]:
    """References to those of the runs that have events."""
    found = stored_runs(snapshot, run_keys)
    jobs = entities(snapshot, (run.job_id for run in found.values()))
    ids = public_ids(snapshot, found)
    return {
        key: RunReference(ids[key], jobs[run.job_id].id, is_known=True)
        for key, run in found.items()
    }


def _ancestors(
    snapshot: Snapshot, run_keys: Iterable[str | None]
) -> tuple[dict[str, StoredRun], dict[str, str]]:
    """The runs, their parents and so on, as far as they have events; and the parent of each."""
    known: dict[str, StoredRun] = {}
    above: dict[str, str] = {}
    wanted = {key for key in run_keys if key is not None}
    while wanted:
        found = stored_runs(snapshot, wanted)
        known |= found
        above |= {run.run_key: run.parent_run_key for run in found.values() if run.parent_run_key}
        above |= parents_without_job(snapshot, found.keys() - above.keys())
        wanted = {above[key] for key in found if key in above} - known.keys()
    return known, above


def parents_without_job(snapshot: Snapshot, run_keys: Collection[str]) -> dict[str, str]:
    """The parents of those runs that name a known parent by its run id alone, without a job."""
    named: dict[str, str] = dict(
        snapshot.query_in(
            "SELECT run_key, parent_run_id FROM runs WHERE run_key IN {keys}"
            " AND parent_run_key IS NULL AND parent_run_id IS NOT NULL",
            sorted(run_keys),
        )
    )
    known = find_runs(snapshot, set(named.values()))
    return {key: known[name] for key, name in named.items() if name in known}


def _top(key: str, above: Mapping[str, str], known: Container[str], start: str) -> str:
    """The last known run on the way up. Circles of runs that started each other are cut."""
    seen = {start, key}
    while (parent := above.get(key)) is not None and parent in known and parent not in seen:
        key = parent
        seen.add(key)
    return key


def tops(snapshot: Snapshot, runs: Collection[StoredRun]) -> dict[str, StoredRun]:
    """The run at the top of each run's chain of parents, by run key.

    It is the run itself if nothing started it, and a stub if the way up ends at one.
    """
    known, above = _ancestors(snapshot, (run.run_key for run in runs))
    last = {run.run_key: _top(run.run_key, above, known, run.run_key) for run in runs}
    unseen = {above[key] for key in last.values() if key in above} - known.keys()
    stubs = runs_or_stubs(snapshot, unseen)
    return {key: stubs.get(above.get(top, top), known[top]) for key, top in last.items()}


def _jobs_named(runs: Iterable[StoredRun]) -> set[int]:
    return {job for run in runs for job in (run.parent_job_id, run.root_job_id) if job is not None}


def children(snapshot: Snapshot, runs: Collection[StoredRun]) -> dict[str, list[StoredRun]]:
    """The runs that each run has started, in order of start. Runs without children are left out."""
    if not runs:
        return {}
    keys = sorted(run.run_key for run in runs)
    # If hardly any run has a parent, SQLite does not use the index, unless there is a range.
    rows = snapshot.query_in(
        f"{SELECT_RUNS} WHERE parent_run_key IN {{keys}}"
        " AND parent_run_key >= ? AND parent_run_key <= ?",
        keys,
        (keys[0], keys[-1]),
    )
    found = [(run.parent_run_key or "", run) for run in (StoredRun(*row) for row in rows)]
    by_id = _by_id(snapshot, runs)
    found += [(by_id[key], run) for key, run in stored_runs(snapshot, by_id).items()]
    by_parent: defaultdict[str, list[StoredRun]] = defaultdict(list)
    for parent, run in sorted(found, key=lambda pair: (pair[1].started_at, pair[1].run_key)):
        by_parent[parent].append(run)
    return dict(by_parent)


def descendants(snapshot: Snapshot, runs: Collection[StoredRun]) -> dict[str, list[StoredRun]]:
    """The children of these runs, the children of those, and so on, by the run that started them.

    A run that is below itself is not gone through twice.
    """
    found: dict[str, list[StoredRun]] = {}
    level = {run.run_key: run for run in runs}
    while level:
        started = children(snapshot, list(level.values()))
        found |= started
        level = {child.run_key: child for listed in started.values() for child in listed}
        level = {key: child for key, child in level.items() if key not in found}
    return found


def _by_id(snapshot: Snapshot, runs: Collection[StoredRun]) -> dict[str, str]:
    """The runs that name one of these as parent by its run id alone, each with that parent."""
    named: dict[str, str] = dict(
        snapshot.query_in(
            "SELECT run_key, parent_run_id FROM runs"
            " WHERE parent_run_id IN {keys} AND parent_run_key IS NULL",
            sorted({name for run in runs for name in (run.run_id, run.run_key)}),
        )
    )
    known = find_runs(snapshot, set(named.values()))
    wanted = {run.run_key for run in runs}
    return {key: known[name] for key, name in named.items() if known.get(name) in wanted}
