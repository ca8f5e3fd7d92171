from collections.abc import Callable

from starlette.testclient import TestClient

from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]


def test_jobs_and_datasets_are_listed_as_rows(rows: Rows, served: Served) -> None:
    load = rows.job("load")
    rows.run(load, uuid(1), start=1_000_000, end=2_000_000, state="FAILED")
    rows.dataset("orders")
    client = served()
    jobs = client.get("/api/v1/catalog", params={"kind": "job", "state": "FAILED"}).json()
    assert jobs["totalCount"] == 1
    assert jobs["rows"][0]["nodeId"] == "job:ns:load"
    assert jobs["rows"][0]["latestRun"]["state"] == "FAILED"
    asked = {"kind": "dataset", "text": "ORD", "sort": "name", "order": "asc"}
    datasets = client.get("/api/v1/catalog", params=asked).json()
    assert [row["name"] for row in datasets["rows"]] == ["orders"]
    assert client.get("/api/v1/catalog").status_code == 400


def test_runs_are_counted_by_day(rows: Rows, served: Served) -> None:
    rows.run(rows.job("load"), uuid(1), start=1_000_000, end=2_000_000)
    [day] = served().get("/api/v1/stats/runs", params={"days": "1"}).json()
    assert day == {
        "day": "1970-01-01T00:00:00Z",
        "new": 0,
        "running": 0,
        "completed": 1,
        "failed": 0,
        "aborted": 0,
    }
