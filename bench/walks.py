"""Walks of about 300 nodes in a graph of 1M nodes and 5M edges, on both stores.

Three kinds of graph lie side by side in one store, their ids scattered as hashes are:

layers  components of 20 layers of 15 nodes, each node feeding 5 of the next layer
cycles  the same, with the last layer feeding the first
hubs    10 nodes feed a hub, which feeds 10,000 nodes, each of which feeds 5 of the others

Every root is walked from twice: the first visit finds nothing of its pages in the store's own
cache, the second one does.
"""

import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from headwater.query.walk import Direction, walk
from headwater.store import Store, arrow_schema, open_store
from headwater.store.tables import EDGES, FOREVER
from tests import postgres

LAYERS, WIDTH, FAN_OUT = 20, 15, 5
COMPONENT = LAYERS * WIDTH
FEEDERS, SPOKES = 10, 10_000
HUB = FEEDERS + 1 + SPOKES
MAX_NODES = 300
NOW = 1_700_000_000_000_000
BATCH_ROWS = 100_000
SEED = 20

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes are numbered here; `ids` are what the store calls them."""

    ids: Ids
    origins: Ids
    destinations: Ids
    roots: dict[str, Ids]


CASES: tuple[tuple[str, Direction], ...] = (
    ("layers", "both"),
    ("layers", "downstream"),
    ("layers", "upstream"),
    ("cycles", "downstream"),
    ("hubs", "downstream"),
)


def run(quick: bool) -> dict[str, Any]:
    """Results as JSON; `rows` is the table to print."""
    components, hubs, roots = (40, 2, 20) if quick else (1333, 20, 200)
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
        "roots": roots,
        "rows": rows,
    }


def measure(name: str, url: str, graph: Graph) -> list[dict[str, Any]]:
    with open_store(url) as store:
        load_seconds = load(store, graph)
        return [
            {"store": name, "graph": kind, "direction": direction}
            | timings(store, graph.ids[graph.roots[f"{kind} {direction}"]], direction)
            | {"load_seconds": round(load_seconds, 1)}
            for kind, direction in CASES
        ]


def load(store: Store, graph: Graph) -> float:
    started = time.perf_counter()
    with store.rebuild(store.take_over()) as target:
        target.load(EDGES, batches(graph))
        target.publish({})
    return time.perf_counter() - started


def batches(graph: Graph) -> Iterator[pa.RecordBatch]:
    for start in range(0, len(graph.origins), BATCH_ROWS):
        part = slice(start, start + BATCH_ROWS)
        origins, destinations = graph.ids[graph.origins[part]], graph.ids[graph.destinations[part]]
        count = len(origins)
        values = {
            "origin": origins,
            "destination": destinations,
            "basis": ["listed"] * count,
            "stated_by": origins,
            "valid_from": np.full(count, NOW - 1),
            "valid_to": np.full(count, FOREVER),
        }
        yield pa.RecordBatch.from_pydict(values, schema=arrow_schema(EDGES))


def timings(store: Store, roots: Ids, direction: Direction) -> dict[str, Any]:
    first: list[float] = []
    again: list[float] = []
    nodes: list[int] = []
    for milliseconds in (first, again):
        for root in roots.tolist():
            started = time.perf_counter()
            with store.snapshot() as snapshot:
                found = walk(snapshot, [root], direction=direction, at=NOW, max_nodes=MAX_NODES)
            milliseconds.append((time.perf_counter() - started) * 1000)
            nodes.append(len(found.nodes))
    return {
        "nodes": int(statistics.median(nodes)),
        "first_p50_ms": percentile(first, 50),
        "first_p99_ms": percentile(first, 99),
        "again_p50_ms": percentile(again, 50),
        "again_p99_ms": percentile(again, 99),
    }


def percentile(values: list[float], percent: int) -> float:
    return round(float(np.percentile(values, percent)), 2)


def make_graph(components: int, hubs: int, roots: int) -> Graph:
    """As many components with cycles as without, and `roots` to walk from for each case."""
    random = np.random.default_rng(SEED)
    count = 2 * components * COMPONENT + hubs * HUB
    ids = np.unique(random.integers(1, FOREVER, count + count // 100))
    ids = random.permutation(ids)[:count]
    starts = np.arange(2 * components, dtype=np.int64) * COMPONENT
    plain, cyclic = starts[:components], starts[components:]
    hub_starts = 2 * components * COMPONENT + np.arange(hubs, dtype=np.int64) * HUB
    origins, destinations = np.concatenate(
        [
            layer_edges(random, starts, LAYERS - 1),
            back_edges(random, cyclic),
            *(hub_edges(random, int(start)) for start in hub_starts),
        ],
        axis=1,
    )
    feeders = (hub_starts[:, None] + np.arange(FEEDERS)).ravel()
    return Graph(
        ids,
        origins,
        destinations,
        {
            "layers both": random.choice(plain, roots) + random.integers(0, COMPONENT, roots),
            "layers downstream": random.choice(plain, roots) + random.integers(0, WIDTH, roots),
            "layers upstream": random.choice(plain, roots) + COMPONENT - 1,
            "cycles downstream": random.choice(cyclic, roots) + random.integers(0, WIDTH, roots),
            "hubs downstream": random.choice(feeders, roots, replace=False),
        },
    )


def layer_edges(random: np.random.Generator, starts: Ids, layers: int) -> Ids:
    near = (starts[:, None] + np.arange(layers * WIDTH)).ravel()
    layer = near - (near - np.repeat(starts, layers * WIDTH)) % WIDTH
    return fan_out(random, near, layer + WIDTH)


def back_edges(random: np.random.Generator, starts: Ids) -> Ids:
    near = (starts[:, None] + np.arange(COMPONENT - WIDTH, COMPONENT)).ravel()
    return fan_out(random, near, np.repeat(starts, WIDTH))


def fan_out(random: np.random.Generator, near: Ids, layer: Ids) -> Ids:
    """From each node to `FAN_OUT` neighbours of each other in a layer of `WIDTH`."""
    first = random.integers(0, WIDTH, len(near))
    slots = (first[:, None] + np.arange(FAN_OUT)) % WIDTH
    return np.stack([np.repeat(near, FAN_OUT), (layer[:, None] + slots).ravel()])


def hub_edges(random: np.random.Generator, start: int) -> Ids:
    hub = start + FEEDERS
    spokes = hub + 1 + np.arange(SPOKES, dtype=np.int64)
    feeders = np.arange(start, hub, dtype=np.int64)
    steps = random.permutation(np.arange(1, SPOKES))[:FAN_OUT]
    others = hub + 1 + (np.arange(SPOKES)[:, None] + steps) % SPOKES
    return np.concatenate(
        [
            np.stack([feeders, np.full(FEEDERS, hub)]),
            np.stack([np.full(SPOKES, hub), spokes]),
            np.stack([np.repeat(spokes, FAN_OUT), others.ravel()]),
        ],
        axis=1,
    )
