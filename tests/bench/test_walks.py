from pathlib import Path

import numpy as np
import pytest

from bench import walks
from bench.graphs import COMPONENT, HUB, SPOKES, Graph, make_graph
from headwater.model.canonical import node_id


@pytest.fixture(scope="module")
def graph() -> Graph:
    return make_graph(components=3, hubs=1, roots=10)


def test_edges_lead_from_jobs_to_datasets_and_from_datasets_to_jobs(graph: Graph) -> None:
    assert len(graph.ids) == 6 * COMPONENT + HUB
    assert (graph.is_job[graph.origins] != graph.is_job[graph.destinations]).all()
    pairs = np.stack([graph.origins, graph.destinations], axis=1)
    assert len(np.unique(pairs, axis=0)) == len(pairs)


def test_a_hub_has_its_ten_thousand_neighbours(graph: Graph) -> None:
    assert np.bincount(graph.origins).max() == SPOKES


def test_nodes_are_known_by_the_ids_of_their_names(graph: Graph) -> None:
    assert graph.name(0) == "dataset:bench:0"
    assert graph.ids[15] == node_id("job", "bench", "15")


def test_every_question_gets_its_answer_of_about_300_nodes(graph: Graph, tmp_path: Path) -> None:
    rows = walks.measure("sqlite", f"sqlite:///{tmp_path}/store", graph)
    assert len(rows) == len(walks.CASES)
    for row in rows:
        assert 250 < row["nodes"] <= walks.MAX_NODES
        assert row["again_p99_ms"] > 0
