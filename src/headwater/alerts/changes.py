"""Changes that events bring: jobs that read or write other datasets, and other columns."""

from collections import defaultdict
from itertools import pairwise

from headwater.alerts.happening import Happening
from headwater.alerts.news import News
from headwater.query.history.dataset_history import version_entries
from headwater.query.names.entities import entities
from headwater.query.versions.job_change import JobLists, list_change, listed_by
from headwater.query.versions.versions import (
    DatasetVersion,
    dataset_versions_in,
    dataset_versions_where,
    job_versions,
)
from headwater.store import Snapshot
from headwater.words.changes import schema_changes


def graph_changes(snapshot: Snapshot, found: News) -> list[Happening]:
    """The versions of jobs that new events began, and that have other inputs or outputs than the
    version before."""
    happened = []
    for job in sorted(found.jobs):
        versions = job_versions(snapshot, job)
        for before, after in pairwise(versions):
            changed = JobLists.of(before) != JobLists.of(after)
            if not changed or after.began_digest not in found.digests:
                continue
            named = entities(snapshot, {job, *listed_by([before, after])})
            change = list_change(before, after, named)
            old, new = JobLists.of(before), JobLists.of(after)
            happened.append(
                Happening(
                    kind="graph",
                    key=(after.version_id,),
                    at=after.valid_from,
                    subject=named[job].id,
                    entities=frozenset(
                        {job, *(old.inputs ^ new.inputs), *(old.outputs ^ new.outputs)}
                    ),
                    title=f"{named[job].id} reads or writes other datasets than before",
                    lines=(
                        *(f"+ reads {name}" for name in change.inputs_added),
                        *(f"- reads {name}" for name in change.inputs_removed),
                        *(f"+ writes {name}" for name in change.outputs_added),
                        *(f"- writes {name}" for name in change.outputs_removed),
                    ),
                )
            )
    return happened


def column_changes(snapshot: Snapshot, found: News) -> list[Happening]:
    """The versions of datasets that new events made, and that have other columns than the version
    before."""
    by_dataset: defaultdict[int, list[DatasetVersion]] = defaultdict(list)
    for version in dataset_versions_in(snapshot, "run_key", found.run_keys):
        by_dataset[version.dataset_id].append(version)
    for dataset in found.datasets:
        versions = dataset_versions_where(snapshot, "dataset_id = ? AND kind = 'event'", (dataset,))
        by_dataset[dataset] += [one for one in versions if one.place_id in found.digests]
    named = entities(snapshot, by_dataset)
    happened = []
    for key, versions in by_dataset.items():
        for id_, entry in version_entries(snapshot, named[key], versions).items():
            if entry.change is None or entry.since is None:
                continue
            lines = tuple(schema_changes(entry.change))
            if not lines:
                continue
            happened.append(
                Happening(
                    kind="schema",
                    key=(id_,),
                    at=entry.since,
                    subject=named[key].id,
                    entities=frozenset({key}),
                    run=entry.run,
                    title=f"{named[key].id} has other columns than before",
                    lines=lines,
                )
            )
    return happened
