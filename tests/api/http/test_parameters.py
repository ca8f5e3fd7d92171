"""Parameters of requests, as all routes read them."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from headwater.api.routes import OPERATIONS
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("", "nodeId"),
        ("nodeId=job:a:b&depth=-1", "depth"),
        ("nodeId=job:a:b&depth=x", "depth"),
        ("nodeId=job:a:b&direction=sideways", "direction"),
        ("nodeId=job:a:b&at=tomorrowish", "at"),
        ("nodeId=job:a:b&at=1706121212345", "at"),
        ("nodeId=job:a:b&at=2024-W05-3", "at"),
        ("nodeId=job:a%00:b", "nodeId"),
        ("nodeId=job:a:b&foldPrivate=perhaps", "foldPrivate"),
    ],
)
def test_a_parameter_that_cannot_be_read_is_a_400_that_names_it(
    served: Served, query: str, path: str
) -> None:
    answer = served().get(f"/api/v1/lineage?{query}")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["path"] == path


@pytest.mark.parametrize(
    "written",
    [
        "1706691600",
        "1706691600.0",
        "2024-01-31T09:00:00Z",
        "2024-01-31T10:00:00%2B01:00",
        "2024-01-31T10:00:00+01:00",
        "2024-01-31%2010:00+0100",
        "2024-01-31%2009:00",
    ],
)
def test_a_time_may_be_written_in_many_ways(rows: Rows, served: Served, written: str) -> None:
    for at in (1_706_691_599_999_999, 1_706_691_600_000_000, 1_706_691_600_000_001):
        rows.event(rows.job("j"), at)
    client = served()
    before, after = (
        client.get(f"/api/v1/events/lineage?limit=0&{side}={written}").json()["totalCount"]
        for side in ("before", "after")
    )
    assert (before, after) == (1, 2)


def test_milliseconds_are_told_to_be_seconds(served: Served) -> None:
    answer = served().get("/api/v1/lineage?nodeId=job:a:b&at=1706121212345")
    assert "send unix seconds, 1706121212.345" in answer.json()["message"]


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [
        ("lineage?nodeId=job:ns:j&atTime=1", "at"),
        ("lineage?nodeId=job:ns:j&lineageat=1", "lineageAt"),
        ("lineage?node_id=job:ns:j", "nodeId"),
        ("column-lineage?nodeId=job:ns:j&withdownstream=true", "withDownstream"),
        ("namespaces/ns/jobs?offest=1", "offset"),
        ("status?positon=x", "position"),
    ],
)
def test_an_unknown_parameter_is_a_400_that_names_the_nearest_known_one(
    rows: Rows, served: Served, asked: str, nearest: str
) -> None:
    rows.job("j")
    answer = served().get(f"/api/v1/{asked}")
    assert answer.status_code == 400
    assert f"did you mean {nearest}?" in answer.json()["message"]


def test_an_unknown_parameter_like_no_other_is_told_all_that_are_known(
    rows: Rows, served: Served
) -> None:
    rows.job("j")
    client = served()
    path = "/api/v1/namespaces/ns/jobs/j"
    for given in ("zzz", "namespace"):  # the second is a part of the path, and no parameter
        answer = client.get(path, params={given: "x"})
        assert answer.status_code == 400
        assert answer.json()["message"].endswith("known are position")
        assert answer.json()["errors"][0]["path"] == given
    assert client.post(f"{path}/tags/PII?dry=true").status_code == 400


def test_parameters_that_marquez_documents_and_does_not_read_change_nothing(
    rows: Rows, served: Served
) -> None:
    rows.run(rows.job("j"), uuid(1), start=1, end=2)
    client = served()
    usual = client.get("/api/v1/jobs")
    other = client.get("/api/v1/jobs?orderBy=name&sortDirection=asc&pattern=x")
    assert (usual.status_code, other.content) == (200, usual.content)
    assert {operation.path for operation in OPERATIONS if operation.unused} == {
        "/jobs",
        "/namespaces/{namespace}/jobs",
        "/namespaces/{namespace}/datasets",
    }
