import gzip
import io
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import zstandard

from headwater.collector.files import IngestReport, RefusedEvent, ingest, read_events, stored_bytes
from headwater.errors import LogUnwritableError
from headwater.log import LogWriter, Record, head, read

START = "2024-05-01T06:00:00Z"


def event(name: str, **more: object) -> bytes:
    body = {
        "eventType": "START",
        "eventTime": START,
        "run": {"runId": "0191f7c4-3c00-7000-8000-000000000001"},
        "job": {"namespace": "shop", "name": name},
        "producer": "https://example.org/tests",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent",
        **more,
    }
    return json.dumps(body).encode()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def writer(log: Path) -> Iterator[LogWriter]:
    with LogWriter(log) as writer:
        yield writer


def records(log: Path) -> list[Record]:
    return [
        record
        for segment, end in sorted(head(log).items())
        for record in read(log, segment, 0, end)
    ]


def job_names(*paths: str | Path) -> list[str]:
    return [json.loads(item.body)["job"]["name"] for item in read_events(paths)]


def test_a_directory_is_read_in_the_order_of_file_names_and_other_files_are_left(
    tmp_path: Path,
) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "1.json").write_bytes(event("second"))
    (tmp_path / "a.ndjson").write_bytes(event("first"))
    (tmp_path / "c.jsonl").write_bytes(event("third"))
    (tmp_path / "d.ndjson.gz").write_bytes(gzip.compress(event("fourth")))
    (tmp_path / "readme.txt").write_bytes(b"no event")
    (tmp_path / "empty.json").mkdir()
    assert job_names(tmp_path) == ["first", "second", "third", "fourth"]


def test_a_file_named_outright_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    file = tmp_path / "events.log"
    file.write_bytes(event("a"))
    assert job_names(str(file)) == ["a"]


def test_compression_is_told_by_the_first_bytes_not_by_the_name(tmp_path: Path) -> None:
    plain, zipped, frames = (tmp_path / name for name in ("a.json.gz", "b.json", "c.json"))
    plain.write_bytes(event("plain"))
    zipped.write_bytes(gzip.compress(event("zipped")) + gzip.compress(event("member")))
    compressor = zstandard.ZstdCompressor()
    frames.write_bytes(compressor.compress(event("frame")) + compressor.compress(event("next")))
    assert job_names(plain, zipped, frames) == ["plain", "zipped", "member", "frame", "next"]


def test_standard_input_is_read_and_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO(event("a") + b"\n" + event("b"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
    assert job_names("-") == ["a", "b"]
    assert not raw.closed
    assert stored_bytes(["-"]) == 0


def test_items_carry_file_line_and_how_far_reading_came(tmp_path: Path) -> None:
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    first.write_bytes(event("a") + b"\n\n" + event("b"))
    second.write_bytes(gzip.compress(event("c")))
    items = list(read_events([first, second]))
    assert [(item.file, item.line) for item in items] == [
        (str(first), 1),
        (str(first), 3),
        (str(second), 1),
    ]
    assert items[0].done == first.stat().st_size
    assert items[-1].done == stored_bytes([tmp_path])


def test_every_event_is_in_the_log_as_it_was_written(
    tmp_path: Path, log: Path, writer: LogWriter
) -> None:
    file = tmp_path / "events.ndjson"
    bodies = [event(f"job_{number}") for number in range(2500)]
    file.write_bytes(b"\n".join(bodies))
    report = ingest([file], writer)
    assert report == IngestReport(
        accepted=2500, refused=[], findings=0, bytes=sum(map(len, bodies))
    )
    assert [record.body for record in records(log)] == bodies
    assert {record.kind for record in records(log)} == {"openlineage"}


def test_bad_events_are_reported_with_file_and_line_and_the_rest_is_taken(
    tmp_path: Path, log: Path, writer: LogWriter
) -> None:
    file = tmp_path / "events.ndjson"
    lines = [event("a"), b"hello", b'{"eventTime":"2024-05-01T06:00:00Z"}', b"{", event("b"), b"7"]
    file.write_bytes(b"\n".join(lines))
    report = ingest([tmp_path / "absent.json", file], writer)
    assert report.accepted == 2
    assert [(Path(refusal.file).name, refusal.line) for refusal in report.refused] == [
        ("absent.json", 0),
        ("events.ndjson", 2),
        ("events.ndjson", 3),
        ("events.ndjson", 4),
        ("events.ndjson", 6),
    ]
    reasons = [refusal.reason for refusal in report.refused]
    assert "No such file" in reasons[0]
    assert "neither `run`, `job` nor `dataset`" in reasons[2]
    assert len(records(log)) == 2


def test_a_damaged_gzip_file_gives_what_can_be_read_and_says_where_it_ends(
    tmp_path: Path, writer: LogWriter
) -> None:
    file = tmp_path / "events.ndjson.gz"
    lines = b"".join(event(f"job_{number}") + b"\n" for number in range(3))
    whole = gzip.compress(lines)
    file.write_bytes(whole[:-4])
    report = ingest([file], writer)
    assert report.accepted == 3
    assert [(refusal.line, refusal.reason[:40]) for refusal in report.refused] == [
        (4, "the compressed file is damaged or cut of")
    ]
    file.write_bytes(b"\x1f\x8b" + b"nonsense")
    assert ingest([file], writer).accepted == 0


def test_what_is_no_utf8_is_refused(tmp_path: Path, writer: LogWriter) -> None:
    file = tmp_path / "events.ndjson"
    file.write_bytes(event("a").replace(b'"a"', b'"\xff"') + b"\n" + event("b"))
    report = ingest([file], writer)
    assert (report.accepted, [refusal.line for refusal in report.refused]) == (1, [1])


def test_events_over_many_lines_become_one_line_in_the_log(
    tmp_path: Path, log: Path, writer: LogWriter
) -> None:
    file = tmp_path / "event.json"
    file.write_text(json.dumps(json.loads(event("a")), indent=2))
    assert ingest([file], writer).accepted == 1
    (record,) = records(log)
    assert json.loads(record.body) == json.loads(event("a"))


def test_a_repaired_event_is_followed_by_a_note_of_the_repair(
    tmp_path: Path, log: Path, writer: LogWriter
) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(event("a", note="half \\ud800").replace(b"\\\\", b"\\"))
    report = ingest([file], writer)
    assert (report.accepted, report.findings) == (1, 1)
    repaired, note = records(log)
    assert json.loads(repaired.body)["note"] == "half \ufffd"
    assert (repaired.kind, note.kind) == ("openlineage", "edit")
    assert note.received == repaired.received
    body = json.loads(note.body)
    assert body.pop("at") == json.loads(repaired.body)["eventTime"]
    assert {key: body[key] for key in ("edit", "kind", "digest", "code")} == {
        "edit": "finding",
        "kind": "event",
        "digest": repaired.digest,
        "code": "lone_surrogate",
    }


def test_a_repaired_event_that_comes_again_has_the_same_note(
    tmp_path: Path, log: Path, writer: LogWriter
) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(event("a", note="half \\ud800").replace(b"\\\\", b"\\"))
    for _ in range(2):
        ingest([file], writer)
    first, note, again, same = records(log)
    assert (first.digest, note.digest) == (again.digest, same.digest)
    assert note.body == same.body


def test_findings_are_counted_and_refused_only_in_strict_mode(
    tmp_path: Path, log: Path, writer: LogWriter
) -> None:
    file = tmp_path / "events.ndjson"
    file.write_bytes(event("a", eventTime="2024-05-01T06:00:00") + b"\n" + event("b"))
    report = ingest([file], writer)
    assert (report.accepted, report.findings, report.refused) == (2, 1, [])
    strict = ingest([file], writer, strict=True)
    assert (strict.accepted, strict.findings) == (1, 0)
    assert strict.refused[0].line == 1
    assert "strict" in strict.refused[0].reason
    assert len(records(log)) == 3


def test_an_event_of_the_far_future_is_refused_only_in_strict_mode(
    tmp_path: Path, log: Path, writer: LogWriter
) -> None:
    file = tmp_path / "event.json"
    tomorrow = datetime.now(UTC) + timedelta(hours=23)
    file.write_bytes(event("a", eventTime=tomorrow.isoformat()))
    assert ingest([file], writer, strict=True).accepted == 1
    file.write_bytes(event("a", eventTime="2999-05-01T06:00:00Z"))
    strict = ingest([file], writer, strict=True)
    assert "future_time: more than 24 hours ahead" in strict.refused[0].reason
    assert ingest([file], writer).accepted == 1
    assert len(records(log)) == 2


def test_an_event_above_the_size_limit_is_refused(tmp_path: Path, writer: LogWriter) -> None:
    file = tmp_path / "events.ndjson"
    file.write_bytes(event("a" * 500) + b"\n" + event("b"))
    report = ingest([file], writer, max_event_bytes=500)
    assert report.accepted == 1
    assert report.refused == [
        RefusedEvent(str(file), 1, "the event is larger than 500 bytes; raise the limit to take it")
    ]


def test_progress_ends_with_everything_done(tmp_path: Path, writer: LogWriter) -> None:
    file = tmp_path / "events.ndjson"
    file.write_bytes(b"\n".join(event("a") for _ in range(1500)))
    steps: list[tuple[int, int, int]] = []
    ingest([file], writer, progress=lambda *step: steps.append(step))
    size = file.stat().st_size
    assert steps == [(size, size, 1000), (size, size, 1500)]


def test_a_log_that_cannot_be_written_to_is_an_error(tmp_path: Path, log: Path) -> None:
    file = tmp_path / "events.ndjson"
    file.write_bytes(event("a"))
    writer = LogWriter(log)
    writer.close()
    with pytest.raises(LogUnwritableError):
        ingest([file], writer)
