from collections.abc import Callable

import pytest

from headwater.api.marquez.upstream_runs import UpstreamRuns
from headwater.errors import NotFoundError
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid
from tests.questions import upstream_runs

Stored = Callable[[], Snapshot]


def outline(found: UpstreamRuns) -> list[tuple[str, list[tuple[str, str | None]]]]:
    return [
        (one.run.id, [(used.name, used.produced_by_run_id) for used in one.inputs])
        for one in found.runs
    ]


def chain(rows: Rows) -> None:
    """Run 1 reads a file nobody wrote, and writes a; run 2 reads a, writes b; run 3 reads both."""
    file, a, b = rows.dataset("file"), rows.dataset("a"), rows.dataset("b")
    jobs = [rows.job(f"j{number}") for number in (1, 2, 3)]
    first = rows.run(jobs[0], uuid(1), start=1, end=10, reads={file: None}, writes=[a])
    rows.version(file, kind="initial")
    rows.version(a, 10, run=first)
    second = rows.run(jobs[1], uuid(2), start=11, end=20, reads={a: None}, writes=[b])
    rows.version(b, 20, run=second)
    rows.run(jobs[2], uuid(3), start=21, reads={a: None, b: None})
    rows.uses(jobs[0], [file], [a], since=10, began_rank=3, began_digest="")


def test_upstream_runs_are_listed_by_their_distance(rows: Rows, stored: Stored) -> None:
    chain(rows)
    snapshot = stored()
    found = upstream_runs(snapshot, uuid(3))
    run_1 = (uuid(1), [("file", None)])
    run_2 = (uuid(2), [("a", uuid(1))])
    last, *others = outline(found)
    assert (last[0], sorted(last[1])) == (uuid(3), [("a", uuid(1)), ("b", uuid(2))])
    assert others == [run_1, run_2]
    by_id = {one.run.id: one for one in found.runs}
    assert by_id[uuid(1)].job.version is not None
    assert by_id[uuid(2)].job.version is None
    assert (by_id[uuid(1)].run.start, by_id[uuid(1)].run.end) == (1, 10)
    assert by_id[uuid(3)].run.status == "RUNNING"


def test_depth_counts_hops_and_producers_beyond_it_are_named(rows: Rows, stored: Stored) -> None:
    chain(rows)
    snapshot = stored()
    [only] = outline(upstream_runs(snapshot, uuid(3), depth=0))
    assert sorted(only[1]) == [("a", uuid(1)), ("b", uuid(2))]
    assert len(upstream_runs(snapshot, uuid(3), depth=1).runs) == 3


def test_a_version_that_a_read_brought_to_light_leads_to_who_wrote_the_one_before(
    rows: Rows, stored: Stored
) -> None:
    job, d = rows.job("j"), rows.dataset("d")
    writer = rows.run(job, uuid(1), start=1, end=10, writes=[d])
    written = rows.version(d, 10, 20, run=writer)
    reader = rows.run(job, uuid(2), start=20, reads={d: None})
    rows.version(d, 20, kind="observed", run=reader, follows=written)
    assert outline(upstream_runs(stored(), uuid(2))) == [
        (uuid(2), [("d", uuid(1))]),
        (uuid(1), []),
    ]


def test_an_unknown_run_is_not_found(rows: Rows, stored: Stored) -> None:
    rows.job("j")
    with pytest.raises(NotFoundError):
        upstream_runs(stored(), uuid(1))
