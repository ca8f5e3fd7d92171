from collections.abc import Callable
from pathlib import Path

from headwater.query.findings import findings
from headwater.query.moments import CLOCK_SKEW
from headwater.query.status import status
from headwater.store import Snapshot
from headwater.store.tables import EVENTS, FINDINGS
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def test_findings_are_listed_newest_first_with_what_their_events_are_about(
    rows: Rows, stored: Stored
) -> None:
    job = rows.job("j")
    for time, code in ((10, "old"), (20, "new")):
        digest = rows.digest()
        rows.add(EVENTS, digest=digest, event_time=time, node_id=job)
        rows.add(FINDINGS, digest=digest, code=code, path="$.run", detail="odd")
    snapshot = stored()
    found = findings(snapshot)
    assert [(item.code, item.event_time, item.node) for item in found.findings] == [
        ("new", 20, "job:ns:j"),
        ("old", 10, "job:ns:j"),
    ]
    assert [item.code for item in findings(snapshot, limit=1, offset=1).findings] == ["old"]
    only = findings(snapshot, code="old")
    assert (only.total_count, [item.detail for item in only.findings]) == (1, ["odd"])


def test_future_events_and_shared_run_ids_are_looked_up_and_are_as_many_as_status_counts(
    rows: Rows, stored: Stored, tmp_path: Path
) -> None:
    first, second, third = rows.job("first"), rows.job("second"), rows.job("third")
    rows.run(second, uuid(1), start=20)
    rows.run(first, uuid(1), start=10, first_digest="f" * 32)
    rows.run(third, uuid(1), start=30)
    rows.run(third, uuid(2), start=40)
    horizon = 1_000 + CLOCK_SKEW
    for digest, at in (("a", horizon), ("b", horizon + 1)):
        rows.add(EVENTS, digest=digest, event_time=at, node_id=third)
    rows.add(FINDINGS, digest="a", code="odd", path="$", detail="as it is")
    snapshot = stored()
    found = findings(snapshot, horizon=horizon)
    assert [(f.code, f.event_time, f.node, f.event) for f in found.findings] == [
        ("future_time", horizon + 1, "job:ns:third", "b"),
        ("odd", horizon, "job:ns:third", "a"),
        ("shared_run_id", 10, "job:ns:first", "f" * 32),
    ]
    assert found.total_count == 3
    future, _, shared = (f.detail for f in found.findings)
    assert "24 hours ahead" in future
    assert shared == (f"{uuid(1)} is the run id of job:ns:first and job:ns:second and job:ns:third")
    counted = status(snapshot, tmp_path, {}, now=1_000)
    for code, count in (
        ("future_time", counted.future_events),
        ("shared_run_id", counted.shared_run_ids),
    ):
        only = findings(snapshot, code=code, horizon=horizon)
        assert (only.total_count, [f.code for f in only.findings]) == (count, [code])
    assert [f.code for f in findings(snapshot, limit=1, offset=1, horizon=horizon).findings] == [
        "odd"
    ]
