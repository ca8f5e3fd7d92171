"""Runs that belong together: parents, roots, and runs under one run id (semantics 3.1, 3.5)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from headwater.model.names import canonical_run_id
from headwater.query.entities import entities
from headwater.query.facets_of_runs import FacetsOfRun
from headwater.query.run_ids import find_runs, public_ids, siblings
from headwater.query.stored_runs import StoredRun, stored_runs
from headwater.store import Snapshot


class RunReference(msgspec.Struct, frozen=True, rename="camel"):
    """Another run; `is_known` is False for one that only this run has named."""

    id: str
    job: str | None
    is_known: bool


class Family(msgspec.Struct, frozen=True):
    parent: RunReference | None
    root: RunReference | None
    """The root that the run names, else the top of its parents."""
    siblings: tuple[RunReference, ...]
    """Runs of other jobs under the same run id."""


def families(
    snapshot: Snapshot, runs: Collection[StoredRun], facets: Mapping[str, FacetsOfRun]
) -> dict[str, Family]:
    """`facets` must hold those of the runs themselves, which name the parents."""
    named = {run.run_key: _Named(facets[run.run_key].of("run")) for run in runs}
    without_job = [name.parent for name in named.values() if name.parent is not None]
    by_id = find_runs(snapshot, without_job)
    # A parent named without a job counts only if its id is known.
    parents = {
        run.run_key: run.parent_run_key or by_id.get(named[run.run_key].parent or "")
        for run in runs
    }
    known = _ancestors(snapshot, parents.values())
    shared = siblings(snapshot, (run.run_id for run in runs))
    stated = {run.root_run_key for run in runs if run.root_run_key is not None}
    references = references_to(
        snapshot, {*known, *stated, *(key for keys in shared.values() for key in keys)}
    )
    jobs = entities(snapshot, _jobs_named((*runs, *known.values())))

    def reference(key: str, job: int | None, name: str | None) -> RunReference:
        """Of a run never seen itself, only what it was called is known."""
        if key in references:
            return references[key]
        run_id = canonical_run_id(name)[0] if name else key
        return RunReference(run_id, jobs[job].id if job in jobs else None, is_known=False)

    def root(run: StoredRun, parent: RunReference | None) -> RunReference | None:
        if run.root_run_key is not None:
            return reference(run.root_run_key, run.root_job_id, named[run.run_key].root)
        key = parents[run.run_key]
        if key not in known:
            return parent
        top = _top(known[key], known, run.run_key)
        if top.parent_run_key is None or top.parent_run_key in known:
            return references[top.run_key]
        return reference(top.parent_run_key, top.parent_job_id, None)

    found = {}
    for run in runs:
        key = parents[run.run_key]
        parent = reference(key, run.parent_job_id, named[run.run_key].parent) if key else None
        others = tuple(references[other] for other in shared[run.run_id] if other != run.run_key)
        found[run.run_key] = Family(parent, root(run, parent), others)
    return found


def references_to(snapshot: Snapshot, run_keys: Iterable[str]) -> dict[str, RunReference]:
    """References to those of the runs that are known."""
    found = stored_runs(snapshot, run_keys)
    jobs = entities(snapshot, (run.job_id for run in found.values()))
    ids = public_ids(snapshot, found)
    return {
        key: RunReference(ids[key], jobs[run.job_id].id, is_known=True)
        for key, run in found.items()
    }


def children(snapshot: Snapshot, run_key: str) -> tuple[RunReference, ...]:
    """The runs that a run has started, in the order of their start."""
    # Where hardly any run has a parent, SQLite takes the index for useless, but not for a range.
    rows = snapshot.query(
        "SELECT run_key FROM runs WHERE parent_run_key >= ? AND parent_run_key <= ?"
        " ORDER BY started_at, run_key",
        (run_key, run_key),
    )
    references = references_to(snapshot, (key for (key,) in rows))
    return tuple(references[key] for (key,) in rows)


class _Named:
    """The run ids that a run names as its parent and its root."""

    def __init__(self, facets: Mapping[str, Any]) -> None:
        stated = [facets.get(key) for key in ("parent", "parentRun")]
        self.parent = next(filter(None, map(_run_id, stated)), None)
        roots = (facet.get("root") for facet in stated if isinstance(facet, dict))
        self.root = next(filter(None, map(_run_id, roots)), None)


def _run_id(facet: Any) -> str | None:
    try:
        run_id = facet["run"]["runId"]
    except (TypeError, KeyError):
        return None
    return run_id if isinstance(run_id, str) and run_id else None


def _ancestors(snapshot: Snapshot, run_keys: Iterable[str | None]) -> dict[str, StoredRun]:
    """The runs, their parents, and so on, as far as they are known."""
    known: dict[str, StoredRun] = {}
    wanted = {key for key in run_keys if key is not None}
    while wanted:
        found = stored_runs(snapshot, wanted)
        known |= found
        wanted = {run.parent_run_key for run in found.values() if run.parent_run_key} - known.keys()
        wanted -= found.keys()
    return known


def _top(run: StoredRun, known: Mapping[str, StoredRun], start: str) -> StoredRun:
    """The last known run on the way up; runs that started each other in a circle are cut."""
    seen = {start, run.run_key}
    while (key := run.parent_run_key) is not None and key in known and key not in seen:
        run = known[key]
        seen.add(key)
    return run


def _jobs_named(runs: Iterable[StoredRun]) -> set[int]:
    return {job for run in runs for job in (run.parent_job_id, run.root_job_id) if job is not None}
