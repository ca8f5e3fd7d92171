"""Walks over made-up neighbours."""

from collections import Counter, deque
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from headwater.query.walk import along, breadth_first

Pair = tuple[int, int]
pairs = st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=40)


def downstream(graph: set[Pair], asked: Counter[int]) -> Callable[[list[int]], set[int]]:
    def edges(nodes: list[int]) -> list[Pair]:
        asked.update(nodes)
        return [pair for pair in graph if pair[0] in nodes]

    return along(edges)


def walked(
    graph: set[Pair], start: int, depth: int | None = None, max_nodes: int | None = None
) -> dict[int, int]:
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


def test_a_diamond_is_walked_once() -> None:
    diamond = {(1, 2), (1, 3), (2, 4), (3, 4), (4, 5)}
    assert walked(diamond, 1) == {1: 0, 2: 1, 3: 1, 4: 2, 5: 3}


def test_a_ladder_of_diamonds_costs_its_nodes_and_not_its_paths() -> None:
    rungs = 200  # 2**200 paths
    ladder = {
        edge
        for n in range(0, 3 * rungs, 3)
        for edge in ((n, n + 1), (n, n + 2), (n + 1, n + 3), (n + 2, n + 3))
    }
    assert len(walked(ladder, 0)) == 3 * rungs + 1


def test_cycles_and_self_loops_end() -> None:
    assert walked({(1, 2), (2, 3), (3, 1), (3, 3)}, 2) == {2: 0, 3: 1, 1: 2}


def test_depth_ends_the_walk_without_looking_further() -> None:
    chain = {(n, n + 1) for n in range(5)}
    assert walked(chain, 0, depth=2) == {0: 0, 1: 1, 2: 2}
    asked: Counter[int] = Counter()
    assert breadth_first([0], downstream(chain, asked), depth=0) == {0: 0}
    assert not asked


def test_a_hub_is_cut_by_id_on_the_level_that_exceeds() -> None:
    hub = {(0, n) for n in range(1, 10_001)} | {(n, 20_000) for n in range(1, 10_001)}
    found = walked(hub, 0, max_nodes=300)
    assert list(found) == list(range(300))


def test_a_graph_that_just_fits_is_found_whole() -> None:
    assert walked({(1, 2), (2, 3), (3, 1)}, 1, max_nodes=3) == {1: 0, 2: 1, 3: 2}


def test_several_starts_are_one_level_and_count() -> None:
    asked: Counter[int] = Counter()
    found = breadth_first([3, 1, 3], downstream({(1, 2), (3, 2)}, asked), max_nodes=2)
    assert found == {1: 0, 3: 0}
    assert breadth_first([3, 1], downstream(set(), asked), max_nodes=1) == {1: 0}
    assert breadth_first([], downstream(set(), asked)) == {}


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
    assert [(steps, node) for node, steps in found.items()] == expected[:max_nodes]
