"""Whatever the graph: paths are shortest, and lead to what lineage shows."""

from collections import deque
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.model.directions import OneWay
from headwater.store import Store
from tests.query.random_lineage import RandomLineage, graphs
from tests.query.rows import Rows
from tests.questions import impact, lineage

WAYS: tuple[OneWay, ...] = ("upstream", "downstream")


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
        RandomLineage(store, picks)
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
