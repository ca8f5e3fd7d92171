"""Runs in full, many at once: their state, the versions they read and wrote, and their facets."""

from collections.abc import Sequence
from operator import attrgetter

import msgspec

from headwater.answers.facets import Facets
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetVersionId, JobVersionId
from headwater.answers.runs import (
    JobRunList,
    Run,
    RunFacets,
    RunInFull,
    VersionWithFacets,
)
from headwater.query.facets.facets_of_runs import FacetsOfRun, facets_of_runs
from headwater.query.moments import duration_ms, instant
from headwater.query.names.entities import Entity, entities
from headwater.query.names.identifiers import job_id
from headwater.query.node_ids import named, resolve
from headwater.query.runs.attempts import attempts
from headwater.query.runs.batches import runs_of_batch
from headwater.query.runs.reads import reads
from headwater.query.runs.run_details import run_details
from headwater.query.runs.run_relatives import relatives
from headwater.query.runs.run_versions import job_versions_of, writes
from headwater.query.runs.shown_ids import shown_ids
from headwater.query.runs.stored_runs import StoredRun, page_of_runs, runs_of_job, runs_or_stubs
from headwater.query.versions.versions import DatasetVersion, JobVersion
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.questions.runs import FacetsOf
from headwater.store import Snapshot


def job_runs(
    snapshot: Snapshot,
    namespace: str,
    name: str,
    *,
    batch: str | None = None,
    page: Page = FIRST_PAGE,
) -> JobRunList:
    """The runs of a job, or only those of a batch, newest first."""
    job = named(snapshot, "job", namespace, name)
    wanted = runs_of_job(job.key)
    if batch is not None:
        of_batch = runs_of_batch(batch)
        wanted = wanted.also(of_batch.condition, *of_batch.params)
    shown, count, following = page_of_runs(snapshot, wanted, page)
    return JobRunList(tuple(in_full(snapshot, shown)), count, following)


def run(snapshot: Snapshot, run_id: str) -> RunInFull:
    """One run, by its id in any written form."""
    stored = _stored(snapshot, run_id)
    [found] = in_full(snapshot, [stored])
    details = run_details(snapshot, f"run:{stored.run_key}")
    return RunInFull(
        **msgspec.structs.asdict(found),
        raw_run_id=stored.raw_run_id,
        processing=stored.processing,
        is_provisional=details.is_provisional,
        inputs=details.inputs,
        outputs=details.outputs,
        children=details.children,
        job_facets=details.job_facets,
    )


def facets_of_run(snapshot: Snapshot, run_id: str, of: FacetsOf = "run") -> RunFacets:
    """The facets that the events of a run state about it, about its job, or about its datasets."""
    stored = _stored(snapshot, run_id)
    [shown] = shown_ids(snapshot, [stored]).values()
    if of != "dataset":
        stated = facets_of_runs(snapshot, [stored.run_key], (of,))[stored.run_key]
        return RunFacets(shown, stated.of(of))
    stated = facets_of_runs(snapshot, [stored.run_key])[stored.run_key]
    rows = snapshot.query(
        "SELECT DISTINCT n.entity_id, i.side FROM run_io i JOIN nodes n ON n.node_id = i.node_id"
        " WHERE i.run_key = ? ORDER BY i.side",
        (stored.run_key,),
    )
    datasets = entities(snapshot, {key for key, _ in rows})
    found: Facets = {datasets[key].id: {} for key in datasets}
    for key, side in rows:  # outputs come after inputs, and so override them
        found[datasets[key].id] |= stated.of(side, key)
        found[datasets[key].id] |= stated.together(f"{side}Facets", key)
    return RunFacets(shown, found)


def _stored(snapshot: Snapshot, run_id: str) -> StoredRun:
    run_key = resolve(snapshot, f"run:{run_id}", kinds=("run",), stubs=True).run_key
    assert run_key is not None
    return runs_or_stubs(snapshot, [run_key])[run_key]


def in_outline(snapshot: Snapshot, stored: Sequence[StoredRun]) -> list[Run]:
    """The same runs in the same order, without their facets and datasets."""
    jobs = entities(snapshot, (run.job_id for run in stored))
    ids = shown_ids(snapshot, stored)
    versions = job_versions_of(snapshot, stored)
    return [
        _outline(run, ids[run.run_key], jobs[run.job_id], versions.get(run.run_key))
        for run in stored
    ]


def _outline(run: StoredRun, shown: str, job: Entity, version: JobVersion | None) -> Run:
    nominal_start = instant(run.nominal_start)
    return Run(
        id=shown,
        run_id=run.run_id,
        job=job_id(job),
        created_at=Instant(run.first_time),
        updated_at=Instant(run.last_time),
        nominal_start_time=nominal_start,
        nominal_end_time=instant(run.nominal_end),
        state=run.shown_state,
        started_at=Instant(run.started_at),
        ended_at=instant(run.shown_end),
        duration_ms=duration_ms(run.started_at, run.shown_end),
        batch=run.batch_id or (None if nominal_start is None else str(nominal_start)),
        job_version=JobVersionId(job.namespace, job.name, version.version_id) if version else None,
        stub=bool(run.is_stub),
        assumed_end=run.assumed_end is not None,
    )


def in_full(snapshot: Snapshot, stored: Sequence[StoredRun]) -> list[Run]:
    """The same runs in the same order, with their facets, datasets and relatives."""
    read, wrote = reads(snapshot, stored), writes(snapshot, stored)
    keys = {run.run_key for run in stored}
    facets = facets_of_runs(snapshot, keys, ("run", "inputFacets", "outputFacets"))
    related = relatives(snapshot, stored, facets)
    numbers = attempts(snapshot, stored)
    inputs = _used(snapshot, read, facets, "inputFacets")
    outputs = _used(snapshot, wrote, facets, "outputFacets")
    found = []
    for outline, run in zip(in_outline(snapshot, stored), stored, strict=True):
        stated = facets[run.run_key].of("run")
        belongs = related[run.run_key]
        found.append(
            msgspec.structs.replace(
                outline,
                input_dataset_versions=inputs[run.run_key],
                output_dataset_versions=outputs[run.run_key],
                facets=stated,
                attempt=numbers.get(run.run_key),
                parent=belongs.parent,
                root=belongs.root,
                siblings=belongs.siblings,
            )
        )
    return found


def _used(
    snapshot: Snapshot,
    versions: dict[str, list[DatasetVersion]],
    facets: dict[str, FacetsOfRun],
    entity: str,
) -> dict[str, tuple[VersionWithFacets, ...]]:
    keys = {version.dataset_id for found in versions.values() for version in found}
    datasets = entities(snapshot, keys)

    def used(run_key: str, version: DatasetVersion) -> VersionWithFacets:
        dataset = datasets[version.dataset_id]
        return VersionWithFacets(
            DatasetVersionId(dataset.namespace, dataset.name, version.version_id),
            facets[run_key].together(entity, version.dataset_id),
        )

    by_name = attrgetter("dataset_version_id")
    return {
        run_key: tuple(sorted((used(run_key, version) for version in found), key=by_name))
        for run_key, found in versions.items()
    }
