"""Questions with answers of about 300 nodes, in a graph of 1M nodes and 5M edges, on both stores.

lineage  as a user asks it: the name is looked up, the graph is walked, and what the answer says
         of each node is gathered
walk     the walk alone, to all neighbours, with the names of what it meets

The graphs are those of `bench.graphs`. Each root is asked for twice: the first time its pages are
not in the store's own cache, the second time they are.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench import graphs
from bench.graphs import NOW, Graph, Ids, make_graph
from bench.timing import percentile
from headwater.model.directions import Direction
from headwater.query.graph.current import CurrentGraph
from headwater.query.lineage.lineage import lineage
from headwater.query.walk import along, breadth_first
from headwater.questions.graph import LineageQuestion
from headwater.questions.moments import Moment
from headwater.store import Snapshot, Store, open_store
from tests.running import postgres

MAX_NODES = 300

CASES: tuple[tuple[str, str, Direction], ...] = (
    ("lineage", "layers", "both"),
    ("lineage", "layers", "downstream"),
    ("lineage", "layers", "upstream"),
    ("lineage", "cycles", "downstream"),
    ("lineage", "hubs", "downstream"),
    ("walk", "layers", "both"),
    ("walk", "cycles", "both"),
    ("walk", "hubs", "both"),
)

Question = Callable[[Snapshot, int], int]
"""Asks about a node, given by its number, and returns the number of nodes in the answer."""


def run(quick: bool) -> dict[str, Any]:
    """The results as JSON. `rows` is the table to print."""
    components, hubs, roots = (40, 2, 20) if quick else (1333, 10, 200)
    graph = make_graph(components, hubs, roots)
    rows = []
    with tempfile.TemporaryDirectory(prefix="headwater-bench-") as directory:
        rows += measure("sqlite", f"sqlite:///{directory}/store", graph)
    with postgres.server() as url:
        rows += measure("postgresql", url, graph)
    return {
        "benchmark": "graph walks",
        "nodes": len(graph.ids),
        "edges": len(graph.origins),
        "rows": rows,
    }


def measure(name: str, url: str, graph: Graph) -> list[dict[str, Any]]:
    with open_store(url) as store:
        load_seconds = load(store, graph)
        return [
            {"store": name, "question": question, "graph": kind, "direction": direction}
            | timings(
                store,
                graph.roots[f"{kind} {direction}"],
                partial(_lineage, graph, direction)
                if question == "lineage"
                else partial(_walk, graph),
            )
            | {"load_seconds": round(load_seconds, 1)}
            for question, kind, direction in CASES
        ]


def load(store: Store, graph: Graph) -> float:
    started = time.perf_counter()
    with store.rebuild(store.take_over()) as target:
        for table in graphs.TABLES:
            target.load(table, graphs.batches(graph, table))
        target.publish({})
    return time.perf_counter() - started


def _lineage(graph: Graph, direction: Direction, snapshot: Snapshot, root: int) -> int:
    question = LineageQuestion(
        node_id=graph.name(root), at=Moment(NOW), direction=direction, max_nodes=MAX_NODES
    )
    return len(lineage(snapshot, question).nodes)


def _walk(graph: Graph, snapshot: Snapshot, root: int) -> int:
    links = CurrentGraph(snapshot, NOW).links
    return len(breadth_first([int(graph.ids[root])], along(links), max_nodes=MAX_NODES))


def timings(store: Store, roots: Ids, ask: Question) -> dict[str, Any]:
    first: list[float] = []
    again: list[float] = []
    nodes: list[int] = []
    for milliseconds in (first, again):
        for root in roots.tolist():
            started = time.perf_counter()
            with store.snapshot() as snapshot:
                nodes.append(ask(snapshot, root))
            milliseconds.append((time.perf_counter() - started) * 1000)
    return {
        "roots": len(roots),
        "nodes": int(statistics.median(nodes)),
        "first_p50_ms": round(percentile(first, 50), 2),
        "first_p99_ms": round(percentile(first, 99), 2),
        "again_p50_ms": round(percentile(again, 50), 2),
        "again_p99_ms": round(percentile(again, 99), 2),
    }
