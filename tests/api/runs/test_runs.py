"""Single runs, and the runs that led to them."""

from collections.abc import Callable

from starlette.testclient import TestClient

from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]


def test_a_run_has_marquezs_fields_and_ours(rows: Rows, served: Served) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.version(a, kind="initial")
    run = rows.run(job, uuid(1), start=10, end=20_010, reads={a: None}, writes=[b])
    wrote = rows.version(b, 20_010, run=run)
    rows.run(rows.job("sibling"), uuid(1), start=11)
    rows.run(job, uuid(2), parent_run_key=run, parent_job_id=job)
    client = served()
    found = client.get(f"/api/v1/jobs/runs/{uuid(1)}").json()
    assert (found["id"], found["state"], found["durationMs"]) == (uuid(1), "COMPLETED", 20)
    for field in ("createdAt", "updatedAt", "nominalStartTime", "nominalEndTime", "jobVersion"):
        assert field in found
    assert (found["args"], found["facets"]) == ({}, {})
    assert found["outputDatasetVersions"] == [
        {"datasetVersionId": {"namespace": "ns", "name": "b", "version": wrote}, "facets": {}}
    ]
    assert found["inputDatasetVersions"][0]["datasetVersionId"]["name"] == "a"
    assert [sibling["job"] for sibling in found["siblings"]] == ["job:ns:sibling"]
    assert [child["id"] for child in found["children"]] == [uuid(2)]
    child = client.get(f"/api/v1/jobs/runs/{uuid(2)}").json()
    assert (child["parent"]["id"], child["parent"]["isKnown"]) == (uuid(1), True)
    assert client.get(f"/api/v1/jobs/runs/{uuid(3)}").status_code == 404


def test_the_facets_of_a_run_without_any_are_an_empty_object(rows: Rows, served: Served) -> None:
    job = rows.job("j")
    facts = [Register("job", "sql", rows.facet({"query": "SELECT 1"}))]
    rows.run(job, uuid(1), facts=facts)
    client = served()
    path = f"/api/v1/jobs/runs/{uuid(1)}/facets"
    assert client.get(path).json() == {"runId": uuid(1), "facets": {}}
    assert client.get(f"{path}?type=run").json()["facets"] == {}
    assert client.get(f"{path}?type=dataset").json()["facets"] == {}
    assert client.get(f"{path}?type=job").json()["facets"] == {"sql": {"query": "SELECT 1"}}
    assert client.get(f"{path}?type=other").status_code == 400


def test_upstream_runs_never_fail_on_inputs_that_nobody_wrote(rows: Rows, served: Served) -> None:
    job, file, a = rows.job("j"), rows.dataset("file"), rows.dataset("a")
    initial = rows.version(file, kind="initial")
    first = rows.run(job, uuid(1), start=1, end=10, reads={file: None}, writes=[a])
    made = rows.version(a, 10, run=first)
    rows.run(job, uuid(2), start=11, reads={a: None})
    client = served()
    answer = client.get("/api/v1/runlineage/upstream", params={"runId": uuid(2), "depth": 5})
    second, first_run = answer.json()["runs"]
    assert second["inputs"] == [
        {"namespace": "ns", "name": "a", "version": made, "producedByRunId": uuid(1)}
    ]
    assert first_run["inputs"] == [
        {"namespace": "ns", "name": "file", "version": initial, "producedByRunId": None}
    ]
    assert first_run["run"] == {
        "id": uuid(1),
        "start": "1970-01-01T00:00:00.000001Z",
        "end": "1970-01-01T00:00:00.000010Z",
        "status": "COMPLETED",
    }
    assert second["job"] == {"namespace": "ns", "name": "j", "version": None}
    assert client.get("/api/v1/runlineage/upstream").status_code == 400


def test_incidents_are_listed_by_what_failed_together(rows: Rows, served: Served) -> None:
    dag, task = rows.job("dag"), rows.job("task")
    top = rows.run(dag, uuid(1), start=1, end=9, state="FAILED")
    rows.run(task, uuid(2), start=2, end=3, state="FAILED", parent_run_key=top, parent_job_id=dag)
    found = served().get("/api/v1/incidents", params={"nodeId": "job:ns:dag"}).json()
    [incident] = found["incidents"]
    assert (incident["run"]["id"], incident["completedSince"]) == (uuid(1), None)
    assert [failed["run"]["id"] for failed in incident["failures"]] == [uuid(2)]
    assert found["next"] is None
