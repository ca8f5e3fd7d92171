from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.answers.service import Lag, Spread
from headwater.log import DirectoryLog, LogWriter, head
from headwater.model.order import CLOCK_SKEW
from headwater.query.service.status import status
from headwater.store import Batch, Claim, Snapshot, Store, failure
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
    found = status(stored(), DirectoryLog(tmp_path), {}, now=now)
    assert (found.rows["runs"], found.rows["events"], found.rows["edges"]) == (3, 3, 0)
    assert found.shared_run_ids == 1
    assert (found.first_event, found.last_event) == (500, now + CLOCK_SKEW + 1)
    assert found.future_events == 1
    counts = {"future_time": 1, "nameless_dataset": 2, "shared_run_id": 1}
    assert found.findings == counts, "those that are looked up, too, as `findings` lists them"
    assert found.lag == Lag()


def test_the_lag_is_what_the_log_has_and_the_store_has_not(store: Store, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with LogWriter(log) as writer:
        first = writer.append("openlineage", DIGEST, b"{}")
        writer.append_many([("openlineage", DIGEST, b'{"a":1}')] * 3)
    epoch = store.take_over()
    with store.transaction(epoch) as transaction:
        transaction.advance({first.segment: first.end})
    with store.snapshot() as snapshot:
        found = status(snapshot, DirectoryLog(log), head(log))
    assert found.applied_bytes == first.end
    assert found.lag is not None
    assert found.lag.records == 3
    assert 0 <= found.lag.seconds < 60
    assert found.lag.bytes == found.log_bytes - found.applied_bytes > 0
    assert found.built_at is None


def test_how_far_a_log_elsewhere_is_ahead_is_not_known(store: Store, tmp_path: Path) -> None:
    with store.transaction(store.take_over()) as transaction:
        transaction.advance({"elsewhere": 100})
    with LogWriter(tmp_path / "log") as writer, store.snapshot() as snapshot:
        writer.append("openlineage", DIGEST, b"{}")
        assert status(snapshot, DirectoryLog(tmp_path / "log"), head(tmp_path / "log")).lag is None


def test_a_long_lag_is_not_counted_record_by_record(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    with LogWriter(log) as writer:
        writer.append("openlineage", DIGEST, b"{}")
    monkeypatch.setattr("headwater.query.service.status.COUNTED_BYTES", 10)
    with store.snapshot() as snapshot:
        lag = status(snapshot, DirectoryLog(log), head(log)).lag
    assert lag is not None
    assert lag.bytes > 10
    assert lag.records is None


def test_status_tells_how_the_last_batches_went(store: Store, tmp_path: Path) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as transaction:
        for number in range(1, 21):
            transaction.note(
                Batch(
                    finished_at=number,
                    events=2,
                    seconds=number / 10,
                    steps={"fold": number / 20, "commit": 0.5} if number < 20 else {"fold": 1.0},
                    rows={"runs": 2, "edges": 0},
                )
            )
        transaction.note(failure("StoreError: no answer"))
    with store.snapshot() as snapshot:
        found = status(snapshot, DirectoryLog(tmp_path), {}).pipeline
    assert (found.batches, found.events, found.last_batch) == (20, 40, 20)
    assert found.seconds == Spread(1.0, 1.9)
    assert found.step_seconds == {"fold": Spread(0.5, 0.95), "commit": Spread(0.5, 0.5)}
    assert found.rows_written == {"runs": 40}
    assert found.failing
    assert found.last_failure
    assert found.last_failure.error == "StoreError: no answer"
    with store.transaction(epoch) as transaction:
        transaction.note(Batch(finished_at=21))
    with store.snapshot() as snapshot:
        found = status(snapshot, DirectoryLog(tmp_path), {}).pipeline
    assert (found.failing, found.last_failure is None) == (False, False)


@pytest.mark.parametrize(
    ("claim", "last_batch", "is_failing"),
    [
        (None, 20, True),
        (Claim("starting", "process 7 on box"), 20, True),
        (Claim("following", "process 8 on elsewhere"), 20, False),
        (None, 40, False),
    ],
)
def test_why_the_last_pipeline_ended_is_a_failure_until_one_works_or_a_batch_went_well(
    store: Store, tmp_path: Path, claim: Claim | None, last_batch: int, is_failing: bool
) -> None:
    with store.transaction(store.take_over()) as transaction:
        transaction.note(Batch(finished_at=last_batch))
    ended = Batch(finished_at=30, error="the store cannot be used")
    with store.snapshot() as snapshot:
        found = status(snapshot, DirectoryLog(tmp_path), {}, claim=claim, ended=ended).pipeline
    assert found.failing is is_failing
    assert (found.last_failure is not None) is is_failing


def test_before_the_first_batch_there_is_nothing_to_tell(store: Store, tmp_path: Path) -> None:
    with store.snapshot() as snapshot:
        found = status(snapshot, DirectoryLog(tmp_path), {}).pipeline
    assert (found.batches, found.seconds, found.last_batch) == (0, None, None)
    assert (found.set_aside, found.last_failure, found.failing) == (0, None, False)


def test_events_that_were_set_aside_are_counted(rows: Rows, stored: Stored, tmp_path: Path) -> None:
    rows.add(FINDINGS, digest="a", code="set_aside", path="$", detail="ValueError: odd")
    assert status(stored(), DirectoryLog(tmp_path), {}).pipeline.set_aside == 1
