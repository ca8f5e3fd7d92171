"""The evidence of edges over HTTP."""

from collections.abc import Callable

from starlette.testclient import TestClient

from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]
API = "/api/v1"


def test_an_edge_is_explained(rows: Rows, served: Served) -> None:
    job, dataset = rows.job("load"), rows.dataset("raw", "pg://db:5432")
    rows.uses(job, [dataset], since=20)
    rows.run(job, uuid(1), start=10, end=20, reads={dataset: None})
    client = served()
    asked = {"origin": "dataset:pg://db:5432:raw", "destination": "job:ns:load"}
    found = client.get(f"{API}/edges", params=asked).json()
    assert (found["basis"], found["runCount"], found["isCurrent"]) == ("listed", 1, True)
    assert found["latestRuns"][0]["id"] == uuid(1)
    back = {"origin": asked["destination"], "destination": asked["origin"]}
    assert client.get(f"{API}/edges", params=back).status_code == 404
    assert client.get(f"{API}/edges", params={"origin": "job:ns:load"}).status_code == 400
