"""The versions of a job, each with its inputs and outputs, its changes and its last run."""

import uuid
from collections.abc import Collection

import msgspec

from headwater.answers.history import JobHistoryEntry, JobVersionList, ListedJobVersion
from headwater.answers.names import DatasetId
from headwater.errors import NotFoundError
from headwater.query.history.job_history import job_history
from headwater.query.names.entities import Entity, entities
from headwater.query.names.identifiers import dataset_id
from headwater.query.node_ids import named
from headwater.query.runs.job_runs import in_full
from headwater.query.runs.run_versions import job_versions_of
from headwater.query.runs.stored_runs import SELECT_RUNS, StoredRun
from headwater.query.versions.versions import JobVersion, job_versions, job_versions_in
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.store import Snapshot

_RUNS_AT_ONCE = 500


def job_version_list(
    snapshot: Snapshot,
    namespace: str,
    name: str,
    page: Page = FIRST_PAGE,
    at: int | None = None,
) -> JobVersionList:
    """The versions of a job, or those that had begun by `at`, newest first."""
    job = named(snapshot, "job", namespace, name)
    history = job_history(snapshot, job, page, at)
    shown = _listed(snapshot, job, history.versions)
    return JobVersionList(shown, history.total_count, history.next)


def listed_job_version(
    snapshot: Snapshot, namespace: str, name: str, version: str
) -> ListedJobVersion:
    job = named(snapshot, "job", namespace, name)
    newest_first = [known.version_id for known in job_versions(snapshot, job.key)][::-1]
    try:
        place = newest_first.index(str(uuid.UUID(version)))
    except ValueError:
        raise NotFoundError(
            f"{job.id} has no version {version[:60]!r}; it has {len(newest_first)} others, which"
            " the list of its versions has"
        ) from None
    history = job_history(snapshot, job, Page(limit=1, offset=place))
    return _listed(snapshot, job, history.versions)[0]


def _listed(
    snapshot: Snapshot, job: Entity, entries: Collection[JobHistoryEntry]
) -> tuple[ListedJobVersion, ...]:
    ids = [entry.version for entry in entries]
    stored = {version.version_id: version for version in job_versions_in(snapshot, ids)}
    decode = msgspec.json.Decoder(list[int]).decode
    uses = {key: (decode(v.inputs), decode(v.outputs)) for key, v in stored.items()}
    datasets = entities(
        snapshot, {key for lists in uses.values() for listed in lists for key in listed}
    )
    runs = _last_runs(snapshot, job, stored)
    in_order = list(runs.values())
    shown = dict(zip(runs, in_full(snapshot, in_order), strict=True))

    def names(keys: list[int]) -> tuple[DatasetId, ...]:
        return tuple(sorted(dataset_id(datasets[key]) for key in keys))

    return tuple(
        ListedJobVersion(
            name=job.name,
            created_at=entry.since,
            version=entry.version,
            namespace=job.namespace,
            location=entry.code.url,
            inputs=names(uses[entry.version][0]),
            outputs=names(uses[entry.version][1]),
            latest_run=shown.get(entry.version),
            until=entry.until,
            basis=entry.basis,
            began_by=entry.began_by,
            code=entry.code,
            lineage_unknown=entry.lineage_unknown,
            confirmed_at=entry.confirmed_at,
            change=entry.change,
        )
        for entry in entries
    )


def _last_runs(
    snapshot: Snapshot, job: Entity, versions: dict[str, JobVersion]
) -> dict[str, StoredRun]:
    """The run of each version that started last.

    Runs are read backwards until each version has one.
    """
    found: dict[str, StoredRun] = {}
    # A run that ends while a version is in force has started before the version ends.
    until = max((version.valid_to for version in versions.values()), default=0)
    for start in range(0, 1 << 62, _RUNS_AT_ONCE):
        rows = snapshot.query(
            f"{SELECT_RUNS} WHERE job_id = ? AND started_at <= ?"
            f" ORDER BY started_at DESC, run_key DESC LIMIT {_RUNS_AT_ONCE} OFFSET ?",
            (job.key, until, start),
        )
        runs = [StoredRun(*row) for row in rows]
        belongs = job_versions_of(snapshot, runs)
        for run in runs:
            version = belongs.get(run.run_key)
            if version is not None and version.version_id in versions:
                found.setdefault(version.version_id, run)
        if len(runs) < _RUNS_AT_ONCE or len(found) == len(versions):
            break
    return found
