"""Messages to webhooks: what is sent, how it is signed, and where it is not sent."""

import json
import logging
import socket
import threading
import time
from contextlib import suppress

import pytest

from headwater.alerts import webhooks
from headwater.alerts.courier import deliver
from headwater.alerts.happening import Happening
from headwater.alerts.messages import message
from headwater.alerts.subscriptions import Subscription, secret_bytes
from headwater.alerts.webhooks import send, signature
from headwater.errors import UndeliveredError
from tests.alerts.receiver import Receiver

FAILED = Happening(
    kind="failed",
    key=("r1",),
    at=1_735_689_600_000_000,
    subject="job:etl:dag",
    run="r1",
    title="job:etl:dag failed in a<b & c",
    lines=("likeliest cause: another schema",),
)
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # noqa: S105  # an example that is public


def subscription(to: str, **more: object) -> Subscription:
    values = {
        "name": "me",
        "about": "everything",
        "on": ("failed",),
        "to": to,
        "form": "cloudevents",
        "wait_minutes": 5.0,
        "max_age_hours": 24.0,
        "created_at": 1,
        "secret": SECRET,
    }
    return Subscription(**values | more)  # type: ignore[arg-type]  # as above


def test_the_signature_is_that_of_the_reference() -> None:
    """The example that the libraries of Standard Webhooks are tested with."""
    signed = signature(
        secret_bytes(SECRET),
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_webhook_gets_a_signed_cloud_event(receiver: Receiver) -> None:
    deliver("http://page.example/", True)(subscription(receiver.url), FAILED)
    [(path, headers, body)] = receiver.got
    assert path == "/hook?x=1"
    assert headers["host"] == f"localhost:{receiver.server_port}"
    assert headers["content-type"] == "application/cloudevents+json"
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
    expected = signature(
        secret_bytes(SECRET), headers["webhook-id"], int(headers["webhook-timestamp"]), body
    )
    assert headers["webhook-signature"] == expected
    event = json.loads(body)
    assert event == {
        "specversion": "1.0",
        "id": FAILED.id,
        "source": "/headwater",
        "type": "headwater.failed",
        "subject": "job:etl:dag",
        "time": "2025-01-01T00:00:00Z",
        "datacontenttype": "application/json",
        "data": {
            "title": "job:etl:dag failed in a<b & c",
            "lines": ["likeliest cause: another schema"],
            "node": "job:etl:dag",
            "run": "r1",
            "link": "http://page.example/runs/r1/why",
        },
    }
    assert headers["webhook-id"] == event["id"]


def test_slack_and_teams_get_what_they_take() -> None:
    body, media = message(FAILED, "slack")
    assert media == "application/json"
    assert json.loads(body) == {
        "text": "job:etl:dag failed in a&lt;b &amp; c\nlikeliest cause: another schema"
    }
    [attachment] = json.loads(message(FAILED, "teams", "http://p")[0])["attachments"]
    texts = [block["text"] for block in attachment["content"]["body"]]
    assert texts == [FAILED.title, *FAILED.lines, "http://p/runs/r1/why"]


def test_a_target_that_is_the_log_gets_a_line(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "headwater.alerts"):
        deliver("", False)(subscription("log", secret=None), FAILED)
    [line] = caplog.messages
    name, _, event = line.partition(" ")
    assert (name, json.loads(event)["id"]) == ("me", FAILED.id)


@pytest.mark.parametrize("status", [302, 400, 500])
def test_only_success_is_taken_for_an_answer_and_redirects_are_not_followed(
    receiver: Receiver, status: int
) -> None:
    receiver.status = status
    with pytest.raises(UndeliveredError, match=f"it answered {status}"):
        send(receiver.url, b"{}", "a/b", id_="m", secret=b"s", private_targets=True)
    assert len(receiver.got) == 1


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "127.1",
        "0x7f000001",
        "0",
        "[::1]",
        "10.1.2.3",
        "169.254.169.254",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[fec0::1]",
    ],
)
def test_nothing_is_sent_to_private_addresses_unless_a_setting_allows_it(host: str) -> None:
    with pytest.raises(UndeliveredError, match=r"private network.*`private_targets`"):
        send(f"http://{host}:1/", b"{}", "a/b", id_="m", secret=b"s")


def test_an_address_is_looked_up_once_and_connected_to_as_it_was_judged(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def once(host: str, port: int, *_: object, **__: object) -> list[object]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", port))]

    monkeypatch.setattr("headwater.alerts.webhooks.socket.getaddrinfo", once)
    url = receiver.url.replace("localhost", "rebound.example")
    send(url, b"{}", "a/b", id_="m", secret=b"s", private_targets=True)
    assert asked.count("rebound.example") == 1
    [(_, headers, _)] = receiver.got
    assert headers["host"].startswith("rebound.example:")


def test_a_target_that_is_not_there_is_undelivered() -> None:
    with pytest.raises(UndeliveredError, match="it cannot be reached: ConnectError"):
        send("http://127.0.0.1:1/", b"{}", "a/b", id_="m", secret=b"s", private_targets=True)
    with pytest.raises(UndeliveredError, match="no address is known for"):
        send("http://nowhere.invalid/", b"{}", "a/b", id_="m", secret=b"s")


def test_a_target_that_answers_byte_by_byte_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_drip, args=(listener,))
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        with pytest.raises(UndeliveredError, match="it cannot be reached"):
            send(url, b"{}", "a/b", id_="m", secret=b"s", private_targets=True)
        thread.join(10)
        assert not thread.is_alive()


def _drip(listener: socket.socket) -> None:
    """Answers a byte of a header now and then, until nobody listens."""
    target, _ = listener.accept()
    with target, suppress(OSError):
        target.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        while True:
            target.sendall(b"x")
            time.sleep(0.05)
