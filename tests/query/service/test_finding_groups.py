from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from headwater.log import DirectoryLog, LogWriter
from headwater.query.service.finding_groups import finding_groups
from headwater.store import Snapshot
from headwater.store.tables import EVENTS, FINDINGS
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def digest(number: int) -> str:
    return f"{number:032x}"


def test_findings_are_counted_by_producer_and_kind_with_an_example(
    rows: Rows, stored: Stored, tmp_path: Path
) -> None:
    load, copy, audit = rows.job("load"), rows.job("copy"), rows.job("audit")
    sent: list[tuple[int, int, int, Any]] = [
        (1, load, 10, {"producer": "spark"}),
        (2, load, 20, {"producer": "spark"}),
        (3, copy, 30, {"producer": "spark"}),
        (4, audit, 40, {"producer": "airflow"}),
        (5, audit, 50, {"producer": 7}),
    ]
    with LogWriter(tmp_path) as writer:
        bodies = [
            ("openlineage", digest(number), msgspec.json.encode(event))
            for number, *_, event in sent
        ]
        places = writer.append_many(bodies)
    for (number, job, time, _), place in zip(sent, places, strict=True):
        where = {"segment": place.segment, "position": place.offset}
        rows.add(EVENTS, digest=digest(number), event_time=time, node_id=job, **where)
        code = "other" if number == 5 else "zone"
        rows.add(
            FINDINGS, digest=digest(number), code=code, path="eventTime", detail="no zone given"
        )
    # An event that could not be applied is in the log alone.
    rows.add(FINDINGS, digest="gone", code="set_aside", path="$", detail="it could not be read")
    found = finding_groups(stored(), DirectoryLog(tmp_path))
    assert found.total_count == 6
    assert [(group.producer, group.code, group.count) for group in found.groups] == [
        ("spark", "zone", 3),
        (None, "other", 1),
        (None, "set_aside", 1),
        ("airflow", "zone", 1),
    ]
    spark, _, aside, _ = found.groups
    assert (spark.first, spark.last) == (10, 30)
    assert (spark.nodes, spark.node_count) == (("job:ns:load", "job:ns:copy"), 2)
    assert (spark.example.event, spark.example.path) == (digest(1), "eventTime")
    assert (aside.nodes, aside.first, aside.example.detail) == ((), None, "it could not be read")


def test_findings_that_are_looked_up_are_grouped_too(
    rows: Rows, stored: Stored, tmp_path: Path
) -> None:
    rows.run(rows.job("first"), uuid(1), start=10, first_digest="f" * 32)
    rows.run(rows.job("second"), uuid(1), start=20)
    [group] = finding_groups(stored(), DirectoryLog(tmp_path)).groups
    assert (group.producer, group.code, group.nodes) == (None, "shared_run_id", ("job:ns:first",))
    assert group.example.detail == (f"{uuid(1)} is the run id of job:ns:first and job:ns:second")
