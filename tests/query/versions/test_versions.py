"""Versions are looked up once until there are others, however they are asked for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from headwater.query.versions.versions import (
    dataset_versions_in,
    job_versions_at,
    job_versions_in,
    latest_dataset_versions,
)
from headwater.store import Snapshot
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


@contextmanager
def asking_no_more(snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refused(_sql: str, keys: list[object], _params: object = ()) -> list[object]:
        assert not list(keys)
        return []

    with monkeypatch.context() as patch:
        patch.setattr(snapshot, "query_in", refused)
        yield


def test_job_versions_are_read_once(
    rows: Rows, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, without = rows.job("a"), rows.job("b")
    first, second = rows.uses(job, since=10, until=20), rows.uses(job, since=20)
    snapshot = stored()
    found = job_versions_at(snapshot, [job, without], 30)
    assert {key: version.version_id for key, version in found.items()} == {job: second}
    with asking_no_more(snapshot, monkeypatch):
        assert job_versions_at(snapshot, {without, job}, 30) == found
        assert job_versions_in(snapshot, [second, second]) == [found[job]]
    assert [version.version_id for version in job_versions_in(snapshot, [first])] == [first]
    assert job_versions_at(snapshot, [job], 5) == {}


def test_dataset_versions_are_read_once(
    rows: Rows, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = rows.dataset("d")
    ids = [rows.version(dataset, at) for at in (20, 10)]
    snapshot = stored()
    found = dataset_versions_in(snapshot, "version_id", ids)
    assert [version.valid_from for version in found] == [10, 20]
    with asking_no_more(snapshot, monkeypatch):
        assert dataset_versions_in(snapshot, "version_id", reversed(ids)) == found
    assert latest_dataset_versions(snapshot, [dataset], 30) == {dataset: found[1]}
