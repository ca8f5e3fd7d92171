"""The figures of docs/scale.md come from one run of `bench beyond`."""

import json
from typing import Any

from bench import scale

FIGURES: dict[str, Any] = {
    "at": "2026-01-02T03:04:05+00:00",
    "quick": False,
    "machine": {"cores": 2},
    "results": {
        "beyond": {
            "topic_bytes_per_event": 3000,
            "store_bytes_per_event": 6000,
            "load_average": {"before": [0.5, 1, 1], "after": [2.0, 1, 1]},
            "rates": [
                {"load": "steady", "visible_p50_s": 0.4, "visible_p95_s": 0.9},
                {"load": "full", "taken_per_second": 2500, "events_per_second": 900},
            ],
            "costs": [
                {"part": "collector", "steady_us_per_event": 400, "full_us_per_event": 200},
                {"part": "broker", "steady_us_per_event": 100, "full_us_per_event": 50},
                {"part": "pipeline: Java", "steady_us_per_event": 2000, "full_us_per_event": 500},
                {"part": "store", "steady_us_per_event": 90, "full_us_per_event": 0},
            ],
        }
    },
}


def test_the_page_shows_what_was_measured() -> None:
    page = scale.PAGE.read_text()
    assert scale.with_tables(page, json.loads(scale.FIGURES.read_text())) == page


def test_costs_are_told_per_event_and_as_what_one_core_takes() -> None:
    lines = scale.tables(FIGURES)["costs"].splitlines()
    assert lines[2] == "| collector | 400 | 200 | 5,000 |"
    assert lines[-2:] == ["| store | 90 | 0 | - |", "| all | 2,590 | 750 | 1,333 |"]


def test_a_run_beside_other_work_and_a_short_one_are_told_to_be_so() -> None:
    assert scale.tables(FIGURES)["rates"].endswith("| measured | 2026-01-02, 2 cores, load 2.0 |")
    busy = json.loads(json.dumps(FIGURES | {"quick": True}))
    busy["results"]["beyond"]["load_average"]["after"][0] = 9.5
    expected = "2 cores, load 9.5; others worked beside it; a short run (--quick), in which Java"
    assert expected in scale.tables(busy)["rates"]


def test_more_cores_take_more_events_where_work_can_be_divided() -> None:
    lines = scale.tables(FIGURES)["machines"].splitlines()
    assert lines[2] == "| collectors | 10,000 | 40,000 | 400,000 |"
    assert lines[4] == "| the pipeline | 4,000 | the same | the same |"
