"""Subscriptions over HTTP, which are for admins alone."""

from collections.abc import Callable

import pytest

from headwater.alerts.subscriptions import Subscriptions
from headwater.client import Client
from headwater.errors import NotAllowedError, NotFoundError
from headwater.questions.alerts import NewSubscription
from tests.api.conftest import Scene
from tests.client.conftest import asking

HOOK = "https://hooks.example/services/T0/B0/secret"


def test_subscriptions_are_made_tried_and_removed_over_http(scene: Scene) -> None:
    with scene.client() as served, asking(served) as client:
        assert client.alerts.subscribe(NewSubscription(name="me", to=HOOK)).secret
        client.alerts.test("me")
        assert [one.name for one in client.alerts.list().subscriptions] == ["me"]
        [stored] = Subscriptions(scene.log.parent).read()
        assert stored.tried_at is not None
        client.alerts.unsubscribe("me")
        assert client.alerts.list().subscriptions == ()
        with pytest.raises(NotFoundError, match="there is no subscription 'me'; there are: none"):
            client.alerts.unsubscribe("me")
        wrong = served.post("/api/v1/subscriptions", json={"name": "../x", "to": "log"})
        assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (422, "name")


@pytest.mark.parametrize(
    "ask",
    [
        lambda client: client.alerts.list(),
        lambda client: client.alerts.subscribe(NewSubscription(name="me", to=HOOK)),
        lambda client: client.alerts.unsubscribe("me"),
        lambda client: client.alerts.test("me"),
    ],
)
def test_only_admins_may(scene: Scene, ask: Callable[[Client], object]) -> None:
    write = scene.keys.create("producer", "write")
    with (
        scene.client() as served,
        asking(served, write) as client,
        pytest.raises(NotAllowedError, match="this needs admin"),
    ):
        ask(client)
    assert Subscriptions(scene.log.parent).read() == ()
