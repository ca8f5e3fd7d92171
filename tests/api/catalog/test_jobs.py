"""Jobs, their versions and their runs, as Marquez's clients and web page ask for them."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]

NAMESPACE = "s3://lake:9000/a b"
ENCODED = "s3%3A%2F%2Flake%3A9000%2Fa%20b"


def pipeline(rows: Rows) -> dict[str, str]:
    """A job with two versions and twelve runs, and one without any."""
    job, a, b = rows.job("dag.task/1", NAMESPACE), rows.dataset("a"), rows.dataset("b")
    idle = rows.job("idle")
    versions = [
        rows.uses(job, [a], [], since=10, until=20, began_rank=3, began_digest=""),
        rows.uses(job, [a], [b], since=20, began_rank=3, began_digest="", code_url="http://x"),
    ]
    for number in range(12):
        at = 10 + number
        state = "FAILED" if number == 11 else "COMPLETED"
        rows.run(job, uuid(at), start=at, end=at + 5_000_000, state=state, nominal_start=at)
        rows.event(job, at)
    rows.event(idle, 5)
    return {"first": versions[0], "second": versions[1]}


def test_jobs_have_what_the_page_reads(rows: Rows, served: Served) -> None:
    made = pipeline(rows)
    client = served()
    answer = client.get("/api/v1/jobs?limit=10&offset=0").json()
    assert answer["totalCount"] == 2
    job, idle = answer["jobs"]
    assert job["id"] == {"namespace": NAMESPACE, "name": "dag.task/1"}
    assert (job["name"], job["namespace"], job["type"]) == ("dag.task/1", NAMESPACE, "BATCH")
    assert job["inputs"] == [{"namespace": "ns", "name": "a"}]
    assert job["outputs"] == [{"namespace": "ns", "name": "b"}]
    assert (job["location"], job["currentVersion"]) == ("http://x", made["second"])
    assert (job["tags"], job["labels"], job["parentJobUuid"]) == ([], [], None)
    assert job["updatedAt"] == "1970-01-01T00:00:00.000021Z"
    assert len(job["latestRuns"]) == 10
    assert job["latestRuns"][0]["id"] == job["latestRun"]["id"] == uuid(21)
    assert (job["latestRun"]["state"], job["latestRun"]["durationMs"]) == ("FAILED", 5000)
    assert "latestRuns" not in idle, "an empty list blanks the page"
    assert idle["latestRun"] is None
    for one in (job, idle):
        for field in ("createdAt", "description", "facets", "parentJobName"):
            assert field in one
    assert job["simpleName"] == "task/1"


def test_jobs_are_asked_for_by_state_and_namespace(rows: Rows, served: Served) -> None:
    pipeline(rows)
    client = served()

    def count(path: str) -> int:
        answer = client.get(f"/api/v1{path}")
        assert answer.status_code == 200
        assert answer.json()["totalCount"] == len(answer.json()["jobs"])
        return int(answer.json()["totalCount"])

    assert count("/jobs?lastRunStates=FAILED") == 1
    assert count("/jobs?lastRunStates=RUNNING&lastRunStates=COMPLETED") == 0
    assert count(f"/namespaces/{ENCODED}/jobs?lastRunStates=FAILED") == 1
    assert count("/namespaces/ns/jobs") == 1
    assert client.get("/api/v1/jobs?lastRunStates=BROKEN").status_code == 400
    assert client.get("/api/v1/namespaces/nowhere/jobs").status_code == 404


def test_a_job_is_asked_for_by_its_encoded_name(rows: Rows, served: Served) -> None:
    pipeline(rows)
    client = served()
    path = f"/api/v1/namespaces/{ENCODED}/jobs/dag.task%2F1"
    job = client.get(path).json()
    assert job["name"] == "dag.task/1"
    assert job["latestRun"]["facets"] == {}
    assert job["latestRun"]["inputDatasetVersions"] == []
    missing = client.get(f"/api/v1/namespaces/{ENCODED}/jobs/dag.task%2F2")
    assert missing.status_code == 404
    assert "dag.task/1" in missing.json()["message"]


def test_the_versions_of_a_job_say_what_changed(rows: Rows, served: Served) -> None:
    made = pipeline(rows)
    client = served()
    path = f"/api/v1/namespaces/{ENCODED}/jobs/dag.task%2F1/versions"
    answer = client.get(path).json()
    assert answer["totalCount"] == 2
    newest, oldest = answer["versions"]
    assert newest["id"] == {
        "namespace": NAMESPACE,
        "name": "dag.task/1",
        "version": made["second"],
    }
    assert newest["change"]["outputsAdded"] == ["dataset:ns:b"]
    assert (oldest["change"], oldest["outputs"], oldest["inputs"]) == (
        None,
        [],
        [{"namespace": "ns", "name": "a"}],
    )
    assert client.get(f"{path}/{made['first']}").json() == oldest
    assert client.get(f"{path}/{uuid(99)}").status_code == 404


def test_the_runs_of_a_job_are_paged_by_offset_and_by_next(rows: Rows, served: Served) -> None:
    pipeline(rows)
    client = served()
    path = f"/api/v1/namespaces/{ENCODED}/jobs/dag.task%2F1/runs"
    runs = client.get(path, params={"limit": 14, "offset": 0}).json()
    assert (runs["totalCount"], len(runs["runs"]), runs["next"]) == (12, 12, None)
    page = client.get(path, params={"limit": 5}).json()
    more = client.get(path, params={"limit": 5, "next": page["next"]}).json()
    assert page["runs"] + more["runs"] == runs["runs"][:10]
    assert client.get(path, params={"limit": 5, "offset": 5}).json()["runs"] == more["runs"]
    first = runs["runs"][0]
    assert first["jobVersion"]["name"] == "dag.task/1"
    batch = client.get(path, params={"batch": first["nominalStartTime"]}).json()
    assert [run["id"] for run in batch["runs"]] == [first["id"]]
    assert (first["attempt"], first["batch"]) == (1, "1970-01-01T00:00:00.000021Z")
    assert client.get(path, params={"next": "?"}).status_code == 400


@pytest.mark.parametrize("limit", ["5000", "1" + "0" * 30])
def test_larger_pages_than_the_largest_are_cut(rows: Rows, served: Served, limit: str) -> None:
    for number in range(1005):
        rows.job(f"j{number}")
    answer = served().get(f"/api/v1/jobs?limit={limit}").json()
    assert (answer["totalCount"], len(answer["jobs"])) == (1005, 1000)
    assert answer["next"] is not None


def test_a_negative_limit_is_a_400(served: Served) -> None:
    client = served()
    assert client.get("/api/v1/jobs?limit=-1").json()["errors"][0]["path"] == "limit"
    assert client.get("/api/v1/jobs?offset=-1").status_code == 400
