from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.log import LogWriter, head
from headwater.query.moments import CLOCK_SKEW
from headwater.query.status import status
from headwater.store import Snapshot, Store
from headwater.store.tables import EVENTS, FINDINGS
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]
DIGEST = "0" * 32


def test_status_counts_what_is_there_and_what_is_odd(
    rows: Rows, stored: Stored, tmp_path: Path
) -> None:
    job, other = rows.job("j"), rows.job("other")
    rows.run(job, uuid(1))
    rows.run(other, uuid(1))
    rows.run(other, uuid(2))
    now = 1_000_000
    for digest, at in (("a", 500), ("b", 700), ("c", now + CLOCK_SKEW + 1)):
        rows.add(EVENTS, digest=digest, shape="run", event_time=at)
    rows.add(FINDINGS, digest="a", code="nameless_dataset", path="x")
    rows.add(FINDINGS, digest="b", code="nameless_dataset", path="x")
    found = status(stored(), tmp_path, {}, now=now)
    assert (found.rows["runs"], found.rows["events"], found.rows["edges"]) == (3, 3, 0)
    assert found.shared_run_ids == 1
    assert (found.first_event, found.last_event) == (500, now + CLOCK_SKEW + 1)
    assert found.future_events == 1
    assert found.findings == {"nameless_dataset": 2}
    assert (found.lag.bytes, found.lag.records) == (0, 0)


def test_the_lag_is_what_the_log_has_and_the_store_has_not(store: Store, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with LogWriter(log) as writer:
        first = writer.append("openlineage", DIGEST, b"{}")
        writer.append_many([("openlineage", DIGEST, b'{"a":1}')] * 3)
    epoch = store.take_over()
    with store.transaction(epoch) as transaction:
        transaction.advance({first.segment: first.end})
    with store.snapshot() as snapshot:
        found = status(snapshot, log, head(log))
    assert found.applied_bytes == first.end
    assert found.lag.records == 3
    assert found.lag.bytes == found.log_bytes - found.applied_bytes > 0
    assert found.built_at is None


def test_a_long_lag_is_not_counted_record_by_record(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    with LogWriter(log) as writer:
        writer.append("openlineage", DIGEST, b"{}")
    monkeypatch.setattr("headwater.query.status.COUNTED_BYTES", 10)
    with store.snapshot() as snapshot:
        lag = status(snapshot, log, head(log)).lag
    assert lag.bytes > 10
    assert lag.records is None
