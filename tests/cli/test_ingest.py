import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from headwater.log import head, read

Invoke = Callable[..., Result]
NEXT = (
    "next: `headwater build`, unless `headwater pipeline` runs;"
    " then `headwater search TEXT` for names"
)


def event(run: int, **more: Any) -> dict[str, Any]:
    return {
        "eventType": "COMPLETE",
        "eventTime": "2025-01-01T00:00:00Z",
        "run": {"runId": f"00000000-0000-0000-0000-{run:012}"},
        "job": {"namespace": "ns", "name": "job"},
        **more,
    }


def logged(data: Path) -> list[dict[str, Any]]:
    log = data / "log"
    return [
        json.loads(record.body)
        for segment, end in head(log).items()
        for record in read(log, segment, 0, end)
    ]


def test_files_directories_and_standard_input_are_taken(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "events").mkdir()
    (tmp_path / "events" / "a.ndjson").write_text(f"{json.dumps(event(1))}\n")
    (tmp_path / "events" / "b.json.gz").write_bytes(gzip.compress(json.dumps([event(2)]).encode()))
    result = invoke("ingest", "events", "-", input=json.dumps(event(3)))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"3 events taken\n{NEXT}\n"
    assert logged(tmp_path / "data") == [event(1), event(2), event(3)]


def test_in_a_terminal_there_is_a_bar_on_standard_error(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    (tmp_path / "a.json").write_text(json.dumps(event(1)))
    result = invoke("ingest", "a.json")
    assert result.stdout == f"1 event taken\n{NEXT}\n"
    assert "events" in result.stderr


def test_bad_lines_are_told_with_file_and_line_and_the_rest_is_taken(
    invoke: Invoke, tmp_path: Path
) -> None:
    lines = [
        json.dumps(event(1)),
        "{broken",
        json.dumps({"eventTime": "now"}),
        json.dumps(event(2)),
    ]
    (tmp_path / "a.ndjson").write_text("\n".join(lines))
    result = invoke("ingest", "a.ndjson")
    assert result.exit_code == 1
    assert result.stdout == f"2 events taken, 2 refused\n{NEXT}\n"
    assert [line.partition(": ")[0] for line in result.stderr.splitlines()] == [
        "a.ndjson:2",
        "a.ndjson:3",
    ]
    assert logged(tmp_path / "data") == [event(1), event(2)]
    report = json.loads(invoke("ingest", "a.ndjson", "--json").stdout)
    assert (report["accepted"], [r["line"] for r in report["refused"]]) == (2, [2, 3])


def test_strict_refuses_what_is_odd(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(event(1, eventType="DONE")))
    taken = invoke("ingest", "a.json").stdout
    assert taken == f"1 event taken, 1 finding\n{NEXT}, `headwater findings` for what was odd\n"
    strict = invoke("ingest", "a.json", "--strict")
    assert (strict.exit_code, strict.stdout) == (1, "0 events taken, 1 refused\n")
    assert "unknown_event_type" in strict.stderr


def test_a_path_is_needed_and_a_file_that_is_missing_is_told(invoke: Invoke) -> None:
    assert invoke("ingest").exit_code == 2
    missing = invoke("ingest", "nowhere.json")
    assert missing.exit_code == 1
    assert missing.stderr.startswith("nowhere.json: cannot be read")


def test_a_server_that_is_not_there_is_one_line(invoke: Invoke, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(event(1)))
    result = invoke("ingest", "a.json", "--url", "ftp://nowhere")
    assert result.exit_code == 2
    assert "expected one like http://" in result.stderr
