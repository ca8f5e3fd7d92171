from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.errors import NotFoundError
from headwater.log import DirectoryLog
from headwater.model.canonical import node_id
from headwater.model.order import CLOCK_SKEW
from headwater.query.service.findings import findings
from headwater.query.service.status import status
from headwater.questions.moments import Moment
from headwater.questions.service import FindingsQuestion
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
    found = findings(snapshot, FindingsQuestion())
    assert [(item.code, item.event_time, item.node) for item in found.findings] == [
        ("new", 20, "job:ns:j"),
        ("old", 10, "job:ns:j"),
    ]
    second = findings(snapshot, FindingsQuestion(limit=1, offset=1))
    assert [item.code for item in second.findings] == ["old"]
    only = findings(snapshot, FindingsQuestion(code="old"))
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
    found = findings(snapshot, FindingsQuestion(), horizon=horizon)
    assert [(f.code, f.event_time, f.node, f.event) for f in found.findings] == [
        ("future_time", horizon + 1, "job:ns:third", "b"),
        ("odd", horizon, "job:ns:third", "a"),
        ("shared_run_id", 10, "job:ns:first", "f" * 32),
    ]
    assert found.total_count == 3
    future, _, shared = (f.detail for f in found.findings)
    assert "24 hours ahead" in future
    assert shared == (f"{uuid(1)} is the run id of job:ns:first and job:ns:second and job:ns:third")
    counted = status(snapshot, DirectoryLog(tmp_path), {}, now=1_000)
    for code, count in (
        ("future_time", counted.future_events),
        ("shared_run_id", counted.shared_run_ids),
    ):
        only = findings(snapshot, FindingsQuestion(code=code), horizon=horizon)
        assert (only.total_count, [f.code for f in only.findings]) == (count, [code])
    following = findings(snapshot, FindingsQuestion(limit=1, offset=1), horizon=horizon)
    assert [f.code for f in following.findings] == ["odd"]


def test_a_start_after_the_end_is_found_at_the_first_start(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    skewed = rows.run(job, uuid(1), start=10, end=10)
    rows.event(job, 30, "START", run_key=skewed)
    first = rows.event(job, 20, "START", run_key=skewed)
    rows.event(job, 10, "COMPLETE", run_key=skewed)
    quick = rows.run(job, uuid(2), start=10, end=10)
    rows.event(job, 10, "START", run_key=quick)
    resumed = rows.run(job, uuid(3), start=5, end=10)
    rows.event(job, 5, "START", run_key=resumed)
    rows.event(job, 20, "START", run_key=resumed)
    [found] = findings(stored(), FindingsQuestion(code="start_after_end")).findings
    assert (found.event, found.event_time, found.path) == (first, 20, "eventTime")
    assert "counts as started when it ended" in found.detail


def odd(rows: Rows, node: int, at: int, code: str, path: str = "$", **event: str) -> None:
    rows.add(FINDINGS, digest=rows.event(node, at, **event), code=code, path=path)


def test_findings_are_filtered_by_what_their_events_are_about(rows: Rows, stored: Stored) -> None:
    first, second = rows.job("first"), rows.job("second")
    d = rows.dataset("d", aliases=[("s3://b", "d")])
    alias = node_id("dataset", "s3://b", "d")
    run = rows.run(first, uuid(1), start=10, reads={alias: None})
    sibling = rows.run(second, uuid(1), start=20)
    other = rows.run(second, uuid(2), start=30)
    odd(rows, first, 10, "of run", run_key=run)
    odd(rows, first, 11, "of input", "inputs[0].facets.schema", run_key=run)
    odd(rows, second, 20, "of sibling", run_key=sibling)
    odd(rows, second, 30, "of other", "outputs[0]", run_key=other)
    odd(rows, alias, 40, "of dataset", shape="dataset")
    rows.add(FINDINGS, digest="f" * 32, code="of nothing")
    snapshot = stored()
    everything = {"of run", "of input", "of sibling", "of other", "of dataset", "of nothing"}
    expected = [
        (FindingsQuestion(), everything | {"shared_run_id"}),
        (FindingsQuestion(job="job:ns:first"), {"of run", "of input", "shared_run_id"}),
        (FindingsQuestion(job="job:ns:second"), {"of sibling", "of other", "shared_run_id"}),
        (FindingsQuestion(dataset="dataset:ns:d"), {"of dataset", "of input"}),
        (FindingsQuestion(run_id=uuid(1)), {"of run", "of input", "of sibling", "shared_run_id"}),
        (FindingsQuestion(run_id=sibling), {"of sibling", "shared_run_id"}),
        (FindingsQuestion(run_id=uuid(2)), {"of other"}),
        (FindingsQuestion(after=Moment(11), before=Moment(30)), {"of input", "of sibling"}),
        (FindingsQuestion(job="job:ns:second", code="of other", before=Moment(31)), {"of other"}),
        (FindingsQuestion(job="job:ns:second", code="of run"), set()),
    ]
    for question, codes in expected:
        found = findings(snapshot, question)
        assert {finding.code for finding in found.findings} == codes, question
        assert found.total_count == len(codes)
    assert d
    with pytest.raises(NotFoundError):
        findings(snapshot, FindingsQuestion(run_id=uuid(3)))


def test_pages_of_findings_go_on_where_the_last_one_ended(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    for at in (10, 20, 20):
        digest = rows.event(job, at)
        for code in ("a", "b"):
            rows.add(FINDINGS, digest=digest, code=code, path="$")
    for number in range(3):
        rows.add(FINDINGS, digest=str(number), code="of nothing")
    snapshot = stored()
    everything = [(f.event, f.code) for f in findings(snapshot, FindingsQuestion()).findings]
    assert len(everything) == 9
    assert [code for _, code in everything[:3]] == ["of nothing"] * 3
    read: list[tuple[str, str]] = []
    following: str | None = None
    while following or not read:
        found = findings(snapshot, FindingsQuestion(limit=2, next=following))
        read += [(f.event, f.code) for f in found.findings]
        assert found.total_count == 9
        following = found.next
    assert read == everything
