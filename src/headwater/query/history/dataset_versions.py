"""The versions of a dataset: their contents, their makers and their changes (semantics 5)."""

import uuid
from collections.abc import Iterator

from headwater.answers.history import VersionDetails, VersionList
from headwater.answers.runs import Run
from headwater.errors import NotFoundError
from headwater.query.catalog.sources import source_name
from headwater.query.facets.annotations import NONE, annotations
from headwater.query.facets.entity_facets import entity_facets
from headwater.query.graph.marks import dataset_types
from headwater.query.history.dataset_history import version_entries
from headwater.query.names.entities import Entity, written
from headwater.query.node_ids import named
from headwater.query.runs.job_runs import in_outline
from headwater.query.runs.stored_runs import stored_runs
from headwater.query.versions.dataset_fields import dataset_fields
from headwater.query.versions.version_facets import version_facets
from headwater.query.versions.versions import (
    DatasetVersion,
    dataset_versions_in,
    newest_dataset_versions,
)
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.store import Snapshot
from headwater.store.tables import FOREVER


def dataset_versions(
    snapshot: Snapshot,
    namespace: str,
    name: str,
    page: Page = FIRST_PAGE,
    at: int | None = None,
) -> VersionList:
    """The versions of a dataset, or those that had begun by `at`, newest first."""
    until, after_all = (FOREVER, None) if at is None else (at, (at + 1, 0, ""))
    dataset = named(snapshot, "dataset", namespace, name)
    [(count,)] = snapshot.query(
        "SELECT count(*) FROM dataset_versions WHERE dataset_id = ? AND valid_from <= ?",
        (dataset.key, until),
    )
    rows = newest_dataset_versions(
        snapshot,
        dataset.key,
        before=page.begins_after(tuple[int, int, str]) or after_all,
        limit=page.rows,
        offset=page.offset,
    )
    shown, following = page.cut(rows, lambda version: version.place)
    return VersionList(tuple(_details(snapshot, dataset, shown)), count, following)


def dataset_version(snapshot: Snapshot, namespace: str, name: str, version: str) -> VersionDetails:
    """One version of the dataset."""
    dataset = named(snapshot, "dataset", namespace, name)
    found = [
        row
        for row in dataset_versions_in(snapshot, "version_id", [version.lower()])
        if row.dataset_id == dataset.key
    ]
    if not found:
        raise NotFoundError(
            f"{dataset.id} has no version {version!r}; `headwater history` lists those it has"
        )
    [details] = _details(snapshot, dataset, found)
    return details


def _details(
    snapshot: Snapshot, dataset: Entity, shown: list[DatasetVersion]
) -> Iterator[VersionDetails]:
    entries = version_entries(snapshot, dataset, shown)
    facets = version_facets(snapshot, shown)
    creators = _creators(snapshot, shown)
    of_dataset = entity_facets(snapshot, [dataset.key], ("dataSource",)).get(dataset.key, {})
    annotated = annotations(snapshot, [dataset.key]).get(dataset.key, NONE)
    types = dataset_types(snapshot, [dataset.key])
    kind = types[dataset.key].name if types else None
    for version in shown:
        entry, own = entries[version.version_id], facets[version.version_id].all()
        yield VersionDetails(
            name=dataset.name,
            created_at=entry.since,
            version=version.version_id,
            namespace=dataset.namespace,
            source_name=source_name(dataset.namespace, of_dataset),
            fields=dataset_fields(entry.fields, own, annotated),
            tags=annotated.tag_names(),
            description=annotated.description,
            current_schema_version=_schema_version(version.schema_hash),
            created_by_run=creators.get(version.version_id),
            facets=own,
            node_id=written("dataset", dataset.namespace, dataset.name, version=version.version_id),
            dataset_kind=kind,
            kind=version.kind,
            until=entry.until,
            storage_version=version.storage_version,
            schema_inherited=entry.schema_inherited,
            schema_change=entry.change,
            seen_by_run=entry.run if version.kind != "write" else None,
            follows=entry.follows,
            renamed_from=entry.renamed_from,
            row_count=entry.row_count,
        )


def _schema_version(schema_hash: str | None) -> str | None:
    return None if schema_hash is None else str(uuid.UUID(schema_hash))


def _creators(snapshot: Snapshot, versions: list[DatasetVersion]) -> dict[str, Run]:
    """The runs that wrote these versions, by version id."""
    writers = {v.version_id: v.run_key for v in versions if v.kind == "write" and v.run_key}
    stored = stored_runs(snapshot, writers.values())
    outlines = dict(zip(stored, in_outline(snapshot, list(stored.values())), strict=True))
    return {version_id: outlines[run_key] for version_id, run_key in writers.items()}
