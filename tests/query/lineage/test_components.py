"""A component is the same graph from every one of its nodes."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.answers.moments import to_json
from headwater.query.graph.groups import GroupBy
from headwater.query.lineage.lineage import lineage
from headwater.store import Snapshot, Store
from tests.query.lineage.graphs import chain, ids, names
from tests.query.random_lineage import RandomLineage, graphs
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


GROUPINGS: tuple[GroupBy, ...] = ("none", "parent", "root")


def test_a_component_is_cut_by_id_whatever_the_start(rows: Rows, stored: Stored) -> None:
    chain(rows, 6)
    snapshot = stored()
    every = [node.id for node in lineage(snapshot, "dataset:ns:d0", scope="component").nodes]
    assert len(every) == 13
    cut = {
        to_json(lineage(snapshot, start, scope="component", max_nodes=5, at=1)) for start in every
    }
    assert len(cut) == 1
    graph = lineage(snapshot, "job:ns:j5", scope="component", max_nodes=5)
    assert names(graph) == ["d0", "d1", "d2", "d3", "d4"]
    assert graph.truncated is not None
    assert (graph.truncated.reason, graph.truncated.hidden) == ("maxNodes", 8)


@settings(max_examples=25)
@given(picks=graphs, group_by=st.sampled_from(GROUPINGS), fold=st.booleans())
def test_a_component_is_the_same_from_every_one_of_its_nodes(
    fresh_store: Callable[[], Store],
    picks: list[tuple[int, int, int]],
    group_by: GroupBy,
    fold: bool,
) -> None:
    with fresh_store() as store:
        RandomLineage(store, picks)
        with store.snapshot() as snapshot:
            starts = [f"dataset:ns:d{n}" for n in range(6)] + [f"job:ns:j{n}" for n in range(5)]
            answers = {
                start: lineage(
                    snapshot,
                    start,
                    scope="component",
                    group_by=group_by,
                    fold_private=fold,
                    at=1,
                )
                for start in starts
            }
            for graph in answers.values():
                for node in graph.nodes:
                    assert to_json(answers[node.id]) == to_json(graph)


@settings(max_examples=40)
@given(picks=graphs)
def test_downstream_and_upstream_mirror_each_other_inside_the_component(
    fresh_store: Callable[[], Store], picks: list[tuple[int, int, int]]
) -> None:
    with fresh_store() as store:
        RandomLineage(store, picks)
        with store.snapshot() as snapshot:
            starts = [f"dataset:ns:d{n}" for n in range(6)]
            up = {a: ids(lineage(snapshot, a, direction="upstream", at=1)) for a in starts}
            down = {a: ids(lineage(snapshot, a, direction="downstream", at=1)) for a in starts}
            all_ = {a: ids(lineage(snapshot, a, scope="component", at=1)) for a in starts}
            for a in starts:
                assert up[a] <= all_[a]
                assert down[a] <= all_[a]
                for b in starts:
                    assert (a in up[b]) == (b in down[a])
