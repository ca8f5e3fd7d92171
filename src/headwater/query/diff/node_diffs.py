"""How jobs and datasets differ between two moments: versions, schemas, columns (semantics 8.2)."""

from collections import defaultdict
from collections.abc import Collection
from typing import TypeAlias

from headwater.answers.diff import ChangeKind, ColumnDiff, JobAt, JobVersionDiff
from headwater.answers.versions import SchemaChange
from headwater.query.columns.column_graph import place_id
from headwater.query.columns.columns import CurrentColumns
from headwater.query.graph.current import CurrentGraph
from headwater.query.names.entities import entities, written
from headwater.query.versions.code import code_of
from headwater.query.versions.job_change import JobLists, ids, job_changes, listed_by
from headwater.query.versions.schema import category_change, version_fields
from headwater.query.versions.versions import JobVersion, job_versions_at, latest_dataset_versions


def change_of(before: object, after: object, *, is_other: bool) -> ChangeKind:
    """The kind of change. `is_other` is whether the two differ, if both exist."""
    if before is None and after is not None:
        return "added"
    if before is not None and after is None:
        return "removed"
    return "changed" if is_other else "same"


def job_version_diffs(
    before: CurrentGraph, after: CurrentGraph, jobs: Collection[int]
) -> dict[int, JobVersionDiff]:
    snapshot = after.snapshot
    old, new = (job_versions_at(snapshot, jobs, side.at) for side in (before, after))
    named = entities(snapshot, {*listed_by((*old.values(), *new.values())), *jobs})

    def at(version: JobVersion | None) -> JobAt | None:
        if version is None:
            return None
        job, lists = named[version.job_id], JobLists.of(version)
        return JobAt(
            written("job", job.namespace, job.name, version=version.version_id),
            ids(lists.inputs, named),
            ids(lists.outputs, named),
            code_of(version),
        )

    found = job_changes(snapshot, ((old.get(job), new.get(job)) for job in jobs), named)
    changes = dict(zip(jobs, found, strict=True))
    return {
        job: JobVersionDiff(at(old.get(job)), at(new.get(job)), change)
        for job, change in changes.items()
        if change
    }


def schema_diffs(
    before: CurrentGraph, after: CurrentGraph, datasets: Collection[int]
) -> dict[int, SchemaChange]:
    snapshot = after.snapshot
    old, new = (latest_dataset_versions(snapshot, datasets, side.at) for side in (before, after))
    fields = version_fields(snapshot, (*old.values(), *new.values()))
    found = {
        key: category_change(fields.get(old[key].version_id), fields.get(new[key].version_id))
        for key in old.keys() & new.keys()
    }
    return {key: change for key, change in found.items() if change is not None}


def column_diffs(
    before: CurrentGraph, after: CurrentGraph, datasets: Collection[int]
) -> dict[int, tuple[ColumnDiff, ...]]:
    old, new = (_columns(side, datasets) for side in (before, after))
    found = {}
    for key in old.keys() | new.keys():
        sides = (old.get(key, {}), new.get(key, {}))
        found[key] = tuple(
            ColumnDiff(*arrow, change_of(*pair, is_other=pair[0] != pair[1]))
            for arrow in sorted(sides[0].keys() | sides[1].keys())
            for pair in [(sides[0].get(arrow), sides[1].get(arrow))]
            if pair[0] != pair[1]
        )
    return found


_Arrows: TypeAlias = dict[tuple[str, str], frozenset[str]]
"""The transformations of column edges, by the edges' ends."""


def _columns(graph: CurrentGraph, datasets: Collection[int]) -> dict[int, _Arrows]:
    """The column edges into each dataset."""
    edges = CurrentColumns(graph).into_datasets(datasets)
    named = graph.visible(end.dataset for edge in edges for end in edge[:2])
    found: defaultdict[int, _Arrows] = defaultdict(dict)
    for source, target, transformations, _ in edges:
        origin, destination = (place_id(named[end.dataset], end) for end in (source, target))
        known = found[target.dataset].get((origin, destination), frozenset())
        found[target.dataset][origin, destination] = known | {transformations}
    return found
