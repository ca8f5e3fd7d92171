"""Everything that is reached along flows, with one shortest path to it (semantics 8.4)."""

from collections.abc import Callable

import pytest

from headwater.answers.facets import Owner
from headwater.answers.graph import Truncated
from headwater.errors import NodeIdError, NotFoundError
from headwater.query.impact import impact as impact_module
from headwater.store import Snapshot
from tests.query.impact.reached import chain, one, paths, short
from tests.query.rows import Rows, uuid
from tests.questions import impact

Stored = Callable[[], Snapshot]


def test_everything_downstream_is_listed_nearest_first_with_its_path(
    rows: Rows, stored: Stored
) -> None:
    chain(rows)
    found = impact(stored(), "dataset:ns:b")
    assert [(node.distance, short(node.id), node.type) for node in found.reached] == [
        (1, "bc", "JOB"),
        (2, "c", "DATASET"),
        (3, "cd", "JOB"),
        (4, "d", "DATASET"),
    ]
    assert one(found, "d").path == (
        "dataset:ns:b",
        "job:ns:bc",
        "dataset:ns:c",
        "job:ns:cd",
        "dataset:ns:d",
    )
    assert (found.node, found.direction, found.truncated) == ("dataset:ns:b", "downstream", None)


def test_upstream_is_the_other_way(rows: Rows, stored: Stored) -> None:
    chain(rows)
    found = impact(stored(), "job:ns:cd", direction="upstream")
    assert paths(found) == {
        "c": "cd>c",
        "bc": "cd>c>bc",
        "b": "cd>c>bc>b",
        "ab": "cd>c>bc>b>ab",
        "a": "cd>c>bc>b>ab>a",
    }


def test_of_several_shortest_paths_the_smallest_by_its_ids_is_given(
    rows: Rows, stored: Stored
) -> None:
    start, end = rows.dataset("start"), rows.dataset("end")
    for name, between in (("p", "z"), ("q", "y"), ("r", "x")):
        rows.uses(rows.job(name), [start], [rows.dataset(between)])
        rows.uses(rows.job(f"to_{between}"), [rows.dataset(between)], [end])
    found = impact(stored(), "dataset:ns:start")
    assert paths(found)["end"] == "start>p>z>to_z>end"


def test_a_shorter_way_wins_over_a_smaller_one(rows: Rows, stored: Stored) -> None:
    a, b, z = (rows.dataset(name) for name in "abz")
    rows.uses(rows.job("a1"), [a], [b])
    rows.uses(rows.job("a2"), [b], [z])
    rows.uses(rows.job("z1"), [a], [z])
    assert paths(impact(stored(), "dataset:ns:a"))["z"] == "a>z1>z"


def test_flows_inside_a_job_decide_what_it_leads_to(rows: Rows, stored: Stored) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    x, y = rows.dataset("x"), rows.dataset("y")
    rows.uses(job, [a, b], [x, y])
    rows.flow(job, x, a)
    rows.flow(job, y, b)
    snapshot = stored()
    assert paths(impact(snapshot, "dataset:ns:a")) == {"j": "a>j", "x": "a>j>x"}
    assert paths(impact(snapshot, "dataset:ns:y", direction="upstream")) == {
        "j": "y>j",
        "b": "y>j>b",
    }


def test_a_job_entered_twice_leads_on_by_each_of_its_flows(rows: Rows, stored: Stored) -> None:
    job, a, b, x = rows.job("j"), rows.dataset("a"), rows.dataset("b"), rows.dataset("x")
    rows.uses(job, [a, b], [b, x])
    rows.flow(job, x, b)
    rows.flow(job, b, a)
    assert paths(impact(stored(), "dataset:ns:a")) == {
        "j": "a>j",
        "b": "a>j>b",
        "x": "a>j>b>j>x",
    }


def test_without_a_job_between_a_step_leads_from_dataset_to_dataset(
    rows: Rows, stored: Stored
) -> None:
    table, view = rows.dataset("table"), rows.dataset("view")
    rows.flow(view, view, table, "explicit")
    rows.edge(table, view, "explicit", stated_by=view)
    rows.uses(rows.job("report"), [view], [])
    found = impact(stored(), "dataset:ns:table")
    assert paths(found) == {"view": "table>view", "report": "table>view>report"}


def test_a_job_that_feeds_a_job_is_one_step_from_it(rows: Rows, stored: Stored) -> None:
    first, second = rows.job("first"), rows.job("second")
    rows.uses(first, [rows.dataset("a")], [])
    rows.uses(second, [], [rows.dataset("b")])
    rows.flow(second, second, first, "explicit")
    rows.edge(first, second, "explicit", stated_by=second)
    snapshot = stored()
    expected = {"first": "a>first", "second": "a>first>second", "b": "a>first>second>b"}
    assert paths(impact(snapshot, "dataset:ns:a")) == expected


def test_a_circle_ends_and_does_not_lead_back_to_the_start(rows: Rows, stored: Stored) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.uses(rows.job("there"), [a], [b])
    rows.uses(rows.job("back"), [b], [a])
    found = impact(stored(), "dataset:ns:a")
    assert paths(found) == {"there": "a>there", "b": "a>there>b", "back": "a>there>b>back"}


def test_owners_are_those_of_the_last_ownership_facet(rows: Rows, stored: Stored) -> None:
    chain(rows)
    b, job = rows.dataset("b", aliases=[("s3", "b")]), rows.job("ab")
    rows.stated(b, "ownership", {"owners": [{"name": "team:old", "type": "OWNER"}]}, at=1)
    rows.stated(
        b,
        "ownership",
        {"owners": [{"name": "team:web", "type": "STEWARD"}, {"name": "ann"}, {"type": "x"}, 7]},
        at=2,
    )
    rows.stated(job, "ownership", {"owners": [{"name": "team:web"}]}, at=1)
    rows.stated(job, "ownership", None, at=2)
    found = impact(stored(), "dataset:ns:a")
    assert one(found, "b").owners == (Owner("ann", ""), Owner("team:web", "STEWARD"))
    assert one(found, "ab").owners == ()


def test_jobs_have_their_latest_run_at_that_time(rows: Rows, stored: Stored) -> None:
    chain(rows)
    rows.run(rows.job("ab"), uuid(1), start=1, end=5)
    rows.run(rows.job("ab"), uuid(2), start=10, end=20, state="FAILED")
    snapshot = stored()
    for at, state in ((7, "COMPLETED"), (15, "RUNNING"), (20, "FAILED")):
        run = one(impact(snapshot, "dataset:ns:a", at=at), "ab").run
        assert run is not None
        assert run.state == state
    assert one(impact(snapshot, "dataset:ns:a"), "b").run is None
    assert one(impact(snapshot, "dataset:ns:a"), "bc").run is None


def test_datasets_have_the_last_run_that_wrote_them(rows: Rows, stored: Stored) -> None:
    chain(rows)
    for number, ended in ((1, 5), (2, 20)):
        run = rows.run(rows.job("ab"), uuid(number), start=ended - 4, end=ended)
        rows.version(rows.dataset("b"), ended, run=run)
    snapshot = stored()
    for at, number in ((7, 1), (20, 2)):
        run_then = one(impact(snapshot, "dataset:ns:a", at=at), "b").run
        assert run_then is not None
        assert run_then.id == uuid(number)


def test_depth_counts_hops_and_a_cut_says_how_many_come_next(rows: Rows, stored: Stored) -> None:
    chain(rows)
    snapshot = stored()
    near = impact(snapshot, "dataset:ns:a", depth=0)
    assert sorted(paths(near)) == ["ab", "b"]
    assert near.truncated == Truncated("depth", 1)
    assert impact(snapshot, "dataset:ns:a", depth=2).truncated is None


def test_a_cut_by_size_keeps_the_nearest(
    rows: Rows, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(impact_module, "MAX_NODES", 3)
    a = rows.dataset("a")
    for number in range(5):
        rows.uses(rows.job(f"j{number}"), [a], [rows.dataset(f"d{number}")])
    found = impact(stored(), "dataset:ns:a")
    assert list(paths(found)) == ["j0", "j1", "j2"]
    assert found.truncated == Truncated("maxNodes", 7)


def test_as_of_a_time_is_what_held_then(rows: Rows, stored: Stored) -> None:
    job, a = rows.job("j"), rows.dataset("a")
    rows.uses(job, [a], [rows.dataset("old")], until=10)
    rows.uses(job, [a], [rows.dataset("new")], since=10)
    snapshot = stored()
    assert sorted(paths(impact(snapshot, "dataset:ns:a", at=5))) == ["j", "old"]
    assert sorted(paths(impact(snapshot, "dataset:ns:a", at=10))) == ["j", "new"]


def test_what_is_deleted_is_not_reached(rows: Rows, stored: Stored) -> None:
    chain(rows)
    rows.edit("delete", "job", "ns", "bc", at=5)
    snapshot = stored()
    assert sorted(paths(impact(snapshot, "dataset:ns:a"))) == ["ab", "b"]
    with pytest.raises(NotFoundError, match="deleted"):
        impact(snapshot, "job:ns:bc")


def test_versions_and_runs_have_no_impact_here(rows: Rows, stored: Stored) -> None:
    version = rows.version(rows.dataset("a"), 1)
    snapshot = stored()
    with pytest.raises(NodeIdError, match="is a version"):
        impact(snapshot, f"dataset:ns:a#{version}")
    with pytest.raises(NodeIdError, match="expected a job, a dataset or a datasetField"):
        impact(snapshot, f"run:{uuid(1)}")
