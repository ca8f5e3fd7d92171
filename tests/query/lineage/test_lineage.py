"""The current graph around a node, as of a time, to a depth (semantics 6)."""

from collections.abc import Callable, Collection
from typing import Any

import pytest

from headwater.answers.graph import Edge, LineageGraph
from headwater.answers.moments import to_json
from headwater.errors import NodeIdError, NotFoundError
from headwater.model.directions import Direction
from headwater.query.graph.flows import Directed, Passage, Undirected
from headwater.questions.graph import Expansion
from headwater.store import Snapshot
from headwater.store.tables import CONTROL_EDGES, FOREVER
from tests.query.lineage.graphs import arrows, chain, names
from tests.query.rows import Rows
from tests.questions import lineage

Stored = Callable[[], Snapshot]


def test_a_job_comes_with_its_datasets_and_depth_counts_hops_between_jobs(
    rows: Rows, stored: Stored
) -> None:
    chain(rows, 5)
    snapshot = stored()
    assert names(lineage(snapshot, "job:ns:j2", depth=0)) == ["d2", "d3", "j2"]
    assert names(lineage(snapshot, "job:ns:j2", depth=1)) == [
        *("d1", "d2", "d3", "d4"),
        *("j1", "j2", "j3"),
    ]


def test_the_jobs_of_a_dataset_are_hop_0(rows: Rows, stored: Stored) -> None:
    chain(rows, 5)
    graph = lineage(stored(), "dataset:ns:d2", depth=0)
    assert names(graph) == ["d1", "d2", "d3", "j1", "j2"]
    assert arrows(graph) == {"d1>j1", "j1>d2", "d2>j2", "j2>d3"}


def test_a_cut_by_depth_says_what_is_hidden_and_where(rows: Rows, stored: Stored) -> None:
    chain(rows, 3)
    snapshot = stored()
    graph = lineage(snapshot, "job:ns:j1", depth=0)
    hidden = {node.name: (node.hidden_upstream, node.hidden_downstream) for node in graph.nodes}
    assert hidden == {"d1": (1, 0), "d2": (0, 1), "j1": (0, 0)}
    assert graph.truncated is not None
    assert (graph.truncated.reason, graph.truncated.hidden) == ("depth", 2)
    assert lineage(snapshot, "job:ns:j1", depth=1).truncated is None


def test_a_cut_by_size_keeps_the_nearest_then_jobs_then_the_smallest(
    rows: Rows, stored: Stored
) -> None:
    hub = rows.dataset("hub")
    for number in range(9):
        rows.uses(rows.job(f"j{number}"), [hub], [rows.dataset(f"out{number}")])
    graph = lineage(stored(), "dataset:ns:hub", max_nodes=4)
    assert names(graph) == ["hub", "j0", "j1", "j2"]
    assert arrows(graph) == {"hub>j0", "hub>j1", "hub>j2"}
    assert graph.truncated is not None
    assert (graph.truncated.reason, graph.truncated.hidden) == ("maxNodes", 9)
    assert [node.hidden_downstream for node in graph.nodes] == [6, 1, 1, 1]


@pytest.mark.parametrize("direction", ["both", "downstream"])
def test_through_a_hub_only_as_many_jobs_are_gone_through_as_can_be_shown(
    rows: Rows, stored: Stored, monkeypatch: pytest.MonkeyPatch, direction: Direction
) -> None:
    hub = rows.dataset("hub")
    for number in range(50):
        rows.uses(rows.job(f"j{number:02}"), [hub], [rows.dataset(f"out{number:02}")])
    gone_through = [
        _counted(monkeypatch, Undirected, Undirected.through),
        _counted(monkeypatch, Directed, Directed.through),
    ]
    graph = lineage(stored(), "dataset:ns:hub", direction=direction, max_nodes=4)
    assert names(graph) == ["hub", "j00", "j01", "j02"]
    assert max(count for counts in gone_through for count in counts) == 3


def _counted(
    monkeypatch: pytest.MonkeyPatch, ways: type, through: Callable[[Any, Any], object]
) -> list[int]:
    """How many passages each call goes through."""
    counts: list[int] = []

    def counting(self: object, passages: Collection[Passage]) -> object:
        counts.append(len(passages))
        return through(self, passages)

    monkeypatch.setattr(ways, "through", counting)
    return counts


def test_upstream_and_downstream_go_one_way(rows: Rows, stored: Stored) -> None:
    chain(rows, 4)
    rows.uses(rows.job("side"), [], [rows.dataset("d2")])
    snapshot = stored()
    up = lineage(snapshot, "dataset:ns:d2", direction="upstream")
    down = lineage(snapshot, "dataset:ns:d2", direction="downstream")
    assert names(up) == ["d0", "d1", "d2", "j0", "j1", "side"]
    assert names(down) == ["d2", "d3", "d4", "j2", "j3"]


def test_the_graph_as_of_a_time_is_what_held_then(rows: Rows, stored: Stored) -> None:
    a, b, x, y = rows.job("A"), rows.job("B"), rows.dataset("X"), rows.dataset("Y")
    rows.uses(a, [], [x], since=10, until=20)
    rows.uses(a, [], [y], since=20)
    rows.uses(b, [x], [], since=15)
    snapshot = stored()
    assert arrows(lineage(snapshot, "job:ns:A", at=19)) == {"A>X", "X>B"}
    assert arrows(lineage(snapshot, "job:ns:A", at=20)) == {"A>Y"}
    assert arrows(lineage(snapshot, "dataset:ns:X", at=20)) == {"X>B"}
    assert arrows(lineage(snapshot, "job:ns:A", at=9)) == set()


def test_current_tolerates_a_day_of_clock_skew(
    rows: Rows, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = 24 * 60 * 60 * 1_000_000
    job = rows.job("j")
    rows.uses(job, [], [rows.dataset("tomorrow")], since=2 * day, until=2 * day + 1)
    rows.uses(job, [], [rows.dataset("later")], since=2 * day + 1)
    monkeypatch.setattr("time.time_ns", lambda: day * 1000)
    assert arrows(lineage(stored(), "job:ns:j")) == {"j>tomorrow"}


def test_every_alias_asks_the_same_question(rows: Rows, stored: Stored) -> None:
    dataset = rows.dataset("orders", "wh", aliases=[("lake", "orders"), ("hive", "orders")])
    rows.uses(rows.job("j"), [dataset], [])
    snapshot = stored()
    graphs = {
        to_json(lineage(snapshot, f"dataset:{name}", at=1))
        for name in ("wh:orders", "lake:orders", "hive:orders")
    }
    assert len(graphs) == 1
    node = lineage(snapshot, "dataset:wh:orders", at=1).nodes[0]
    assert node.id == "dataset:wh:orders"
    assert node.aliases == ("dataset:hive:orders", "dataset:lake:orders")


def test_of_several_edges_between_two_nodes_the_strongest_is_shown(
    rows: Rows, stored: Stored
) -> None:
    job, read, written = rows.job("j"), rows.dataset("in"), rows.dataset("out")
    rows.uses(job, [read], [])
    rows.edge(read, job, "column", stated_by=job)
    rows.edge(read, job, "explicit", stated_by=job)
    rows.edge(job, written, "explicit", stated_by=job)
    assert lineage(stored(), "job:ns:j").edges == (
        Edge("dataset:ns:in", "job:ns:j", "listed"),
        Edge("job:ns:j", "dataset:ns:out", "explicit"),
    )


def test_a_source_named_only_by_column_lineage_needs_to_occur_in_its_own_right(
    rows: Rows, stored: Stored
) -> None:
    job, out = rows.job("j"), rows.dataset("out")
    rows.uses(job, [], [out])
    rows.edge(rows.dataset("seen"), job, "column", stated_by=job)
    rows.edge(rows.dataset("rumoured", own_right=False), job, "column", stated_by=job)
    rows.edge(rows.dataset("told", own_right=False), job, "explicit", stated_by=job)
    assert arrows(lineage(stored(), "job:ns:j")) == {"seen>j", "told>j", "j>out"}


def test_a_deleted_node_is_hidden_with_its_edges(rows: Rows, stored: Stored) -> None:
    chain(rows, 3)
    rows.edit("delete", "job", "ns", "j1", at=10)
    snapshot = stored()
    assert names(lineage(snapshot, "job:ns:j0", at=9)) == [
        *("d0", "d1", "d2", "d3"),
        *("j0", "j1", "j2"),
    ]
    graph = lineage(snapshot, "job:ns:j0", at=10)
    assert names(graph) == ["d0", "d1", "j0"]
    assert [node.hidden_downstream for node in graph.nodes] == [0, 0, 0]
    with pytest.raises(NotFoundError, match="was deleted"):
        lineage(snapshot, "job:ns:j1", at=10)


def test_what_a_deleted_job_states_of_others_is_hidden(rows: Rows, stored: Stored) -> None:
    a, b, by = rows.job("a"), rows.job("b"), rows.job("by")
    rows.edge(a, b, "explicit", stated_by=by)
    rows.edit("delete", "job", "ns", "by", at=10)
    snapshot = stored()
    assert len(lineage(snapshot, "job:ns:a", at=5).edges) == 1
    assert lineage(snapshot, "job:ns:a", at=15).edges == ()


def test_datasets_of_a_deleted_namespace_are_hidden(rows: Rows, stored: Stored) -> None:
    rows.uses(rows.job("j"), [rows.dataset("a"), rows.dataset("b", "tmp")], [])
    rows.edit("delete", "namespace", "tmp", "", at=10)
    assert names(lineage(stored(), "job:ns:j", at=10)) == ["a", "j"]


def test_datasets_that_feed_datasets_without_a_job_are_one_hop_away(
    rows: Rows, stored: Stored
) -> None:
    a, b, c = rows.dataset("a"), rows.dataset("b"), rows.dataset("c")
    rows.edge(a, b, "explicit", stated_by=b)
    rows.edge(b, c, "explicit", stated_by=c)
    snapshot = stored()
    assert names(lineage(snapshot, "dataset:ns:a", depth=0)) == ["a", "b"]
    assert names(lineage(snapshot, "dataset:ns:a", depth=1)) == ["a", "b", "c"]
    assert names(lineage(snapshot, "dataset:ns:c", direction="upstream", depth=0)) == ["b", "c"]
    assert names(lineage(snapshot, "dataset:ns:a", direction="upstream")) == ["a"]
    assert lineage(snapshot, "dataset:ns:a", depth=0).truncated is not None


def test_jobs_that_feed_jobs_are_one_hop_away(rows: Rows, stored: Stored) -> None:
    first, second = rows.job("first"), rows.job("second")
    rows.uses(second, [], [rows.dataset("out")])
    rows.flow(second, second, first, "explicit")
    rows.edge(first, second, "explicit", stated_by=second)
    snapshot = stored()
    assert names(lineage(snapshot, "job:ns:first", depth=0)) == ["first"]
    assert names(lineage(snapshot, "job:ns:first", depth=1)) == ["out", "first", "second"]
    down = lineage(snapshot, "job:ns:first", direction="downstream")
    assert names(down) == ["out", "first", "second"]
    assert names(lineage(snapshot, "dataset:ns:out", direction="upstream")) == names(down)


def test_control_dependencies_are_a_layer_of_their_own(rows: Rows, stored: Stored) -> None:
    first, second = rows.job("first"), rows.job("second")
    rows.add(CONTROL_EDGES, job_id=second, origin=first, destination=second, valid_to=FOREVER)
    rows.edge(first, second, "explicit", stated_by=second, until=50)
    snapshot = stored()
    assert lineage(snapshot, "job:ns:first", at=60).edges == ()
    assert lineage(snapshot, "job:ns:first", at=60, control=True).edges == (
        Edge("job:ns:first", "job:ns:second", "control"),
    )
    assert [
        edge.basis for edge in lineage(snapshot, "job:ns:first", at=40, control=True).edges
    ] == [
        "control",
        "explicit",
    ]
    assert names(
        lineage(snapshot, "job:ns:first", at=60, control=True, direction="downstream")
    ) == [
        "first",
        "second",
    ]


def test_two_nodes_whose_ids_read_the_same_are_told_apart(rows: Rows, stored: Stored) -> None:
    job, one, other = rows.job("j"), rows.dataset("b:c", "a"), rows.dataset("c", "a:b")
    rows.uses(job, [one], [other])
    graph = lineage(stored(), "job:ns:j")
    assert [node.id for node in graph.nodes] == ["dataset:a%3Ab:c", "dataset:a:b%3Ac", "job:ns:j"]
    assert {(edge.origin, edge.destination) for edge in graph.edges} == {
        ("dataset:a:b%3Ac", "job:ns:j"),
        ("job:ns:j", "dataset:a%3Ab:c"),
    }


def test_a_version_has_no_current_graph(rows: Rows, stored: Stored) -> None:
    version = rows.version(rows.dataset("d"), 1)
    with pytest.raises(NodeIdError, match="run lineage"):
        lineage(stored(), f"dataset:ns:d#{version}")


def diamond_with_a_sibling(rows: Rows) -> None:
    """raw > clean > orders > report > summary; clean also reads codes, report reads prices."""
    raw, codes, orders, prices, summary = (
        rows.dataset(name) for name in ("raw", "codes", "orders", "prices", "summary")
    )
    rows.uses(rows.job("clean"), [raw, codes], [orders])
    rows.uses(rows.job("report"), [orders, prices], [summary])
    rows.uses(rows.job("audit"), [raw], [rows.dataset("log")])


def test_flows_are_upstream_and_downstream_together(rows: Rows, stored: Stored) -> None:
    diamond_with_a_sibling(rows)
    snapshot = stored()
    found = lineage(snapshot, "dataset:ns:orders", direction="flows")
    assert names(found) == ["codes", "orders", "raw", "summary", "clean", "report"]
    hidden = {node.name: (node.hidden_upstream, node.hidden_downstream) for node in found.nodes}
    assert hidden["raw"] == (0, 1)
    assert hidden["report"] == (1, 0)
    assert found.truncated is None


def test_flows_to_a_depth_tell_what_comes_next_on_either_side(rows: Rows, stored: Stored) -> None:
    chain(rows, 5)
    found = lineage(stored(), "dataset:ns:d2", direction="flows", depth=0)
    assert names(found) == ["d1", "d2", "d3", "j1", "j2"]
    assert found.truncated is not None
    assert (found.truncated.reason, found.truncated.hidden) == ("depth", 2)


def test_a_node_is_expanded_by_its_neighbours(rows: Rows, stored: Stored) -> None:
    chain(rows, 5)
    snapshot = stored()

    def expanded(*upstream: str) -> LineageGraph:
        expand = Expansion(upstream=upstream)
        return lineage(snapshot, "dataset:ns:d3", direction="flows", depth=0, expand=expand)

    assert names(expanded("dataset:ns:d2")) == ["d2", "d3", "d4", "j1", "j2", "j3"]
    # What one brings can be expanded in turn; what is not shown, or not there, cannot.
    further = expanded("job:ns:j1", "dataset:ns:d2", "dataset:ns:d0", "dataset:ns:nowhere")
    assert names(further) == ["d1", "d2", "d3", "d4", "j1", "j2", "j3"]
    assert further.truncated is not None
    assert further.truncated.hidden == 1


def test_expansions_keep_to_the_largest_graph(rows: Rows, stored: Stored) -> None:
    hub = rows.dataset("hub")
    for number in range(9):
        rows.uses(rows.job(f"reader{number}"), [hub])
    rows.uses(rows.job("writer"), [], [hub])
    found = lineage(
        stored(),
        "job:ns:writer",
        depth=0,
        max_nodes=5,
        expand=Expansion(downstream=("dataset:ns:hub",)),
    )
    assert names(found) == ["hub", "reader0", "reader1", "reader2", "writer"]


def test_a_graph_comes_with_the_column_edges_between_its_datasets(
    rows: Rows, stored: Stored
) -> None:
    raw, orders, summary = (rows.dataset(name) for name in ("raw", "orders", "summary"))
    clean, report = rows.job("clean"), rows.job("report")
    rows.uses(clean, [raw], [orders])
    rows.uses(report, [orders], [summary])
    how = [{"type": "DIRECT", "masking": True}]
    rows.flow(clean, orders, raw, columns={("price", "cents"): how}, until=50)
    rows.flow(clean, orders, raw, columns={("price", "amount"): []}, since=50)
    rows.flow(report, summary, orders, columns={("total", "price"): []})
    snapshot = stored()

    def columns(at: int, depth: int) -> list[str]:
        found = lineage(snapshot, "job:ns:clean", at=at, depth=depth, columns=True).columns
        assert found is not None
        return [f"{link.origin_field}>{link.destination_field}" for link in found]

    assert columns(10, 0) == ["cents>price"]
    assert columns(60, 0) == ["amount>price"]
    assert columns(60, 1) == ["price>total", "amount>price"]
    first = lineage(snapshot, "job:ns:clean", at=10, depth=0, columns=True).columns
    assert first is not None
    assert first[0].transformations[0].masking
    assert (first[0].origin, first[0].destination) == ("dataset:ns:raw", "dataset:ns:orders")
    assert lineage(snapshot, "job:ns:clean").columns is None
