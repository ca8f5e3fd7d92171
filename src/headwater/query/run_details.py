"""One run: what it read and wrote, what it belongs to, what was said of it (semantics 3 to 5)."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from headwater.model.names import canonical_run_id
from headwater.query.entities import Entity, entities, written
from headwater.query.facets import decoded
from headwater.query.measures import STATISTICS, row_count
from headwater.query.moments import Instant, instant
from headwater.query.nodes import resolve
from headwater.query.reads import pins, reads
from headwater.query.run_ids import find_run, public_ids, siblings
from headwater.query.run_versions import job_version_of, writes
from headwater.query.runs import RunFacet, RunSummary, run_facets, summaries
from headwater.query.stored_runs import StoredRun, stored_runs
from headwater.query.versions import DatasetVersion
from headwater.store import Snapshot

Facets = dict[str, Any]


class VersionUsed(msgspec.Struct, frozen=True, rename="camel"):
    """A version that a run read or wrote."""

    id: str
    version: str
    kind: str
    storage_version: str | None
    since: Instant | None
    """None for the version before all time."""


class PartitionFacets(msgspec.Struct, frozen=True):
    partition: str | None
    facets: Facets


class DatasetUsed(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A dataset among a run's inputs or outputs."""

    dataset: str
    versions: tuple[VersionUsed, ...]
    """None for an output of a run that did not complete, or that was dropped."""
    partitions: tuple[str, ...]
    pin: str | None
    lifecycle: str | None
    facets: Facets
    by_partition: tuple[PartitionFacets, ...]
    """Input or output facets."""
    row_count: int | None
    """Read or written, as the run says."""


class RunReference(msgspec.Struct, frozen=True):
    """Another run; `is_known` is False for one that only this run has named."""

    id: str
    job: str | None
    is_known: bool


class RunDetails(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    run: RunSummary
    job_version: str | None
    is_provisional: bool
    """Whether the run, still unfinished, may yet belong to another version of its job."""
    inputs: tuple[DatasetUsed, ...]
    outputs: tuple[DatasetUsed, ...]
    parent: RunReference | None
    root: RunReference | None
    children: tuple[RunReference, ...]
    siblings: tuple[RunReference, ...]
    """Runs of other jobs under the same runId."""
    facets: Facets
    job_facets: Facets


def run_details(snapshot: Snapshot, node: str) -> RunDetails:
    """Everything known of one run, by its id in any written form."""
    found = resolve(snapshot, node, kinds=("run",))
    assert found.run_key is not None
    run = stored_runs(snapshot, [found.run_key])[found.run_key]
    [(facts,)] = snapshot.query("SELECT facts FROM runs WHERE run_key = ?", (run.run_key,))
    facets = _Facets(snapshot, run_facets(facts))
    version = job_version_of(snapshot, run)
    job = found.entity
    [summary] = summaries(snapshot, [run])
    shared = siblings(snapshot, [run.run_id])[run.run_id]
    parent = _parent(snapshot, run, facets.of("run"))
    children = snapshot.query(
        "SELECT run_key FROM runs WHERE parent_run_key = ? ORDER BY started_at, run_key",
        (run.run_key,),
    )
    return RunDetails(
        run=summary,
        job_version=written("job", job.namespace, job.name, version=version.version_id)
        if version
        else None,
        is_provisional=run.ended_at is None,
        inputs=_used(snapshot, run, "input", reads(snapshot, [run])[run.run_key], facets),
        outputs=_used(snapshot, run, "output", writes(snapshot, [run])[run.run_key], facets),
        parent=parent,
        root=_root(snapshot, run, parent, facets.of("run")),
        children=_references(snapshot, [key for (key,) in children]),
        siblings=_references(snapshot, [key for key in shared if key != run.run_key]),
        facets=facets.of("run"),
        job_facets=facets.of("job"),
    )


class _Facets:
    """The facets of a run, decoded, by what they belong to."""

    def __init__(self, snapshot: Snapshot, found: Iterable[RunFacet]) -> None:
        found = list(found)
        values = decoded(snapshot, (facet.hash for facet in found))
        self._by_entity: defaultdict[tuple[str, int | None], dict[str | None, Facets]] = (
            defaultdict(lambda: defaultdict(dict))
        )
        for entity, node, partition, facet, hash_ in found:
            subject = None if entity in ("run", "job") else node
            self._by_entity[entity, subject][partition][facet] = values[hash_]

    def of(self, entity: str, nodes: Iterable[int | None] = (None,)) -> Facets:
        found: Facets = {}
        for node in nodes:
            for facets in self._by_entity.get((entity, node), {}).values():
                found |= facets
        return dict(sorted(found.items()))

    def by_partition(self, entity: str, nodes: Iterable[int]) -> tuple[PartitionFacets, ...]:
        found: defaultdict[str | None, Facets] = defaultdict(dict)
        for node in nodes:
            for partition, facets in self._by_entity.get((entity, node), {}).items():
                found[partition] |= facets
        return tuple(
            PartitionFacets(partition, dict(sorted(found[partition].items())))
            for partition in sorted(found, key=lambda name: name or "")
        )


def _used(
    snapshot: Snapshot, run: StoredRun, side: str, versions: list[DatasetVersion], facets: _Facets
) -> tuple[DatasetUsed, ...]:
    rows = snapshot.query(
        "SELECT n.entity_id, i.node_id, i.partitions, i.lifecycle FROM run_io i"
        " JOIN nodes n ON n.node_id = i.node_id WHERE i.run_key = ? AND i.side = ?"
        " ORDER BY i.first_time, i.first_rank, i.first_digest, n.namespace, n.name",
        (run.run_key, side),
    )
    by_dataset: defaultdict[int, list[tuple[int, str, str | None]]] = defaultdict(list)
    for dataset, node, partitions, lifecycle in rows:
        by_dataset[dataset].append((node, partitions, lifecycle))
    named = entities(snapshot, by_dataset)
    pinned = pins(snapshot, [run.run_key], side)[run.run_key] if rows else {}
    used = []
    for dataset, listings in by_dataset.items():
        nodes = [node for node, *_ in listings]
        parts = {part for _, text, _ in listings for part in msgspec.json.decode(text)}
        changes = [change for *_, change in listings if change is not None]
        by_partition = facets.by_partition(f"{side}Facets", nodes)
        used.append(
            DatasetUsed(
                dataset=named[dataset].id,
                versions=tuple(
                    _version(named[dataset], v) for v in versions if v.dataset_id == dataset
                ),
                partitions=tuple(sorted(parts)),
                pin=pinned[dataset],
                lifecycle=changes[-1] if changes else None,
                facets=facets.of(side, nodes),
                by_partition=by_partition,
                row_count=row_count(part.facets.get(STATISTICS[side]) for part in by_partition),
            )
        )
    return tuple(sorted(used, key=lambda item: item.dataset))


def _version(dataset: Entity, version: DatasetVersion) -> VersionUsed:
    return VersionUsed(
        written("dataset", dataset.namespace, dataset.name, version=version.version_id),
        version.version_id,
        version.kind,
        version.storage_version,
        instant(version.valid_from),
    )


def _references(snapshot: Snapshot, run_keys: list[str]) -> tuple[RunReference, ...]:
    found = stored_runs(snapshot, run_keys)
    jobs = entities(snapshot, (run.job_id for run in found.values()))
    ids = public_ids(snapshot, run_keys)
    return tuple(
        RunReference(ids[key], jobs[found[key].job_id].id, is_known=True) for key in run_keys
    )


def _reference(
    snapshot: Snapshot, run_key: str, job: int | None, named: str | None
) -> RunReference:
    """A run by its key; of one never seen itself, only what it was called is known."""
    if stored_runs(snapshot, [run_key]):
        return _references(snapshot, [run_key])[0]
    jobs = entities(snapshot, [job] if job is not None else [])
    run_id = canonical_run_id(named)[0] if named else run_key
    return RunReference(run_id, jobs[job].id if job in jobs else None, is_known=False)


def _parent(snapshot: Snapshot, run: StoredRun, facets: Facets) -> RunReference | None:
    """The run it was started by; one named without a job only if its id is known (3.5)."""
    named = _run_named(facets.get("parent")) or _run_named(facets.get("parentRun"))
    if run.parent_run_key is not None:
        return _reference(snapshot, run.parent_run_key, run.parent_job_id, named)
    run_key = find_run(snapshot, named) if named else None
    return _references(snapshot, [run_key])[0] if run_key else None


def _run_named(facet: Any) -> str | None:
    try:
        run_id = facet["run"]["runId"]
    except (TypeError, KeyError):
        return None
    return run_id if isinstance(run_id, str) and run_id else None


def _root(
    snapshot: Snapshot, run: StoredRun, parent: RunReference | None, facets: Facets
) -> RunReference | None:
    """The root that the run names, else the top of its parents."""
    if run.root_run_key is not None:
        facet = facets.get("parent") or facets.get("parentRun") or {}
        named = _run_named(facet.get("root"))
        return _reference(snapshot, run.root_run_key, run.root_job_id, named)
    top, seen = run, {run.run_key}
    while top.parent_run_key is not None and top.parent_run_key not in seen:
        above = stored_runs(snapshot, [top.parent_run_key]).get(top.parent_run_key)
        if above is None and top is not run:
            return _reference(snapshot, top.parent_run_key, top.parent_job_id, None)
        if above is None:
            return parent
        seen.add(above.run_key)
        top = above
    return parent if top is run else _references(snapshot, [top.run_key])[0]
