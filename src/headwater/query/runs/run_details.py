"""A single run: what it read and wrote, its relatives and its facets (semantics 3 to 5)."""

from collections import defaultdict

import msgspec

from headwater.answers.runs import DatasetUsed, RunDetails, RunReference, VersionUsed
from headwater.query.facets.facets_of_runs import FacetsOfRun, facets_of_runs
from headwater.query.facets.measures import STATISTICS, row_count
from headwater.query.facets.subsets import SUBSET, named_partitions
from headwater.query.moments import instant
from headwater.query.names.entities import Entity, entities, written
from headwater.query.node_ids import resolve
from headwater.query.runs.reads import pins, reads
from headwater.query.runs.run_relatives import children, references_to, relatives
from headwater.query.runs.run_versions import job_version_of, writes
from headwater.query.runs.runs import summaries
from headwater.query.runs.stored_runs import StoredRun, runs_or_stubs
from headwater.query.versions.version_facets import last_change
from headwater.query.versions.versions import DatasetVersion
from headwater.store import Snapshot


def run_details(snapshot: Snapshot, node: str) -> RunDetails:
    """Everything that is known about one run, by its id in any written form."""
    found = resolve(snapshot, node, kinds=("run",), stubs=True)
    assert found.run_key is not None
    run = runs_or_stubs(snapshot, [found.run_key])[found.run_key]
    facets = facets_of_runs(snapshot, [run.run_key])
    related = relatives(snapshot, [run], facets)[run.run_key]
    stated = facets[run.run_key]
    version = job_version_of(snapshot, run)
    job = found.entity
    [summary] = summaries(snapshot, [run])
    return RunDetails(
        run=summary,
        job_version=written("job", job.namespace, job.name, version=version.version_id)
        if version
        else None,
        is_provisional=run.ended_at is None,
        inputs=_used(snapshot, run, "input", reads(snapshot, [run])[run.run_key], stated),
        outputs=_used(snapshot, run, "output", writes(snapshot, [run])[run.run_key], stated),
        parent=related.parent,
        root=related.root,
        children=_children(snapshot, run),
        siblings=related.siblings,
        facets=stated.of("run"),
        job_facets=stated.of("job"),
    )


def _children(snapshot: Snapshot, run: StoredRun) -> tuple[RunReference, ...]:
    found = children(snapshot, [run]).get(run.run_key, [])
    references = references_to(snapshot, (child.run_key for child in found))
    return tuple(references[child.run_key] for child in found)


def _used(
    snapshot: Snapshot,
    run: StoredRun,
    side: str,
    versions: list[DatasetVersion],
    facets: FacetsOfRun,
) -> tuple[DatasetUsed, ...]:
    rows = snapshot.query(
        "SELECT n.entity_id, i.partitions, i.lifecycle FROM run_io i"
        " JOIN nodes n ON n.node_id = i.node_id WHERE i.run_key = ? AND i.side = ?",
        (run.run_key, side),
    )
    by_dataset: defaultdict[int, list[tuple[str, str | None]]] = defaultdict(list)
    for dataset, partitions, lifecycle in rows:
        by_dataset[dataset].append((partitions, lifecycle))
    named = entities(snapshot, by_dataset)
    pinned = pins(snapshot, [run.run_key], side)[run.run_key] if rows else {}
    used = []
    for dataset, listings in by_dataset.items():
        changes = {change for _, change in listings if change is not None}
        stated = facets.of(side, dataset)
        by_partition = facets.by_partition(f"{side}Facets", dataset)
        parts = {part for text, _ in listings for part in msgspec.json.decode(text)}
        parts = parts.union(
            *(named_partitions(part.facets.get(SUBSET), side) for part in by_partition)
        )
        used.append(
            DatasetUsed(
                dataset=named[dataset].id,
                versions=tuple(
                    _version(named[dataset], v) for v in versions if v.dataset_id == dataset
                ),
                partitions=tuple(sorted(parts)),
                pin=pinned[dataset],
                lifecycle=last_change(changes, stated),
                facets=stated,
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
