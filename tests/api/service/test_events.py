"""Events as they were sent, findings, and statistics."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from headwater.model.canonical import content_hash
from headwater.store.tables import FINDINGS
from tests.api.conftest import Scene
from tests.api.posting import logged_of
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]


def sent(scene: Scene, rows: Rows, job: int, at: int, shape: str = "run") -> bytes:
    body = b'{"eventTime": "%d", "job" : {"name":"j"},"n":1.0}' % at
    [place] = scene.writer.append_many([("openlineage", content_hash(body), body)])
    digest = content_hash(body)
    rows.event(job, at, shape=shape, digest=digest, segment=place.segment, position=place.offset)
    return body


def test_events_are_given_verbatim_under_each_of_their_paths(
    scene: Scene, rows: Rows, served: Served
) -> None:
    job, other = rows.job("j"), rows.job("other", "elsewhere")
    first, second = sent(scene, rows, job, 10), sent(scene, rows, job, 20)
    third = sent(scene, rows, other, 30)
    sent(scene, rows, job, 40, "job")
    client = served()

    def asked(path: str) -> tuple[bytes, int]:
        answer = client.get(f"/api/v1/events{path}")
        assert answer.status_code == 200
        body, _, _ = answer.content.partition(b'],"totalCount"')
        return body.removeprefix(b'{"events":['), answer.json()["totalCount"]

    everything = b",".join([third, second, first])
    assert asked("/lineage?limit=50&sortDirection=desc") == (everything, 3)
    assert asked("?limit=100&offset=0") == (everything, 3)
    assert asked("/ns") == (b",".join([second, first]), 2)
    assert asked("/lineage?sortDirection=asc&limit=1") == (first, 3)
    assert asked("/lineage?kind=all")[1] == 4
    assert asked("/lineage?job=job:elsewhere:other") == (third, 1)
    window = "before=1970-01-01T00:00:00.000030Z&after=1970-01-01T00:00:00.000020Z"
    assert asked(f"/lineage?{window}") == (second, 1)
    page = client.get("/api/v1/events/lineage?limit=2").json()
    assert asked(f"/lineage?limit=2&next={page['next']}") == (first, 3)
    assert client.get("/api/v1/events/lineage?kind=other").status_code == 400


def test_an_event_that_is_seen_can_be_taken_back(scene: Scene, rows: Rows, served: Served) -> None:
    job = rows.job("j")
    for at in (10, 20, 30):
        sent(scene, rows, job, at)
    client = served()
    page = client.get("/api/v1/events/lineage?sortDirection=asc&limit=2&offset=1").json()
    assert [event["eventTime"] for event in page["events"]] == ["20", "30"]
    assert client.post(f"/api/v1/events/{page['digests'][0]}/retract").is_success
    [edit] = logged_of(scene, "edit")
    assert edit["digest"] == content_hash(b'{"eventTime": "20", "job" : {"name":"j"},"n":1.0}')


def test_findings_are_grouped(rows: Rows, served: Served) -> None:
    for digest in ("a", "b"):
        rows.add(FINDINGS, digest=digest, code="set_aside", path="$", detail="as it is")
    answer = served().get("/api/v1/findings/groups").json()
    assert answer["totalCount"] == 2
    [group] = answer["groups"]
    assert (group["code"], group["count"], group["producer"]) == ("set_aside", 2, None)
    assert group["example"]["detail"] == "as it is"


def test_findings_are_filtered(scene: Scene, rows: Rows, served: Served) -> None:
    job = rows.job("j")
    run = rows.run(job, uuid(1))
    for at, code in ((10, "odd"), (20, "odder")):
        digest = rows.event(job, at, run_key=run)
        rows.add(FINDINGS, digest=digest, code=code, path="run.runId", detail="as it is")
    client = served()

    def codes(query: str) -> list[str]:
        answer = client.get(f"/api/v1/findings?{query}").json()
        assert answer["totalCount"] == len(answer["findings"])
        return [found["code"] for found in answer["findings"]]

    assert codes("") == ["odder", "odd"]
    assert codes("code=odd") == ["odd"]
    assert codes(f"runId={uuid(1)}&job=job:ns:j") == ["odder", "odd"]
    assert codes("before=1970-01-01T00:00:00.000020Z") == ["odd"]
    assert client.get("/api/v1/findings?dataset=dataset:ns:none").status_code == 404
    assert client.get("/api/v1/findings?dataset=job:ns:j").status_code == 400


@pytest.mark.parametrize(
    ("path", "numbers"),
    [
        ("lineage-events", {"fail", "start", "complete", "abort"}),
        ("jobs", {"count"}),
        ("datasets", {"count"}),
        ("sources", {"count"}),
    ],
)
def test_statistics_are_bare_lists_of_intervals(
    rows: Rows, served: Served, path: str, numbers: set[str]
) -> None:
    rows.event(rows.job("j"), 10, "START")
    client = served()

    def asked(query: str) -> list[dict[str, Any]]:
        found = client.get(f"/api/v1/stats/{path}?{query}").json()
        assert isinstance(found, list)
        return found

    day = asked("period=DAY&timezone=America/New_York")
    week = asked("period=WEEK&timezone=America/New_York")
    assert (len(day), len(week)) == (24, 7)
    for interval in (*day, *week):
        assert interval.keys() == {"startInterval", "endInterval", *numbers}
        assert all(isinstance(interval[name], int) for name in numbers)
    assert len(asked("")) == 24
    for wrong in ("period=YEAR", "timezone=Mars", "period=WEEK&timezone="):
        assert client.get(f"/api/v1/stats/{path}?{wrong}").status_code == 400


def test_counts_of_jobs_end_with_those_that_are_listed(rows: Rows, served: Served) -> None:
    for name in ("a", "b"):
        rows.event(rows.job(name), 10)
    rows.parent(rows.job("a"), rows.job("referred"))
    client = served()
    counts = client.get("/api/v1/stats/jobs").json()
    assert counts[-1]["count"] == client.get("/api/v1/jobs").json()["totalCount"] == 3
    assert json.dumps(counts)
