"""Walks over made-up neighbours, and over the edges of both stores."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.query.walk import Walk, breadth_first, walk
from headwater.store import Store, open_store
from headwater.store.tables import EDGES
from tests.store.rows import edges

Pair = tuple[int, int]
pairs = st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=40)


def downstream(graph: set[Pair], asked: Counter[int]) -> Callable[[list[int]], list[Pair]]:
    def neighbours(nodes: list[int]) -> list[Pair]:
        asked.update(nodes)
        return [pair for pair in graph if pair[0] in nodes]

    return neighbours


def walked(
    graph: set[Pair], start: int, depth: int | None = None, max_nodes: int | None = None
) -> Walk[int, Pair]:
    asked: Counter[int] = Counter()
    found = breadth_first([start], downstream(graph, asked), depth=depth, max_nodes=max_nodes)
    assert max(asked.values(), default=1) == 1, "a node was expanded twice"
    return found


def distances(graph: set[Pair], start: int) -> dict[int, int]:
    found = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for origin, destination in graph:
            if origin == node and destination not in found:
                found[destination] = found[node] + 1
                queue.append(destination)
    return found


def test_a_diamond_is_walked_once_and_keeps_both_sides() -> None:
    diamond = {(1, 2), (1, 3), (2, 4), (3, 4), (4, 5)}
    found = walked(diamond, 1)
    assert found.nodes == {1: 0, 2: 1, 3: 1, 4: 2, 5: 3}
    assert found.edges == sorted(diamond)
    assert found.frontier == []
    assert not found.truncated


def test_a_ladder_of_diamonds_costs_its_nodes_and_not_its_paths() -> None:
    rungs = 200  # 2**200 paths
    ladder = {
        edge
        for n in range(0, 3 * rungs, 3)
        for edge in ((n, n + 1), (n, n + 2), (n + 1, n + 3), (n + 2, n + 3))
    }
    assert len(walked(ladder, 0).nodes) == 3 * rungs + 1


def test_cycles_and_self_loops_end() -> None:
    found = walked({(1, 2), (2, 3), (3, 1), (3, 3)}, 2)
    assert found.nodes == {2: 0, 3: 1, 1: 2}
    assert found.edges == [(1, 2), (2, 3), (3, 1), (3, 3)]


def test_depth_ends_the_walk_and_says_where() -> None:
    chain = {(n, n + 1) for n in range(5)}
    found = walked(chain, 0, depth=2)
    assert found.nodes == {0: 0, 1: 1, 2: 2}
    assert found.frontier == [2]
    assert found.edges == [(0, 1), (1, 2)]
    assert not found.truncated
    assert walked(chain, 0, depth=0).nodes == {0: 0}


def test_a_hub_is_cut_by_id_on_the_level_that_exceeds() -> None:
    hub = {(0, n) for n in range(1, 10_001)} | {(n, 20_000) for n in range(1, 10_001)}
    found = walked(hub, 0, max_nodes=300)
    assert list(found.nodes) == list(range(300))
    assert found.frontier == list(range(1, 300))
    assert found.left_out == 10_001 - 300
    assert found.truncated
    assert found.edges == [(0, n) for n in range(1, 300)]


def test_a_graph_that_just_fits_is_not_truncated() -> None:
    found = walked({(1, 2), (2, 3), (3, 1)}, 1, max_nodes=3)
    assert found.nodes == {1: 0, 2: 1, 3: 2}
    assert found.edges == [(1, 2), (2, 3), (3, 1)]
    assert not found.truncated


def test_several_starts_are_one_level_and_count() -> None:
    asked: Counter[int] = Counter()
    found = breadth_first([3, 1, 3], downstream({(1, 2), (3, 2)}, asked), max_nodes=2)
    assert found.nodes == {1: 0, 3: 0}
    assert (found.left_out, found.frontier) == (1, [])
    assert breadth_first([3, 1], downstream(set(), asked), max_nodes=1).nodes == {1: 0}
    assert breadth_first([], downstream(set(), asked)).nodes == {}


@given(pairs, st.integers(0, 12), st.none() | st.integers(0, 5), st.none() | st.integers(1, 14))
def test_nodes_are_the_nearest_and_then_the_smallest(
    graph: set[Pair], start: int, depth: int | None, max_nodes: int | None
) -> None:
    found = walked(graph, start, depth, max_nodes)
    expected = sorted(
        (steps, node)
        for node, steps in distances(graph, start).items()
        if depth is None or steps <= depth
    )
    assert [(steps, node) for node, steps in found.nodes.items()] == expected[:max_nodes]
    assert found.truncated == (len(expected) > len(found.nodes))
    assert set(found.edges) <= {(a, b) for a, b in graph if a in found.nodes and b in found.nodes}


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """
    1 → 2 → 3 → 1, 3 → 4 and 5 → 4 as of 100; until then also 2 → 9, from then on also 4 → 8.
    """
    url = f"sqlite:///{tmp_path}/store"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_store_url")
    with open_store(url) as opened:
        with opened.transaction(opened.take_over()) as tx:
            tx.upsert(EDGES, edges((1, 2), (2, 3), (3, 1), (3, 4), (5, 4)))
            tx.upsert(EDGES, edges((2, 9), valid_to=100))
            tx.upsert(EDGES, edges((4, 8), valid_from=100))
        yield opened


def test_downstream_follows_edges_that_hold_at_the_instant(store: Store) -> None:
    with store.snapshot() as snapshot:
        now = walk(snapshot, [2], direction="downstream", at=100)
        before = walk(snapshot, [2], direction="downstream", at=99)
    assert now.nodes == {2: 0, 3: 1, 1: 2, 4: 2, 8: 3}
    assert before.nodes == {2: 0, 3: 1, 9: 1, 1: 2, 4: 2}
    assert (2, 9, "listed") in before.edges
    assert (2, 9, "listed") not in now.edges


def test_upstream_goes_against_the_edges(store: Store) -> None:
    with store.snapshot() as snapshot:
        found = walk(snapshot, [4], direction="upstream", at=100, depth=1)
    assert found.nodes == {4: 0, 3: 1, 5: 1}
    assert found.edges == [(3, 4, "listed"), (5, 4, "listed")]
    assert found.frontier == [3, 5]


def test_a_component_is_the_same_from_each_of_its_nodes(store: Store) -> None:
    with store.snapshot() as snapshot:
        walks = [walk(snapshot, [node], direction="both", at=100) for node in (1, 2, 3, 4, 5, 8)]
    assert all(set(found.nodes) == {1, 2, 3, 4, 5, 8} for found in walks)
    assert all(found.edges == walks[0].edges for found in walks)


def test_a_node_without_edges_is_alone(store: Store) -> None:
    with store.snapshot() as snapshot:
        found = walk(snapshot, [77], direction="both", at=100)
    assert (found.nodes, found.edges) == ({77: 0}, [])


def test_an_edge_stated_by_two_is_one_edge(store: Store) -> None:
    again = edges((1, 2)).set_column(3, "stated_by", [[4711]])
    with store.transaction(store.take_over()) as tx:
        tx.upsert(EDGES, again)
    with store.snapshot() as snapshot:
        found = walk(snapshot, [1], direction="downstream", at=100, depth=1)
    assert found.edges == [(1, 2, "listed")]
