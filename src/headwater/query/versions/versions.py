"""Versions of jobs and datasets, and which one is in force at an instant (semantics 4, 5)."""

from collections.abc import Iterable, Sequence
from operator import attrgetter

import msgspec

from headwater.store import Snapshot
from headwater.store.backend import Row
from headwater.store.memory import one_value
from headwater.store.tables import DATASET_VERSIONS, FOREVER, JOB_VERSIONS


class JobVersion(msgspec.Struct, frozen=True):
    """A row of the table job_versions."""

    version_id: str
    job_id: int
    valid_from: int
    began_rank: int
    began_run_key: str
    began_digest: str
    valid_to: int
    basis: str
    inputs: str
    outputs: str
    code_version: str | None
    code_url: str | None
    code_sql: str | None
    code_source: str | None
    lineage_unknown: int
    confirmed_at: int | None

    @property
    def place(self) -> tuple[int, int, str, str]:
        return (self.valid_from, self.began_rank, self.began_run_key, self.began_digest)

    def is_unknown(self, at: int) -> bool:
        """Whether the lineage is unknown as of `at` (semantics 4.5)."""
        return bool(self.lineage_unknown) and (self.confirmed_at is None or self.confirmed_at > at)


class DatasetVersion(msgspec.Struct, frozen=True, gc=False):
    """A row of the table dataset_versions."""

    version_id: str
    dataset_id: int
    valid_from: int
    place_kind: int
    place_id: str
    valid_to: int
    kind: str
    run_key: str | None
    storage_version: str | None
    schema_hash: str | None
    schema_value: str | None
    schema_inherited: int
    follows: str | None
    follows_node: int | None

    @property
    def place(self) -> tuple[int, int, str]:
        return (self.valid_from, self.place_kind, self.place_id)


_JOB = f"SELECT {', '.join(JOB_VERSIONS.names)} FROM job_versions"
_DATASET = f"SELECT {', '.join(DATASET_VERSIONS.names)} FROM dataset_versions"
_IN_ORDER = "ORDER BY valid_from, place_kind, place_id, version_id"
"""Several outputs of one run have the same place, so the id decides: the order in which the store
has its rows is another after a rebuild."""
_ORDER = attrgetter("place", "version_id")
_NEWEST_FIRST = "ORDER BY valid_from DESC, place_kind DESC, place_id DESC"


def job_versions(snapshot: Snapshot, job: int) -> list[JobVersion]:
    """All versions of a job, in order."""
    rows = snapshot.query(
        f"{_JOB} WHERE job_id = ? ORDER BY valid_from, began_rank, began_run_key, began_digest",
        (job,),
    )
    return [JobVersion(*row) for row in rows]


_JOB_BY_ID = f"{_JOB} WHERE version_id IN {{keys}}"
_LAST_OF_JOB = (
    "SELECT e.entity_id, (SELECT version_id FROM job_versions WHERE job_id = e.entity_id"
    " ORDER BY valid_from DESC, began_rank DESC, began_run_key DESC, began_digest DESC LIMIT 1)"
    " FROM entities e WHERE e.entity_id IN {keys}"
)


def _job_version(rows: list[Row]) -> JobVersion:
    [row] = rows
    return JobVersion(*row)


def job_versions_in(snapshot: Snapshot, version_ids: Iterable[str]) -> list[JobVersion]:
    return list(snapshot.by_key(_JOB_BY_ID, version_ids, _job_version).values())


def last_job_versions(snapshot: Snapshot, jobs: Iterable[int]) -> dict[int, JobVersion]:
    """The last version of each job, whether it has ended or lies ahead. Jobs without any are left
    out."""
    last: dict[int, str] = snapshot.by_key(_LAST_OF_JOB, jobs, one_value)
    return {version.job_id: version for version in job_versions_in(snapshot, last.values())}


def job_versions_at(snapshot: Snapshot, jobs: Iterable[int], at: int) -> dict[int, JobVersion]:
    last = last_job_versions(snapshot, jobs)
    found = {job: v for job, v in last.items() if v.valid_from <= at < v.valid_to}
    rows = snapshot.query_in(
        "SELECT version_id FROM job_versions"
        " WHERE job_id IN {keys} AND valid_from <= ? AND valid_to > ?",
        sorted(last.keys() - found.keys()),
        (at, at),
    )
    before = job_versions_in(snapshot, (version_id for (version_id,) in rows))
    return found | {version.job_id: version for version in before}


def job_version_before(
    snapshot: Snapshot, job: int, place: tuple[int, int, str, str]
) -> JobVersion | None:
    """The version of the job that a timeline entry at `place` belongs to."""
    rows = snapshot.query(
        f"{_JOB} WHERE job_id = ?"
        " AND (valid_from, began_rank, began_run_key, began_digest) <= (?, ?, ?, ?)"
        " ORDER BY valid_from DESC, began_rank DESC, began_run_key DESC, began_digest DESC"
        " LIMIT 1",
        (job, *place),
    )
    return JobVersion(*rows[0]) if rows else None


def dataset_versions_where(
    snapshot: Snapshot, condition: str, params: Sequence[object]
) -> list[DatasetVersion]:
    """The versions that meet a condition, in the order of their history (semantics 5.7)."""
    rows = snapshot.query(f"{_DATASET} WHERE {condition} {_IN_ORDER}", params)
    return [DatasetVersion(*row) for row in rows]


def one_dataset_version(
    snapshot: Snapshot, condition: str, params: Sequence[object], *, newest: bool = True
) -> DatasetVersion | None:
    """The newest, or the oldest, version that meets a condition."""
    order = _NEWEST_FIRST if newest else _IN_ORDER
    rows = snapshot.query(f"{_DATASET} WHERE {condition} {order} LIMIT 1", params)
    return DatasetVersion(*rows[0]) if rows else None


def next_dataset_version(
    snapshot: Snapshot, version: DatasetVersion, condition: str
) -> DatasetVersion | None:
    """The first version of the same dataset after this one that meets a condition."""
    return one_dataset_version(
        snapshot,
        f"dataset_id = ? AND {condition} AND (valid_from, place_kind, place_id) > (?, ?, ?)",
        (version.dataset_id, *version.place),
        newest=False,
    )


def latest_until(snapshot: Snapshot, version: DatasetVersion) -> int:
    """When a version stops being the latest of its dataset (semantics 5.7).

    It is the latest also after a drop, so this may be later than it holds. For a pinned version,
    which is the latest only where there is no other, it is the end of time.
    """
    following = next_dataset_version(snapshot, version, "kind <> 'pinned'")
    return FOREVER if version.kind == "pinned" or following is None else following.valid_from


def newest_dataset_versions(
    snapshot: Snapshot,
    dataset: int,
    *,
    before: tuple[int, int, str] | None = None,
    limit: int,
    offset: int = 0,
) -> list[DatasetVersion]:
    """The versions of a dataset, newest first.

    If `before` is given, only those before that place.
    """
    condition = "dataset_id = ?"
    if before is not None:
        condition += " AND (valid_from, place_kind, place_id) < (?, ?, ?)"
    rows = snapshot.query(
        f"{_DATASET} WHERE {condition} {_NEWEST_FIRST} LIMIT ? OFFSET ?",
        (dataset, *(before or ()), limit, offset),
    )
    return [DatasetVersion(*row) for row in rows]


def dataset_versions_in(
    snapshot: Snapshot, column: str, keys: Iterable[str]
) -> list[DatasetVersion]:
    """The versions with one of these values in `column`, in the order of their history."""
    if column == "version_id":
        return _dataset_versions(snapshot, keys)
    rows = snapshot.query_in(
        f"{_DATASET} WHERE {column} IN {{keys}} {_IN_ORDER}", sorted(set(keys))
    )
    return [DatasetVersion(*row) for row in rows]


_DATASET_BY_ID = f"{_DATASET} WHERE version_id IN {{keys}}"


def _dataset_version(rows: list[Row]) -> DatasetVersion:
    [row] = rows
    return DatasetVersion(*row)


def _dataset_versions(snapshot: Snapshot, version_ids: Iterable[str]) -> list[DatasetVersion]:
    found = snapshot.by_key(_DATASET_BY_ID, version_ids, _dataset_version)
    return sorted(found.values(), key=_ORDER)


LATEST = ("NOT IN ('pinned', 'initial')", "= 'pinned'", "= 'initial'")
"""The kinds of versions that an unpinned read may see, in order of preference (semantics 5.4)."""


def _newest_id(condition: str) -> str:
    """SQL for the id of the newest version of a dataset `e`, by the preferences of LATEST."""
    ids = (
        "(SELECT version_id FROM dataset_versions WHERE dataset_id = e.entity_id"
        f" {condition} AND kind {kinds} {_NEWEST_FIRST} LIMIT 1)"
        for kinds in LATEST
    )
    return f"coalesce({', '.join(ids)})"


LATEST_ID = _newest_id("AND valid_from <= ?")
"""SQL for the latest version id of a dataset `e`. The instant is a parameter for each of LATEST."""

_LAST_OF_DATASET = (
    f"SELECT e.entity_id, {_newest_id('')} FROM entities e WHERE e.entity_id IN {{keys}}"
)


def latest_dataset_versions(
    snapshot: Snapshot, datasets: Iterable[int], at: int
) -> dict[int, DatasetVersion]:
    """The version of each dataset that is in force at `at`, or was the last one before a drop.

    A pinned version counts only if the dataset has no history (semantics 5.7).
    """
    last: dict[int, str] = snapshot.by_key(_LAST_OF_DATASET, datasets, one_value)
    versions = _dataset_versions(snapshot, last.values())
    found = {v.dataset_id: v for v in versions if v.valid_from <= at}
    rows = snapshot.query_in(
        f"SELECT {LATEST_ID} FROM entities e WHERE e.entity_id IN {{keys}}",
        sorted(last.keys() - found.keys()),
        (at,) * len(LATEST),
    )
    before = _dataset_versions(snapshot, (key for (key,) in rows if key is not None))
    return found | {version.dataset_id: version for version in before}
