"""What messages of the log's topic say; no broker is needed for that."""

import json
from typing import Any

import msgspec
import pytest

from headwater.collector import take
from headwater.log import KINDS
from headwater.log.kafka.messages import mark, records_in
from headwater.model.canonical import content_hash

EVENT: dict[str, Any] = {
    "eventTime": "2024-01-01T00:00:00Z",
    "run": {"runId": "r"},
    "job": {"namespace": "n", "name": "j"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_our_own_messages_say_what_they_are(kind: str) -> None:
    own = content_hash(b"{}")
    [record] = records_in("events/3", 17, b"{}", mark(kind, own, 5), 9)
    assert (record.segment, record.offset, record.size, record.received) == ("events/3", 17, 2, 5)
    assert (record.kind, record.digest, record.body) == (kind, own, b"{}")


@pytest.mark.parametrize("marked", [None, b"", b"openlineage", b"other 0 1", b"\xff"])
@pytest.mark.parametrize("name", ["j", "j\\u0000"])
def test_an_event_of_another_producer_gives_the_records_that_it_gives_over_http(
    name: str, marked: bytes | None
) -> None:
    body = json.dumps(EVENT).replace('"j"', f'"{name}"').encode()
    found = records_in("events/0", 4, body, marked, 9)
    expected = [item[:3] for item in take(body).records]
    assert [(record.kind, record.digest, record.body) for record in found] == expected
    assert len(found) == (1 if name == "j" else 2)
    assert {(record.offset, record.received) for record in found} == {(4, 9)}
    assert sum(record.size for record in found) == len(body)


@pytest.mark.parametrize("body", [b"", b"no JSON", b"[]", b'{"eventTime": "2024-01-01T00:00:00Z"}'])
def test_what_is_no_event_is_set_aside_with_its_place_and_the_reason(body: bytes) -> None:
    [record] = records_in("events/2", 8, body, None, 1_700_000_000_000_000)
    edit = msgspec.json.decode(record.body)
    assert (record.kind, edit["edit"], edit["kind"]) == ("edit", "set_aside", "event")
    assert edit["digest"] == content_hash(body)
    assert edit["at"] == "2023-11-14T22:13:20Z"
    assert edit["detail"].startswith("events/2 at 8: ")
