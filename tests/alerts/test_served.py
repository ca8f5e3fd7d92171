"""A server as a process tells what it was asked to tell, and after a restart does not repeat it."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.alerts.subscriptions import secret_bytes
from headwater.alerts.webhooks import signature
from headwater.client import Client
from headwater.questions.alerts import NewSubscription
from tests.alerts.receiver import Receiver
from tests.running.servers import Served


def wait_until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_server_tells_and_does_not_repeat_itself(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_PRIVATE_TARGETS", "true")
    with Served(tmp_path, "--no-pipeline") as server, Client(server.url) as client:
        made = client.alerts.subscribe(NewSubscription(name="me", to=receiver.url))
        client.alerts.test("me")
        wait_until(lambda: client.alerts.list().subscriptions[0].last_delivered_at is not None)
        server.stop()
    [(_, headers, body)] = receiver.got
    assert made.secret is not None
    expected = signature(
        secret_bytes(made.secret), headers["webhook-id"], int(headers["webhook-timestamp"]), body
    )
    assert headers["webhook-signature"] == expected
    with Served(tmp_path, "--no-pipeline") as server, Client(server.url) as client:
        client.alerts.subscribe(NewSubscription(name="other", to=receiver.url))
        client.alerts.test("other")
        wait_until(lambda: len(receiver.got) > 1)
        server.stop()
    assert [b"subscription:me" in body for _, _, body in receiver.got] == [True, False]
