"""Marquez's words for what our own answers have in other words."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from headwater.api.marquez.words import job_type, processing_of, storage_type
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]
BASE = "/api/v1/namespaces"


@pytest.mark.parametrize(
    ("namespace", "kind", "type_"),
    [
        ("kafka://broker:9092", None, "STREAM"),
        ("kafka://broker:9092", "VIEW", "DB_TABLE"),
        ("postgres://db:5432", None, "DB_TABLE"),
        ("ns", "TOPIC", "STREAM"),
        ("ns", "STREAM", "STREAM"),
    ],
)
def test_streams_are_known_by_their_kind_or_by_where_they_lie(
    namespace: str, kind: str | None, type_: str
) -> None:
    assert storage_type(namespace, kind) == type_


def test_every_type_of_a_job_stands_for_one_way_to_run() -> None:
    for processing in ("BATCH", "STREAMING", "SERVICE"):
        assert processing_of(job_type(processing)) == processing


def test_jobs_have_their_type_and_their_parent_in_both_words(rows: Rows, served: Served) -> None:
    job, top = rows.job("dag.task"), rows.job("dag")
    rows.run(job, uuid(1), start=5, processing="STREAMING")
    rows.parent(job, top)
    client = served()
    found = client.get(f"{BASE}/ns/jobs/dag.task").json()
    assert (found["processing"], found["type"]) == ("STREAMING", "STREAM")
    assert found["parent"] == {"nodeId": "job:ns:dag", "namespace": "ns", "name": "dag"}
    assert (found["root"], found["parentJobName"]) == (found["parent"], "dag")
    above = client.get(f"{BASE}/ns/jobs/dag").json()
    assert (above["parent"], above["root"], above["parentJobName"]) == (None, None, None)


def test_datasets_and_their_versions_have_their_type_in_both_words(
    rows: Rows, served: Served
) -> None:
    dataset = rows.dataset("clicks")
    rows.version(dataset, 10)
    rows.stated(dataset, "datasetType", {"datasetType": "Topic"})
    client = served()
    found = client.get(f"{BASE}/ns/datasets/clicks").json()
    assert (found["kind"], found["type"]) == ("TOPIC", "STREAM")
    [listed] = client.get(f"{BASE}/ns/datasets").json()["datasets"]
    assert (listed["kind"], listed["type"]) == ("TOPIC", "STREAM")
    [version] = client.get(f"{BASE}/ns/datasets/clicks/versions").json()["versions"]
    assert (version["datasetKind"], version["type"]) == ("TOPIC", "STREAM")
    assert client.get(f"{BASE}/ns/datasets/clicks/versions/{version['version']}").json() == version
