"""Runs that belong together: parents, roots, and runs under one run id (semantics 3.1, 3.5)."""

from collections.abc import Collection, Container, Iterable, Mapping

import msgspec

from headwater.answers.runs import RunReference
from headwater.model.names import canonical_run_id
from headwater.query.facets.run_facet_sets import FacetsOfRun
from headwater.query.names.entities import entities
from headwater.query.names.run_ids import find_runs, public_ids, siblings
from headwater.query.runs.parent_names import Named, parents_without_job
from headwater.query.runs.stored_runs import StoredRun, stored_runs
from headwater.store import Snapshot


class Family(msgspec.Struct, frozen=True):
    parent: RunReference | None
    root: RunReference | None
    """The top of its parents; where that is a run never seen itself, the root that it names."""
    siblings: tuple[RunReference, ...]
    """Runs of other jobs under the same run id."""


def families(
    snapshot: Snapshot, runs: Collection[StoredRun], facets: Mapping[str, FacetsOfRun]
) -> dict[str, Family]:
    """`facets` must hold those of the runs themselves, which name the parents."""
    named = {run.run_key: Named(facets[run.run_key].of("run")) for run in runs}
    without_job = [name.parent for name in named.values() if name.parent is not None]
    by_id = find_runs(snapshot, without_job)
    # A parent named without a job counts only if its id is known.
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
    jobs = entities(snapshot, _jobs_named((*runs, *known.values())))

    def reference(key: str, job: int | None, name: str | None) -> RunReference:
        """Of a run never seen itself, only what it was called is known."""
        if key in references:
            return references[key]
        run_id = canonical_run_id(name)[0] if name else key
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


def _ancestors(
    snapshot: Snapshot, run_keys: Iterable[str | None]
) -> tuple[dict[str, StoredRun], dict[str, str]]:
    """The runs, their parents, and so on, as far as they are known; and the parent of each."""
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


def _top(key: str, above: Mapping[str, str], known: Container[str], start: str) -> str:
    """The last known run on the way up; runs that started each other in a circle are cut."""
    seen = {start, key}
    while (parent := above.get(key)) is not None and parent in known and parent not in seen:
        key = parent
        seen.add(key)
    return key


def _jobs_named(runs: Iterable[StoredRun]) -> set[int]:
    return {job for run in runs for job in (run.parent_job_id, run.root_job_id) if job is not None}
