import json
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bench.generate import Options, generate, main
from headwater.model.events import accept
from headwater.model.extract import Extractor
from headwater.model.facts import Rules

Event = dict[str, Any]

PLAIN = Options(
    events=4_000,
    jobs=150,
    layers=4,
    streaming=0,
    unknown_io=0,
    failures=0,
    open_runs=0,
    io_changes=0,
    code_changes=0,
    dataset_events=0,
    late=0,
    out_of_order=0,
    duplicates=0,
    aliases=0,
)


def events_of(options: Options) -> list[Event]:
    return [json.loads(line) for line in generate(options)]


def share(options: Options, kind: str) -> float:
    """The share of events of that type."""
    kinds = Counter(event.get("eventType", "none") for event in events_of(options))
    return kinds[kind] / kinds.total()


def test_the_same_options_give_the_same_bytes_and_another_seed_others() -> None:
    options = Options(events=3_000, jobs=100)
    assert list(generate(options)) == list(generate(options))
    assert list(generate(options)) != list(generate(replace(options, seed=1)))


@pytest.mark.parametrize("count", [1, 17, 5_000])
def test_there_are_as_many_events_as_asked_for(count: int) -> None:
    assert sum(1 for _ in generate(Options(events=count, jobs=50))) == count


def test_more_events_begin_with_the_same_ones() -> None:
    few = list(generate(Options(events=500, jobs=50)))
    assert list(generate(Options(events=900, jobs=50)))[:500] == few


def test_events_are_one_line_accepted_without_findings_and_of_a_usual_size() -> None:
    lines = list(generate(Options(events=5_000)))
    extractor = Extractor(Rules())
    for line in lines:
        accepted = accept(line)
        assert accepted.body == line
        assert not accepted.repairs
        assert not extractor.event(accepted.body).findings
    assert 2_400 < sum(map(len, lines)) / len(lines) < 3_200


def test_runs_start_and_end_and_read_from_layers_below() -> None:
    events = events_of(PLAIN)
    kinds = Counter(event["eventType"] for event in events)
    assert set(kinds) == {"START", "COMPLETE"}
    assert abs(kinds["START"] - kinds["COMPLETE"]) < 100
    for event in events:
        layer = int(event["job"]["name"].split(".")[0].removeprefix("layer_"))
        for table in event["inputs"]:
            assert "source_" in table["name"] or _layer(table) < layer
        assert all(_layer(table) == layer for table in event["outputs"])


def _layer(table: Event) -> int:
    return int(table["name"].split("/")[1].removeprefix("layer_"))


def test_jobs_layers_and_namespaces_are_as_many_as_asked_for() -> None:
    jobs = [event["job"] for event in events_of(PLAIN)]
    assert len({job["name"] for job in jobs}) == 150
    assert len({job["name"].split(".")[0] for job in jobs}) == 4
    assert len({job["namespace"] for job in jobs}) == 5


@pytest.mark.parametrize(
    ("options", "kind", "expected"),
    [
        (replace(PLAIN, failures=0.2), "FAIL", 0.1),
        (replace(PLAIN, dataset_events=0.2), "none", 0.2 / 2.2),
        (replace(PLAIN, running=3), "RUNNING", 0.6),
    ],
)
def test_shares_of_event_types(options: Options, kind: str, expected: float) -> None:
    assert share(options, kind) == pytest.approx(expected, rel=0.15)


def test_open_runs_have_no_end() -> None:
    ends: dict[str, int] = {}
    for event in events_of(replace(PLAIN, open_runs=0.3)):
        run = event["run"]["runId"]
        ends[run] = ends.get(run, 0) + (event["eventType"] != "START")
    assert list(ends.values()).count(0) / len(ends) == pytest.approx(0.3, rel=0.15)


@pytest.mark.parametrize(
    ("options", "facet"),
    [
        (replace(PLAIN, code_versions=0.5), "sourceCodeLocation"),
        (replace(PLAIN, column_lineage=0.5), "columnLineage"),
    ],
)
def test_shares_of_jobs_with_a_facet(options: Options, facet: str) -> None:
    jobs: dict[str, bool] = {}
    for event in events_of(options):
        if event["eventType"] == "COMPLETE":
            facets = [event["job"]["facets"], *(table["facets"] for table in event["outputs"])]
            jobs[event["job"]["name"]] = any(facet in found for found in facets)
    assert sum(jobs.values()) / len(jobs) == pytest.approx(0.5, abs=0.12)


def _changes(options: Options, *of: str) -> float:
    """How often, per run, what a job says there differs from what it said the run before."""
    last: dict[str, str] = {}
    changed = runs = 0
    for event in events_of(options):
        if event["eventType"] == "COMPLETE":
            job = event["job"]["name"]
            names = json.dumps([_names(event, key) for key in of])
            changed += last.get(job, names) != names
            runs += job in last
            last[job] = names
    return changed / runs


def _names(event: Event, key: str) -> object:
    if key == "code":
        return event["job"]["facets"].get("sourceCodeLocation", {}).get("version")
    return sorted(table["name"] for table in event[key])


def test_inputs_outputs_and_code_change_as_often_as_asked_for() -> None:
    assert _changes(PLAIN, "inputs", "outputs", "code") == 0
    # An input that is added may be there already, so some changes change nothing.
    assert 0.12 < _changes(replace(PLAIN, io_changes=0.2), "inputs", "outputs") < 0.22
    changes = _changes(replace(PLAIN, code_changes=0.2, code_versions=1.0), "code")
    assert changes == pytest.approx(0.2, rel=0.15)


def test_forgetful_jobs_tell_no_inputs_and_outputs_now_and_then() -> None:
    events = events_of(replace(PLAIN, unknown_io=1.0))
    silent = [e for e in events if e["eventType"] == "COMPLETE" and not e["outputs"]]
    assert len(silent) / (len(events) / 2) == pytest.approx(0.3, rel=0.15)


def test_streams_have_one_run_that_never_ends() -> None:
    events = events_of(replace(PLAIN, streaming=1.0))
    assert {event["job"]["facets"]["jobType"]["processingType"] for event in events} == {
        "STREAMING"
    }
    assert Counter(event["eventType"] for event in events) == {"START": 150, "RUNNING": 3_850}
    assert len({event["run"]["runId"] for event in events}) == 150


def test_tables_with_an_alias_are_read_under_both_names() -> None:
    stated, read = set(), set()
    for event in events_of(replace(PLAIN, aliases=1.0)):
        read |= {table["name"] for table in event["inputs"]}
        for table in event["outputs"]:
            (known_as,) = table["facets"]["symlinks"]["identifiers"]
            stated.add((table["name"], known_as["name"]))
    assert any(name in read and alias in read for name, alias in stated)


def _time(event: Event) -> float:
    return datetime.fromisoformat(event["eventTime"]).timestamp()


def test_events_come_in_the_order_of_their_times_unless_told_otherwise() -> None:
    times = [_time(event) for event in events_of(PLAIN)]
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("options", "longest"),
    [(replace(PLAIN, late=0.2), 4 * 3600), (replace(PLAIN, out_of_order=0.2), 120)],
)
def test_late_and_overtaken_events(options: Options, longest: int) -> None:
    latest, behind = 0.0, []
    for event in events_of(options):
        latest = max(latest, _time(event))
        behind.append(latest - _time(event))
    assert max(behind) <= longest
    assert sum(1 for lag in behind if lag > 0) / len(behind) > 0.1


def test_duplicates_are_byte_for_byte() -> None:
    lines = list(generate(replace(PLAIN, duplicates=0.1)))
    copies = len(lines) - len(set(lines))
    assert copies / len(lines) == pytest.approx(0.1 / 1.1, rel=0.15)


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "events.ndjson"
    main(["--events", "50", "--jobs", "10", "--seed", "3", "--late", "0", "--out", str(file)])
    options = Options(events=50, jobs=10, seed=3, late=0.0)
    assert file.read_bytes() == b"".join(line + b"\n" for line in generate(options))
