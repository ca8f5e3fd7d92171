"""Answers that a client has already are not sent again, and mostly not even made again."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from headwater.api.http import entity_tags
from headwater.api.http.entity_tags import EntityTags, is_among
from headwater.api.http.gate import Gate
from headwater.api.http.operations import RequestContext, Text, get
from headwater.api.server import application
from tests.api.conftest import Scene
from tests.query.rows import Rows

Served = Callable[[], TestClient]
JOB = "/api/v1/namespaces/etl/jobs/load"


@pytest.fixture
def client(rows: Rows, served: Served) -> TestClient:
    rows.job("load", namespace="etl")
    return served()


def tag_of(client: TestClient, path: str) -> str:
    tag: str = client.get(path).headers["etag"]
    return tag


def test_an_unchanged_answer_is_not_sent_again(client: TestClient) -> None:
    tag = tag_of(client, JOB)
    again = client.get(JOB, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert again.headers["cache-control"] == "private, no-cache"


def test_a_changed_answer_is_sent(client: TestClient) -> None:
    tag = tag_of(client, JOB)
    client.post(f"{JOB}/tags/gold")
    changed = client.get(JOB, headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.json()["tags"] == ["gold"]
    assert changed.headers["etag"] != tag


def test_a_change_elsewhere_leaves_the_answer_as_it_was(client: TestClient) -> None:
    tag = tag_of(client, JOB)
    client.put("/api/v1/tags/unrelated", json={"description": "of nothing here"})
    assert client.get(JOB, headers={"If-None-Match": tag}).status_code == 304


def test_each_form_of_an_answer_has_its_own_tag(client: TestClient) -> None:
    lineage = "/api/v1/lineage?nodeId=job:etl:load"
    plain = client.get(lineage, headers={"Accept": "application/vnd.headwater+json"})
    assert plain.headers["etag"] != tag_of(client, lineage)
    assert plain.headers["vary"] == "accept, accept-encoding"


made: list[str] = []


@get("/of-store", tag="Tests", summary="An answer of the store alone")
def of_store(context: RequestContext) -> Text:
    made.append("of-store")
    return Text("text/plain", "always the same")


@get("/of-log", tag="Tests", summary="An answer that depends on the log")
def of_log(context: RequestContext) -> Text:
    made.append("of-log")
    return Text("text/plain", str(context.beyond.log))


@pytest.mark.parametrize(("path", "times"), [("of-store", 1), ("of-log", 2)])
def test_an_answer_of_the_store_alone_is_not_made_again_while_the_store_is_the_same(
    scene: Scene, path: str, times: int
) -> None:
    made.clear()
    app = application(scene.site, Gate(scene.keys), [of_store, of_log])
    with TestClient(app, "http://localhost") as client:
        tag = tag_of(client, f"/api/v1/{path}")
        again = client.get(f"/api/v1/{path}", headers={"If-None-Match": tag})
    assert again.status_code == 304
    assert made == [path] * times


def test_a_tag_counts_for_a_few_seconds_as_the_clock_moves_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tags = EntityTags()
    tags.keep("question", "state", 'W/"1"')
    assert tags.current("question", "state") == 'W/"1"'
    assert tags.current("question", "other state") is None
    assert tags.current("other question", "state") is None
    monkeypatch.setattr(entity_tags, "CLOCK_SECONDS", 0.0)
    assert tags.current("question", "state") is None


def test_only_the_last_tags_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entity_tags, "MOST_TAGS", 2)
    tags = EntityTags()
    for question in ("first", "second", "first", "third"):
        tags.keep(question, "state", question)
    assert [tags.current(question, "state") for question in ("first", "second", "third")] == [
        "first",
        None,
        "third",
    ]


@pytest.mark.parametrize("given", ['W/"a"', '"a"', '"b", W/"a"', "*"])
def test_tags_are_compared_weakly(given: str) -> None:
    assert is_among('W/"a"', given)
    assert not is_among('W/"a"', '"b"')
    assert not is_among('W/"a"', "")
