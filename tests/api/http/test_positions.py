"""Positions in the log: questions wait for the writes that they name."""

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from headwater.errors import StoreError
from headwater.wire.positions import HEADER, positions_in
from tests.api.conftest import QUICK, Scene
from tests.api.posting import event, logged

Served = Callable[[], TestClient]


def test_a_batch_of_which_nothing_is_taken_is_as_far_as_the_log_is(
    scene: Scene, served: Served
) -> None:
    client = served()
    before = client.post("/api/v1/lineage", json=event()).headers[HEADER]
    for content in (b"[]", b"", b"[1]"):
        answer = client.post("/api/v1/lineage/batch", content=content)
        assert positions_in([answer.headers[HEADER]]) == positions_in([before])
    assert len(logged(scene)) == 1


def test_a_question_waits_for_the_writes_it_names(scene: Scene, served: Served) -> None:
    client = served()
    position = client.post("/api/v1/lineage", json=event()).headers[HEADER]
    answer = client.get("/api/v1/status", headers={HEADER: position})
    assert answer.status_code == 200
    assert answer.json()["lag"]["bytes"] == 0
    scene.pipeline.paused = True
    later = client.post("/api/v1/lineage", json=event("later")).headers[HEADER]
    object.__setattr__(scene.site, "limits", QUICK.__class__(wait_seconds=0.2))
    waited = client.get(f"/api/v1/status?position={later}")
    assert waited.status_code == 504
    assert "behind" in waited.json()["message"]
    assert client.get("/api/v1/status", headers={HEADER: "?!"}).status_code == 400


def test_what_is_not_found_while_events_wait_may_still_come(scene: Scene, served: Served) -> None:
    client = served()
    asked = "/api/v1/lineage?nodeId=job:ns:nobody"
    assert "wait to be applied" not in client.get(asked).json()["message"]
    scene.pipeline.paused = True
    client.post("/api/v1/lineage", json=event())
    answer = client.get(asked)
    assert answer.status_code == 404
    assert "events wait to be applied: if they are about it, ask again" in answer.json()["message"]


@pytest.mark.parametrize("fails", ["until", "ask"])
def test_what_is_written_is_no_error_if_it_cannot_be_shown(
    scene: Scene, served: Served, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    client = served()
    ask, asked = scene.site.ask, []

    async def failing(*given: Any) -> Any:
        asked.append(given)
        if fails == "ask" and len(asked) == 1:  # what to write has to be found out
            return await ask(*given)
        raise StoreError("the store is gone")

    monkeypatch.setattr(scene.site, fails, failing)
    answer = client.put("/api/v1/tags/pii", json={"description": "personal"})
    assert answer.status_code == 202
    assert answer.json()["position"] == answer.headers[HEADER]
    assert len(logged(scene)) == 1
