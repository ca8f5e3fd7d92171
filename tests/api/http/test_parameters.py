"""Parameters of requests, as all routes read them."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from tests.query.rows import Rows

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
