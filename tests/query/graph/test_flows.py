"""Directed walks go through jobs along their flows (semantics 6.3)."""

from collections.abc import Callable

from headwater.store import Snapshot
from tests.query.rows import Rows
from tests.questions import lineage

Stored = Callable[[], Snapshot]


def upstream(snapshot: Snapshot, dataset: str, at: int = 1, depth: int = 20) -> set[str]:
    graph = lineage(snapshot, f"dataset:ns:{dataset}", direction="upstream", at=at, depth=depth)
    return {node.name for node in graph.nodes} - {dataset}


def downstream(snapshot: Snapshot, dataset: str, at: int = 1) -> set[str]:
    graph = lineage(snapshot, f"dataset:ns:{dataset}", direction="downstream", at=at)
    return {node.name for node in graph.nodes} - {dataset}


def two_by_two(rows: Rows) -> tuple[int, int, int, int, int]:
    job = rows.job("j")
    a, b, x, y = (rows.dataset(name) for name in "abxy")
    rows.uses(job, [a, b], [x, y])
    return job, a, b, x, y


def test_without_statements_every_input_feeds_every_output(rows: Rows, stored: Stored) -> None:
    two_by_two(rows)
    snapshot = stored()
    assert upstream(snapshot, "x") == {"j", "a", "b"}
    assert downstream(snapshot, "a") == {"j", "x", "y"}


def test_a_stated_output_has_only_its_sources_and_others_still_have_all(
    rows: Rows, stored: Stored
) -> None:
    job, a, _, x, _ = two_by_two(rows)
    rows.flow(job, x, a)
    snapshot = stored()
    assert upstream(snapshot, "x") == {"j", "a"}
    assert upstream(snapshot, "y") == {"j", "a", "b"}
    assert downstream(snapshot, "b") == {"j", "y"}
    assert downstream(snapshot, "a") == {"j", "x", "y"}


def test_a_statement_counts_only_while_it_holds(rows: Rows, stored: Stored) -> None:
    job, a, _, x, _ = two_by_two(rows)
    rows.flow(job, x, a, since=10, until=20)
    snapshot = stored()
    assert upstream(snapshot, "x", at=9) == {"j", "a", "b"}
    assert upstream(snapshot, "x", at=10) == {"j", "a"}
    assert upstream(snapshot, "x", at=20) == {"j", "a", "b"}


def test_column_lineage_beside_explicit_lineage_is_no_flow(rows: Rows, stored: Stored) -> None:
    job, a, b, x, _ = two_by_two(rows)
    rows.flow(job, x, a, "explicit")
    rows.flow(job, x, b, "column", is_flow=0)
    assert upstream(stored(), "x") == {"j", "a"}


def test_an_output_that_nothing_feeds_has_its_job_alone_upstream(
    rows: Rows, stored: Stored
) -> None:
    job, _, _, x, _ = two_by_two(rows)
    rows.flow(job, x, 0, "explicit")
    snapshot = stored()
    assert upstream(snapshot, "x") == {"j"}
    assert downstream(snapshot, "a") == {"j", "y"}


def test_an_output_that_its_own_job_feeds_has_all_that_goes_into_the_job(
    rows: Rows, stored: Stored
) -> None:
    job, a, _, x, y = two_by_two(rows)
    rows.flow(job, x, job, "explicit")
    rows.flow(job, y, a, "explicit")
    snapshot = stored()
    assert upstream(snapshot, "x") == {"j", "a", "b"}
    assert downstream(snapshot, "b") == {"j", "x"}


def test_a_dataset_that_feeds_a_job_feeds_what_the_job_writes(rows: Rows, stored: Stored) -> None:
    job, stated = rows.job("j"), rows.dataset("stated")
    rows.uses(job, [], [rows.dataset("x")])
    rows.flow(job, job, stated, "explicit")
    rows.edge(stated, job, "explicit", stated_by=job)
    snapshot = stored()
    assert upstream(snapshot, "x") == {"j", "stated"}
    assert downstream(snapshot, "stated") == {"j", "x"}


def test_a_job_named_as_source_of_a_dataset_is_upstream_with_its_inputs(
    rows: Rows, stored: Stored
) -> None:
    job, x = rows.job("j"), rows.dataset("x")
    feeder = rows.job("feeder")
    rows.uses(feeder, [rows.dataset("a")], [])
    rows.uses(job, [rows.dataset("b")], [x])
    rows.flow(job, x, feeder, "explicit")
    rows.edge(feeder, x, "explicit", stated_by=job)
    snapshot = stored()
    assert upstream(snapshot, "x") == {"j", "feeder", "a"}
    assert downstream(snapshot, "a") == {"feeder", "x"}
    assert downstream(snapshot, "b") == {"j"}


def test_a_job_that_is_passed_twice_leads_on_by_each_of_its_flows(
    rows: Rows, stored: Stored
) -> None:
    job, a, b, x = rows.job("j"), rows.dataset("a"), rows.dataset("b"), rows.dataset("x")
    rows.uses(job, [a, b], [b, x])
    rows.flow(job, x, b)
    rows.flow(job, b, a)
    snapshot = stored()
    assert upstream(snapshot, "x") == {"j", "b", "a"}
    assert upstream(snapshot, "x", depth=0) == {"j", "b"}
    cut = lineage(snapshot, "dataset:ns:x", direction="upstream", depth=0).truncated
    assert cut is not None
    assert (cut.reason, cut.hidden) == ("depth", 1)


def test_a_cycle_ends(rows: Rows, stored: Stored) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.uses(rows.job("there"), [a], [b])
    rows.uses(rows.job("back"), [b], [a])
    snapshot = stored()
    assert upstream(snapshot, "a") == downstream(snapshot, "a") == {"there", "back", "b"}


def test_a_walk_from_a_job_begins_with_everything_on_that_side(rows: Rows, stored: Stored) -> None:
    job, a, _, x, _ = two_by_two(rows)
    rows.flow(job, x, a)
    snapshot = stored()
    graph = lineage(snapshot, "job:ns:j", direction="upstream")
    assert [node.name for node in graph.nodes] == ["a", "b", "j"]
    graph = lineage(snapshot, "job:ns:j", direction="downstream")
    assert [node.name for node in graph.nodes] == ["x", "y", "j"]
