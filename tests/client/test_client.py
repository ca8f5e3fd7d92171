from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest

from headwater.answers.service import Lag
from headwater.api.http.site import Limits
from headwater.client import Client
from headwater.errors import (
    BadRequestError,
    HeadwaterError,
    NotAllowedError,
    NotFoundError,
    ServerError,
    ServerUnreachableError,
    SettingError,
    UnprocessableError,
)
from headwater.questions.graph import Expansion
from headwater.questions.pages import Page
from headwater.store import Snapshot
from headwater.wire.positions import HEADER
from tests.api.conftest import Scene
from tests.api.posting import event, logged
from tests.client.conftest import JANUARY, asking
from tests.query.rows import uuid
from tests.questions import columns, columns_at, identity, lineage, run_lineage, runs, search

ORDERS = "dataset:lake:orders"
EXPAND = Expansion(("job:etl:clean",), (ORDERS,))
LATER = JANUARY + 1_000_000_000


@pytest.mark.parametrize(
    ("asked", "stored"),
    [
        (
            lambda c: c.lineage(ORDERS, at=LATER, direction="upstream", control=True),
            lambda s: lineage(s, ORDERS, at=LATER, direction="upstream", control=True),
        ),
        (
            lambda c: c.lineage(ORDERS, at=LATER, scope="component", columns=True),
            lambda s: lineage(s, ORDERS, at=LATER, scope="component", columns=True),
        ),
        (
            lambda c: c.lineage(ORDERS, at=LATER, direction="flows", depth=0, expand=EXPAND),
            lambda s: lineage(s, ORDERS, at=LATER, direction="flows", depth=0, expand=EXPAND),
        ),
        (
            lambda c: c.columns(ORDERS, at=LATER, depth=3, direction="both"),
            lambda s: columns(s, ORDERS, at=LATER, depth=3, direction="both"),
        ),
        (
            lambda c: c.columns_at(ORDERS, at=LATER, depth=1),
            lambda s: columns_at(s, ORDERS, at=LATER, depth=1),
        ),
        (
            lambda c: c.run_lineage(f"run:{uuid(1)}", max_nodes=2),
            lambda s: run_lineage(s, f"run:{uuid(1)}", max_nodes=2),
        ),
        (
            lambda c: c.identity(f"run:{uuid(1).upper()}"),
            lambda s: identity(s, f"run:{uuid(1)}"),
        ),
        (
            lambda c: c.runs(ORDERS, state="COMPLETED"),
            lambda s: runs(s, ORDERS, state="COMPLETED"),
        ),
        (lambda c: c.runs(page=Page(offset=1)), lambda s: runs(s, page=Page(offset=1))),
        (
            lambda c: c.search("o", kind="job", sort="updated", before=LATER, page=Page(limit=1)),
            lambda s: search(
                s, "o", filter="JOB", sort="UPDATE_AT", before=LATER, page=Page(limit=1)
            ),
        ),
    ],
)
def test_a_server_gives_the_same_values_as_its_store(
    scene: Scene,
    client: Client,
    asked: Callable[[Client], Any],
    stored: Callable[[Snapshot], Any],
) -> None:
    with scene.store.snapshot() as snapshot:
        assert asked(client) == stored(snapshot)


def test_times_are_given_as_text_datetime_or_instants(client: Client) -> None:
    moments = ("2025-01-01T00:10:00Z", datetime(2025, 1, 1, 0, 10, tzinfo=UTC), JANUARY + 6 * 10**8)
    first, *others = (client.lineage(ORDERS, at=moment) for moment in moments)
    assert first.edges
    assert others == [first, first]
    with pytest.raises(BadRequestError, match="zone"):
        client.lineage(ORDERS, at=datetime(2025, 1, 1))  # noqa: DTZ001  # that is what is refused


def test_a_question_sees_what_was_sent_before_it(scene: Scene, client: Client) -> None:
    scene.pipeline.paused = True
    position = client.send(event())
    assert position
    assert client.position == position
    scene.site.limits = Limits(wait_seconds=0.2)
    with pytest.raises(ServerError, match="not applied"):
        client.status()
    scene.pipeline.paused = False
    scene.site.limits = Limits(wait_seconds=5.0)
    assert client.status().lag == Lag()
    assert client.position is None, "it is known to be applied, so nothing is left to wait for"


def test_many_writes_are_waited_for_together_and_by_others(scene: Scene, client: Client) -> None:
    headers: list[str] = []
    client._server._http.event_hooks = {
        "request": [lambda request: headers.append(request.headers.get(HEADER, ""))]
    }
    first, second = client.send(event("a")), client.send(event("b"))
    client.status()
    assert headers[-1] == second, "the later write of one log covers the earlier"
    client.wait(first, second)
    assert headers[-1] == f"{first},{second}"


def test_of_many_events_what_was_refused_is_told_by_its_place(
    scene: Scene, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.client.events._BATCH_EVENTS", 2)
    sent = client.send_many([event("a"), {}, event("b"), event("c"), {"job": 1}])
    assert (sent.taken, [failed.index for failed in sent.failed]) == (3, [1, 4])
    assert len(logged(scene)) == 3
    assert sent.position
    assert client.send_many([]).taken == 0
    with pytest.raises(BadRequestError, match="no JSON object"):
        client.send_many(["[1, 2]"])


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda c: c.lineage("dataset:lake:order"), NotFoundError, "did you mean"),
        (lambda c: c.lineage("orders"), BadRequestError, "job:NAMESPACE:NAME"),
        (lambda c: c.lineage(ORDERS, depth=-1), BadRequestError, "depth"),
        (lambda c: c.lineage(f"job:ns:{'n' * 100_000}"), BadRequestError, "too long"),
        (lambda c: c.send({"job": {}}), UnprocessableError, "job.name"),
        (lambda c: c.send("{"), BadRequestError, "no JSON object"),
        (lambda c: c.send({"a": "x" * (2 << 20)}), ServerError, "larger"),
    ],
)
def test_errors_are_exceptions_with_the_server_s_words(
    client: Client, ask: Callable[[Client], Any], error: type[HeadwaterError], message: str
) -> None:
    with pytest.raises(error, match=message):
        ask(client)


def test_faults_of_an_event_have_their_paths(client: Client) -> None:
    with pytest.raises(UnprocessableError) as caught:
        client.send({"run": {"runId": ""}, "job": {"name": 7}})
    assert [fault.path for fault in caught.value.faults][:2] == ["run.runId", "job.namespace"]


def test_a_key_is_sent_and_what_it_does_not_allow_is_told(scene: Scene) -> None:
    read = scene.keys.create("dashboard", "read")
    with scene.client() as served:
        with pytest.raises(NotAllowedError, match="a key is needed"):
            asking(served).status()
        assert asking(served, read).status().log_bytes == 0
        with pytest.raises(NotAllowedError, match="needs write"):
            asking(served, read).send(event())


def answering(*statuses: int) -> tuple[httpx2.MockTransport, list[str]]:
    """A server that answers with these, one after the other; 0 is none at all."""
    left, asked = list(statuses), []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.method)
        status = left.pop(0)
        if not status:
            raise httpx2.ConnectError("Connection refused")
        return httpx2.Response(status, json={"code": status, "message": "said"})

    return httpx2.MockTransport(answer), asked


def test_a_server_that_is_away_or_busy_is_tried_again() -> None:
    transport, asked = answering(0, 503, 502, 201)
    with Client("http://h", pauses=(0, 0, 0), transport=transport) as client:
        client.send(event())
    assert asked == ["POST"] * 4
    transport, asked = answering(0, 0)
    with pytest.raises(ServerUnreachableError, match=r"http://h .*Connection refused"):
        Client("http://h", pauses=(0,), transport=transport).status()
    transport, asked = answering(500, 500)
    with pytest.raises(ServerError, match="said"):
        Client("http://h", pauses=(0,), transport=transport).status()
    assert asked == ["GET"], "a fault of the server is no reason to ask again"


def test_a_retraction_that_is_not_applied_yet_is_told() -> None:
    pending = {"message": "durable, not applied", "position": ""}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(202, json=pending))
    with pytest.raises(ServerError, match="durable, not applied"):
        Client("http://h", transport=transport).retract("0" * 32)


def test_an_answer_that_is_not_ours_is_told() -> None:
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, text="<html>"))
    with pytest.raises(ServerError, match="no Headwater server"):
        Client("http://h", transport=transport).status()


def test_a_url_that_is_none_is_refused_at_once() -> None:
    with pytest.raises(SettingError, match="localhost:5000"):
        Client("localhost:5000")


def test_a_server_may_lie_below_a_path() -> None:
    asked: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.url.path)
        return httpx2.Response(201)

    Client("http://h/lineage/", transport=httpx2.MockTransport(answer)).send(event())
    assert asked == ["/lineage/api/v1/lineage"]


@pytest.mark.parametrize("status", [200, 503])
def test_an_answer_that_is_no_text_is_an_error_in_words(status: int) -> None:
    transport = httpx2.MockTransport(lambda _: httpx2.Response(status, content=b'{"\xe4("'))
    client = Client("http://elsewhere:5000", pauses=(), transport=transport)
    with client, pytest.raises(ServerError):
        client.status()
