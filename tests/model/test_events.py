import json
from typing import Any

import pytest

from headwater.errors import RefusedEventError
from headwater.model.events import accept

EVENT: dict[str, Any] = {
    "eventTime": "2024-01-31T10:00:00Z",
    "eventType": "START",
    "run": {"runId": "0196f4b1-7c2e-7000-8000-000000000001"},
    "job": {"namespace": "etl", "name": "load"},
}


def body(**changes: Any) -> bytes:
    return json.dumps({**EVENT, **changes}).encode()


def test_an_event_is_kept_verbatim_on_one_line() -> None:
    pretty = json.dumps(EVENT, indent=2).encode()
    accepted = accept(pretty)
    assert accepted.body == pretty.replace(b"\n", b" ")
    assert accepted.repairs == ()


def test_the_digest_depends_on_content_not_on_spelling() -> None:
    swapped = dict(reversed(EVENT.items()))
    assert accept(json.dumps(swapped, indent=4).encode()).digest == accept(body()).digest
    assert accept(body(producer="x")).digest != accept(body()).digest


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"[1]", "expected a JSON object, found an array"),
        (b"{", "not JSON"),
        (b"\xff\xfe{}", "not JSON"),
        (b'{"a": NaN}', "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"{}", "neither `run`, `job` nor `dataset`"),
        (body(eventTime=None), "eventTime: expected an RFC 3339 time, found nothing"),
        (body(eventTime=17), "eventTime: expected an RFC 3339 time, found a number"),
        (body(eventTime="soon"), "'soon' is no time"),
        (body(eventTime="9999-12-31T23:59:60Z"), "is no time"),
        (body(eventTime="0001-01-01T00:00:00+10:00"), "is no time"),
        (body(run={}), "run.runId: expected a text that is not empty, found nothing"),
        (body(run={"runId": ""}), "found an empty text"),
        (body(job=None), "job: expected an object, found nothing"),
        (body(job={"namespace": "a"}), "job.name"),
        (body(run=None, job=None, dataset={"name": "x"}), "dataset.namespace"),
    ],
)
def test_what_cannot_be_placed_is_refused_with_the_reason(sent: bytes, reason: str) -> None:
    with pytest.raises(RefusedEventError) as refused:
        accept(sent)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("sent", "code", "kept"),
    [
        (b'"a":1,"a":2', "duplicate_key", b'"a":2'),
        (b'"a" : 1,"a":2', "duplicate_key", b'"a":2'),
        (b'"a"\t\n :1,"a" :2', "duplicate_key", b'"a":2'),
        (rb'"b":"\u0022:","a":1,"a":2', "duplicate_key", b'"a":2'),
        (rb'"b":"\u003a","a":1,"a":2', "duplicate_key", b'"a":2'),
        (rb'"b":"\":","a":1,"\u0061":2', "duplicate_key", b'"a":2'),
        (rb'"a":"x\u0000y"', "nul_character", '"a":"x\ufffdy"'.encode()),
        (rb'"a":"\ud800"', "lone_surrogate", '"a":"\ufffd"'.encode()),
        (b'"a":1e400', "number_out_of_range", b'"a":"1e400"'),
        (b'"a":' + b"9" * 5000, "number_out_of_range", b'"a":"999'),
    ],
)
def test_what_a_json_store_cannot_hold_is_repaired_and_noted(
    sent: bytes, code: str, kept: bytes
) -> None:
    accepted = accept(body()[:-1] + b"," + sent + b"}")
    assert [finding.code for finding in accepted.repairs] == [code]
    assert kept in accepted.body
    assert accept(accepted.body) == (accepted.body, accepted.digest, ())


def test_a_byte_order_mark_is_left_out() -> None:
    accepted = accept(b"\xef\xbb\xbf" + body())
    assert accepted.digest == accept(body()).digest
    assert [finding.code for finding in accepted.repairs] == ["byte_order_mark"]


def test_large_integers_that_json_readers_hold_stay_numbers() -> None:
    sent = body(big=123456789012345678901234567890)
    assert accept(sent).body == sent


@pytest.mark.parametrize(
    "odd", [b'"a" : ":"', rb'"a":"\u0022:"', rb'"a":"\u003a"', rb'"a":"\\u0000"', rb'"a":"\": \":"']
)
def test_spaces_and_escapes_alone_are_no_repair(odd: bytes) -> None:
    sent = body()[:-1] + b"," + odd + b"}"
    assert (accept(sent).body, accept(sent).repairs) == (sent, ())
