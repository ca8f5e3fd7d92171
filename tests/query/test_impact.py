"""Everything that is reached along flows, with one shortest path to it (semantics 8.4)."""

from collections import deque
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.answers.facets import Owner
from headwater.answers.graph import OneWay, Truncated
from headwater.answers.impact import Impact, ImpactNode
from headwater.errors import NodeIdError, NotFoundError
from headwater.query.impact import impact as impact_module
from headwater.query.impact.impact import impact
from headwater.query.lineage.lineage import lineage
from headwater.store import Snapshot, Store
from tests.query.rows import Rows, uuid
from tests.query.world import World, graphs

Stored = Callable[[], Snapshot]
WAYS: tuple[OneWay, ...] = ("upstream", "downstream")


def short(node: str) -> str:
    return node.replace("dataset:ns:", "").replace("datasetField:ns:", "").replace("job:ns:", "")


def paths(found: Impact) -> dict[str, str]:
    return {short(node.id): ">".join(map(short, node.path)) for node in found.reached}


def one(found: Impact, name: str) -> ImpactNode:
    [node] = [node for node in found.reached if short(node.id) == name]
    return node


def chain(rows: Rows) -> None:
    """a > ab > b > bc > c, and c > cd > d."""
    for origin, destination in ("ab", "bc", "cd"):
        job = rows.job(origin + destination)
        rows.uses(job, [rows.dataset(origin)], [rows.dataset(destination)])


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


def columns(rows: Rows) -> None:
    """a.x > b.y > c.z by one job each; b as a whole depends on a.x too."""
    a, b, c = rows.dataset("a"), rows.dataset("b"), rows.dataset("c")
    rows.flow(rows.job("ab"), b, a, columns={("y", "x"): [], ("", "x"): [], ("w", "other"): []})
    rows.flow(rows.job("bc"), c, b, columns={("z", "y"): []})
    rows.stated(c, "ownership", {"owners": [{"name": "team:c"}]})


def test_a_column_leads_along_column_lineage_to_columns_datasets_and_jobs(
    rows: Rows, stored: Stored
) -> None:
    columns(rows)
    found = impact(stored(), "datasetField:ns:a:x")
    assert [(node.type, short(node.id)) for node in found.reached] == [
        ("JOB", "ab"),
        ("DATASET", "b"),
        ("DATASET_FIELD", "b:y"),
        ("JOB", "bc"),
        ("DATASET", "c"),
        ("DATASET_FIELD", "c:z"),
    ]
    assert paths(found)["c:z"] == "a:x>ab>b:y>bc>c:z"
    assert paths(found)["c"] == "a:x>ab>b:y>bc>c"
    assert (one(found, "c:z").field, one(found, "c:z").owners) == ("z", (Owner("team:c", ""),))
    assert found.node == "datasetField:ns:a:x"


def test_a_column_upstream_and_with_depth(rows: Rows, stored: Stored) -> None:
    columns(rows)
    snapshot = stored()
    found = impact(snapshot, "datasetField:ns:c:z", direction="upstream", depth=0)
    assert paths(found) == {"bc": "c:z>bc", "b:y": "c:z>bc>b:y", "b": "c:z>bc>b"}
    assert found.truncated == Truncated("depth", 1)
    assert "a:x" in paths(impact(snapshot, "datasetField:ns:c:z", direction="upstream", depth=1))


def test_a_column_that_nothing_is_derived_from_reaches_nothing(rows: Rows, stored: Stored) -> None:
    columns(rows)
    found = impact(stored(), "datasetField:ns:c:z")
    assert (found.reached, found.truncated) == ((), None)


def possible(found: Impact) -> set[str]:
    return {short(node.id) for node in found.reached if node.certainty == "possible"}


def test_readers_that_do_not_say_which_columns_they_use_are_possibly_reached(
    rows: Rows, stored: Stored
) -> None:
    """a.x > b.y is told; report reads b, says nothing of columns, and table is made of its output
    by columns; told reads b too, and says that it uses b.w alone."""
    columns(rows)
    a, b, c = rows.dataset("a"), rows.dataset("b"), rows.dataset("c")
    rows.uses(rows.job("ab"), [a], [b])
    rows.uses(rows.job("bc"), [b], [c])
    rep, table, other = (rows.dataset(name) for name in ("rep", "table", "other"))
    rows.uses(rows.job("report"), [b], [rep])
    rows.uses(rows.job("dashboard"), [b], [])
    rows.uses(rows.job("tabulate"), [rep], [table])
    rows.flow(rows.job("tabulate"), table, rep, columns={("k", "k"): []})
    rows.uses(rows.job("told"), [b], [other])
    rows.flow(rows.job("told"), other, b, columns={("w", "w"): []})
    snapshot = stored()
    found = impact(snapshot, "datasetField:ns:a:x")
    assert possible(found) == {"report", "rep", "dashboard", "tabulate", "table"}
    assert {"ab", "b", "b:y", "bc", "c", "c:z"} == set(paths(found)) - possible(found)
    assert paths(found)["table"] == "a:x>ab>b>report>rep>tabulate>table"
    assert found.truncated is None
    near = impact(snapshot, "datasetField:ns:a:x", depth=1)
    assert possible(near) == {"report", "rep", "dashboard"}
    assert near.truncated == Truncated("depth", 1)
    assert paths(impact(snapshot, "datasetField:ns:b:y"))["rep"] == "b:y>report>rep"
    assert possible(impact(snapshot, "dataset:ns:a")) == set()


def test_writers_that_do_not_say_what_their_columns_come_from_are_possibly_upstream(
    rows: Rows, stored: Stored
) -> None:
    a, b, c, raw = (rows.dataset(name) for name in ("a", "b", "c", "raw"))
    rows.uses(rows.job("load"), [raw], [a])
    rows.uses(rows.job("ab"), [a], [b])
    rows.flow(rows.job("ab"), b, a, columns={("y", "x"): []})
    rows.uses(rows.job("cb"), [c], [b])
    rows.flow(rows.job("cb"), b, c, columns={("other", "z"): []})
    found = impact(stored(), "datasetField:ns:b:y", direction="upstream")
    assert possible(found) == {"load", "raw"}
    assert paths(found) == {
        "ab": "b:y>ab",
        "a:x": "b:y>ab>a:x",
        "a": "b:y>ab>a",
        "load": "b:y>ab>a>load",
        "raw": "b:y>ab>a>load>raw",
    }


def test_a_column_that_may_come_from_any_column_of_a_dataset_is_possibly_reached(
    rows: Rows, stored: Stored
) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.version(a, 1, schema_hash=rows.schema(x="int"))
    rows.uses(rows.job("ab"), [a], [b])
    rows.flow(rows.job("ab"), b, a, columns={("y", ""): []})
    found = impact(stored(), "datasetField:ns:a:x")
    assert possible(found) == set(paths(found)) == {"ab", "b"}


def test_what_is_certain_by_a_longer_way_is_certain(rows: Rows, stored: Stored) -> None:
    a, b, c = rows.dataset("a"), rows.dataset("b"), rows.dataset("c")
    rows.uses(rows.job("short"), [a], [c])
    for job, source, target in (("ab", a, b), ("bc", b, c)):
        rows.uses(rows.job(job), [source], [target])
        rows.flow(rows.job(job), target, source, columns={("x", "x"): []})
    found = impact(stored(), "datasetField:ns:a:x")
    assert possible(found) == {"short"}
    assert paths(found)["c"] == "a:x>ab>b:x>bc>c"


def test_a_table_merged_into_itself_possibly_spreads_a_column_to_all_of_it(
    rows: Rows, stored: Stored
) -> None:
    a, b = rows.dataset("a"), rows.dataset("b")
    rows.version(a, 1, schema_hash=rows.schema(x="int", w="int"))
    rows.uses(rows.job("merge"), [a], [a])
    rows.uses(rows.job("ab"), [a], [b])
    rows.flow(rows.job("ab"), b, a, columns={("w", "w"): []})
    found = impact(stored(), "datasetField:ns:a:x")
    assert possible(found) == set(paths(found)) == {"merge", "a", "ab", "b"}
    assert paths(found)["b"] == "a:x>merge>a>ab>b"


CONTRACT = """
apiVersion: v3.0.2
kind: DataContract
id: {id}
version: 1.0.0
status: active
name: {id} of somebody
team: {{name: team-{id}}}
customProperties:
  - property: lineage
    value:
      outputDatasets: [{datasets}]
"""


def covers(rows: Rows, contract: str, *datasets: str) -> None:
    named = ", ".join(f"{{namespace: ns, name: {name}}}" for name in datasets)
    rows.contract(CONTRACT.format(id=contract, datasets=named), at=1)


def test_contracts_are_reached_through_the_datasets_they_cover(rows: Rows, stored: Stored) -> None:
    chain(rows)
    covers(rows, "near", "b")
    covers(rows, "far", "d", "c")
    covers(rows, "elsewhere", "z")
    snapshot = stored()
    found = impact(snapshot, "dataset:ns:b")
    reached = {node.id: node for node in found.reached if node.type == "CONTRACT"}
    assert {key: short(">".join(node.path)) for key, node in reached.items()} == {
        "contract:near": "b>contract:near",
        "contract:far": "b>bc>c>contract:far",
    }
    far = reached["contract:far"]
    assert (far.distance, far.name, far.certainty) == (3, "far of somebody", "certain")
    assert far.owners == (Owner("team-far", ""),)
    assert not [n for n in impact(snapshot, "dataset:ns:b", at=0).reached if n.type == "CONTRACT"]


def test_a_contract_is_certainly_reached_if_one_of_its_datasets_is(
    rows: Rows, stored: Stored
) -> None:
    columns(rows)
    a, rep, rest = rows.dataset("a"), rows.dataset("rep"), rows.dataset("rest")
    rows.uses(rows.job("report"), [a], [rep, rest])
    covers(rows, "both", "c", "rep")
    covers(rows, "possibly", "rest")
    found = impact(stored(), "datasetField:ns:a:x")
    assert paths(found)["contract:both"] == "a:x>ab>b:y>bc>c>contract:both"
    assert possible(found) == {"report", "rep", "rest", "contract:possibly"}


jobs_of_graphs = st.lists(
    st.tuples(
        st.sets(st.integers(0, 6), max_size=3),  # inputs
        st.sets(st.integers(0, 6), max_size=3),  # outputs
    ),
    max_size=6,
)


@settings(max_examples=40)
@given(jobs=jobs_of_graphs, way=st.sampled_from(WAYS), depth=st.integers(0, 4))
def test_paths_are_shortest_and_lead_to_what_lineage_shows(
    fresh_store: Callable[[], Store],
    jobs: list[tuple[set[int], set[int]]],
    way: OneWay,
    depth: int,
) -> None:
    rows = Rows()
    datasets = [rows.dataset(f"d{number}") for number in range(7)]
    edges: set[tuple[str, str]] = set()
    for number, (inputs, outputs) in enumerate(jobs):
        rows.uses(
            rows.job(f"j{number}"), [datasets[n] for n in inputs], [datasets[n] for n in outputs]
        )
        edges |= {(f"dataset:ns:d{n}", f"job:ns:j{number}") for n in inputs}
        edges |= {(f"job:ns:j{number}", f"dataset:ns:d{n}") for n in outputs}
    if way == "upstream":
        edges = {(destination, origin) for origin, destination in edges}
    with fresh_store() as store:
        rows.write(store)
        with store.snapshot() as snapshot:
            found = impact(snapshot, "dataset:ns:d0", direction=way, depth=depth)
            shown = lineage(snapshot, "dataset:ns:d0", direction=way, depth=depth)
    far = _distances(edges, "dataset:ns:d0")
    for node in found.reached:
        assert (node.path[0], node.path[-1]) == ("dataset:ns:d0", node.id)
        assert set(zip(node.path, node.path[1:], strict=False)) <= edges
        assert node.distance == len(node.path) - 1 == far[node.id]
    assert {node.id for node in found.reached} == {node.id for node in shown.nodes} - {
        "dataset:ns:d0"
    }
    assert found.truncated == shown.truncated


@settings(max_examples=40)
@given(picks=graphs, way=st.sampled_from(WAYS), depth=st.integers(0, 3))
def test_along_whatever_flows_there_are_impact_is_what_lineage_shows(
    fresh_store: Callable[[], Store],
    picks: list[tuple[int, int, int]],
    way: OneWay,
    depth: int,
) -> None:
    with fresh_store() as store:
        World(store, picks)
        with store.snapshot() as snapshot:
            for start in ("dataset:ns:d0", "job:ns:j0"):
                found = impact(snapshot, start, direction=way, depth=depth, at=1)
                shown = lineage(snapshot, start, direction=way, depth=depth, at=1)
                assert {node.id for node in found.reached} | {start} == {n.id for n in shown.nodes}
                assert found.truncated == shown.truncated
                assert all(node.distance == len(node.path) - 1 for node in found.reached)


def _distances(edges: set[tuple[str, str]], start: str) -> dict[str, int]:
    found, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for origin, destination in edges:
            if origin == node and destination not in found:
                found[destination] = found[node] + 1
                queue.append(destination)
    return found
