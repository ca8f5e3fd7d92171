"""How a dataset has changed, from version to version (semantics 5)."""

from headwater.answers.history import DatasetHistory, DatasetHistoryEntry
from headwater.answers.versions import SchemaChange
from headwater.query.facets.annotations import NONE, annotations
from headwater.query.facets.measures import rows_written
from headwater.query.graph.endings import StoredDrop
from headwater.query.moments import instant
from headwater.query.names.entities import Entity, entities, entity_keys, written
from headwater.query.names.run_ids import public_ids
from headwater.query.runs.stored_runs import stored_runs
from headwater.query.versions.following import followed
from headwater.query.versions.schema import schema_change, version_fields
from headwater.query.versions.versions import (
    DatasetVersion,
    dataset_versions_where,
    one_dataset_version,
)
from headwater.questions.pages import Page
from headwater.store import Snapshot


def dataset_history(snapshot: Snapshot, dataset: Entity, page: Page) -> DatasetHistory:
    versions = dataset_versions_where(snapshot, "dataset_id = ?", (dataset.key,))
    drops = snapshot.query(
        "SELECT dropped_at, place_kind, place_id FROM drops WHERE dataset_id = ?", (dataset.key,)
    )
    items: list[DatasetVersion | StoredDrop] = [*(StoredDrop(*row) for row in drops), *versions]
    items.sort(key=_key)
    last = page.begins_after(tuple[int, int, str, str])
    start = page.offset
    if last is not None:
        start += sum(_key(item) >= last for item in items)
    wanted, following = page.cut(items[::-1][start : start + page.rows], _key)
    shown = [item for item in wanted if isinstance(item, DatasetVersion)]
    entries = version_entries(snapshot, dataset, shown)
    runs = _Runs(snapshot, {item.run_key for item in wanted if item.run_key is not None})
    annotated = annotations(snapshot, [dataset.key]).get(dataset.key, NONE)
    return DatasetHistory(
        dataset.id,
        tuple(
            entries[item.version_id]
            if isinstance(item, DatasetVersion)
            else DatasetHistoryEntry(
                type="drop",
                since=instant(item.dropped_at),
                run=runs.id(item.run_key),
                job=runs.job(item.run_key),
            )
            for item in wanted
        ),
        len(items),
        following,
        annotated.description,
        annotated.tags,
    )


def _key(item: DatasetVersion | StoredDrop) -> tuple[int, int, str, str]:
    """The place of an entry in the history.

    If a rename away and a write are at the same place, the dataset exists afterwards: the drop,
    which has no version id, comes first.
    """
    return (*item.place, "" if isinstance(item, StoredDrop) else item.version_id)


def version_entries(
    snapshot: Snapshot, dataset: Entity, shown: list[DatasetVersion]
) -> dict[str, DatasetHistoryEntry]:
    """The history entries of successive versions of a dataset, by version id."""
    runs = _Runs(snapshot, {item.run_key for item in shown if item.run_key is not None})
    schemas = _Schemas(snapshot, shown)
    renamed = _Renamed(snapshot, shown)
    rows = _rows(snapshot, dataset, shown)
    return {
        item.version_id: _version_entry(dataset, item, runs, schemas, renamed, rows)
        for item in shown
    }


class _Runs:
    """The public ids and jobs of runs, by run key."""

    def __init__(self, snapshot: Snapshot, run_keys: set[str]) -> None:
        self._ids = public_ids(snapshot, run_keys)
        self._runs = stored_runs(snapshot, run_keys)
        self._jobs = entities(snapshot, (run.job_id for run in self._runs.values()))

    def id(self, run_key: str | None) -> str | None:
        return None if run_key is None else self._ids[run_key]

    def job(self, run_key: str | None) -> str | None:
        return None if run_key is None else self._jobs[self._runs[run_key].job_id].id


class _Renamed:
    """The datasets that were renamed to this one."""

    def __init__(self, snapshot: Snapshot, shown: list[DatasetVersion]) -> None:
        self._keys = entity_keys(
            snapshot, {item.follows_node for item in shown if item.follows_node is not None}
        )
        self._datasets = entities(snapshot, self._keys.values())

    def from_(self, version: DatasetVersion) -> str | None:
        key = self._keys.get(version.follows_node) if version.follows_node is not None else None
        return None if key is None else self._datasets[key].id


def _rows(snapshot: Snapshot, dataset: Entity, shown: list[DatasetVersion]) -> dict[str, int]:
    """The rows written, by version.

    Streams are left out, as they count all their versions together.
    """
    writers = {item.run_key: item for item in shown if item.run_key and item.kind == "write"}
    batch = [key for key, run in stored_runs(snapshot, writers).items() if not run.is_streaming]
    counts = rows_written(snapshot, batch, dataset.key)
    return {writers[run_key].version_id: count for run_key, count in counts.items()}


class _Schemas:
    """The fields of some versions, and of the versions that they are compared with."""

    def __init__(self, snapshot: Snapshot, shown: list[DatasetVersion]) -> None:
        in_order = sorted(shown, key=lambda version: version.place)
        latest = _before(snapshot, in_order[0]) if in_order else None
        self.before: dict[str, DatasetVersion] = {}
        for version in in_order:
            if latest is not None:
                self.before[version.version_id] = latest
            if version.kind != "pinned":
                latest = version
        self.followed = followed(snapshot, shown)
        self.before |= self.followed
        self.fields = version_fields(snapshot, [*shown, *self.before.values()])

    def change(self, version: DatasetVersion) -> SchemaChange | None:
        before = self.before.get(version.version_id)
        if before is None or not {before.version_id, version.version_id} <= self.fields.keys():
            return None
        return schema_change(self.fields[before.version_id], self.fields[version.version_id])


def _before(snapshot: Snapshot, version: DatasetVersion) -> DatasetVersion | None:
    """The version in force until this one. Pinned versions are not part of the history (5.7)."""
    return one_dataset_version(
        snapshot,
        "dataset_id = ? AND kind <> 'pinned' AND (valid_from, place_kind, place_id) < (?, ?, ?)",
        (version.dataset_id, *version.place),
    )


def _version_entry(
    dataset: Entity,
    version: DatasetVersion,
    runs: _Runs,
    schemas: _Schemas,
    renamed: _Renamed,
    rows: dict[str, int],
) -> DatasetHistoryEntry:
    follows = schemas.followed.get(version.version_id)
    return DatasetHistoryEntry(
        type="version",
        id=written("dataset", dataset.namespace, dataset.name, version=version.version_id),
        version=version.version_id,
        since=instant(version.valid_from),
        until=instant(version.valid_to),
        kind=version.kind,
        run=runs.id(version.run_key),
        job=runs.job(version.run_key),
        storage_version=version.storage_version,
        fields=schemas.fields.get(version.version_id, ()),
        schema_inherited=bool(version.schema_inherited),
        change=schemas.change(version),
        follows=follows.version_id if follows else version.follows,
        renamed_from=renamed.from_(version),
        row_count=rows.get(version.version_id),
    )
