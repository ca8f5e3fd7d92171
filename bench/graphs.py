"""Graphs of jobs and datasets to walk in, and the rows of a store that holds them.

There are three kinds of graph, in which jobs and datasets alternate:

layers  components of 20 layers of 15 nodes, each node feeding 5 of the next layer
cycles  the same, with the last layer feeding the first
hubs    20 jobs write a dataset that 10,000 jobs read, each of which writes 5 of 10,000 further
        datasets, each of which 5 of those jobs read

Every job has a version and a run, and every dataset has a version.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from headwater.model.canonical import node_id
from headwater.model.runs.registers import Registers
from headwater.model.runs.stored_registers import stored
from headwater.query.names.entities import written
from headwater.store import arrow_schema
from headwater.store.backend import Row
from headwater.store.tables import (
    DATASET_VERSIONS,
    EDGES,
    ENTITIES,
    FOREVER,
    JOB_VERSIONS,
    NODES,
    RUNS,
    Table,
)

LAYERS, WIDTH, FAN_OUT = 20, 15, 5
COMPONENT = LAYERS * WIDTH
FEEDERS, SPOKES = 20, 10_000
HUB = FEEDERS + 1 + 2 * SPOKES
NAMESPACE = "bench"
NOW = 1_700_000_000_000_000
BATCH_ROWS = 100_000
SEED = 20

TABLES = (NODES, ENTITIES, JOB_VERSIONS, DATASET_VERSIONS, RUNS, EDGES)

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph. Its nodes are numbered, and `ids` has the node ids of the store."""

    ids: Ids
    is_job: npt.NDArray[np.bool_]
    origins: Ids
    destinations: Ids
    roots: dict[str, Ids]

    def name(self, node: int) -> str:
        """The node id as people write it."""
        return written(_kind(self.is_job[node]), NAMESPACE, str(node))


def make_graph(components: int, hubs: int, roots: int) -> Graph:
    """As many components with cycles as without, and `roots` nodes to walk from in each case."""
    random = np.random.default_rng(SEED)
    starts = np.arange(2 * components, dtype=np.int64) * COMPONENT
    plain, cyclic = starts[:components], starts[components:]
    hub_starts = 2 * components * COMPONENT + np.arange(hubs, dtype=np.int64) * HUB
    origins, destinations = np.concatenate(
        [
            _layer_edges(random, starts, LAYERS - 1),
            _back_edges(random, cyclic),
            *(_hub_edges(random, int(start)) for start in hub_starts),
        ],
        axis=1,
    )
    feeders = (hub_starts[:, None] + np.arange(FEEDERS)).ravel()
    is_job = _are_jobs(components, hubs)
    ids = [node_id(_kind(job), NAMESPACE, str(node)) for node, job in enumerate(is_job.tolist())]
    return Graph(
        np.array(ids, np.int64),
        is_job,
        origins,
        destinations,
        {
            "layers both": random.choice(plain, roots) + random.integers(0, COMPONENT, roots),
            "layers downstream": random.choice(plain, roots) + random.integers(0, WIDTH, roots),
            "layers upstream": random.choice(plain, roots) + COMPONENT - 1,
            "cycles downstream": random.choice(cyclic, roots) + random.integers(0, WIDTH, roots),
            "cycles both": random.choice(cyclic, roots) + random.integers(0, COMPONENT, roots),
            # There are few of these, because each meets ten thousand neighbours.
            "hubs downstream": random.choice(feeders, roots // 10, replace=False),
            "hubs both": random.choice(feeders, roots // 10, replace=False),
        },
    )


def _kind(is_job: bool) -> str:
    return "job" if is_job else "dataset"


def _are_jobs(components: int, hubs: int) -> npt.NDArray[np.bool_]:
    """Whether each node is a job. The first layer of a component consists of datasets."""
    layers = np.repeat(np.arange(LAYERS) % 2 == 1, WIDTH)
    hub = np.repeat([True, False, True, False], [FEEDERS, 1, SPOKES, SPOKES])
    return np.concatenate([np.tile(layers, 2 * components), np.tile(hub, hubs)])


def _layer_edges(random: np.random.Generator, starts: Ids, layers: int) -> Ids:
    near = (starts[:, None] + np.arange(layers * WIDTH)).ravel()
    layer = near - (near - np.repeat(starts, layers * WIDTH)) % WIDTH
    return _fan_out(random, near, layer + WIDTH, WIDTH)


def _back_edges(random: np.random.Generator, starts: Ids) -> Ids:
    near = (starts[:, None] + np.arange(COMPONENT - WIDTH, COMPONENT)).ravel()
    return _fan_out(random, near, np.repeat(starts, WIDTH), WIDTH)


def _fan_out(random: np.random.Generator, near: Ids, layer: Ids, width: int) -> Ids:
    """Edges from each node to `FAN_OUT` adjacent nodes in a layer of `width`."""
    first = random.integers(0, width, len(near))
    slots = (first[:, None] + np.arange(FAN_OUT)) % width
    return np.stack([np.repeat(near, FAN_OUT), (layer[:, None] + slots).ravel()])


def _hub_edges(random: np.random.Generator, start: int) -> Ids:
    hub = start + FEEDERS
    readers = hub + 1 + np.arange(SPOKES, dtype=np.int64)
    written_by = readers + SPOKES
    feeders = np.arange(start, hub, dtype=np.int64)
    return np.concatenate(
        [
            np.stack([feeders, np.full(FEEDERS, hub)]),
            np.stack([np.full(SPOKES, hub), readers]),
            _fan_out(random, readers, np.full(SPOKES, written_by[0]), SPOKES),
            _fan_out(random, written_by, np.full(SPOKES, readers[0]), SPOKES),
        ],
        axis=1,
    )


def batches(graph: Graph, table: Table) -> Iterator[list[Row]]:
    """The rows of one of `TABLES`."""
    every = np.arange(len(graph.ids))
    rows = {
        NODES: (every, _node_rows),
        ENTITIES: (every, _node_rows),
        JOB_VERSIONS: (every[graph.is_job], _job_version_rows),
        DATASET_VERSIONS: (every[~graph.is_job], _dataset_version_rows),
        RUNS: (every[graph.is_job], _run_rows),
        EDGES: (np.arange(len(graph.origins)), _edge_rows),
    }
    numbers, of = rows[table]
    for start in range(0, len(numbers), BATCH_ROWS):
        yield _filled(table, of(graph, numbers[start : start + BATCH_ROWS]))


Columns = dict[str, Any]


def _filled(table: Table, known: Columns) -> list[Row]:
    """Rows of a table, with empty values in the columns that do not matter here."""
    count = len(next(iter(known.values())))
    nothing = {"text": "", "bytes": b"", "bigint": 0, "integer": 0}
    columns = {
        column.name: known.get(
            column.name, [None if column.nullable else nothing[column.kind]] * count
        )
        for column in table.columns
    }
    made = pa.Table.from_pydict(columns, schema=arrow_schema(table))
    return list(zip(*(column.to_pylist() for column in made.columns), strict=True))


def _node_rows(graph: Graph, nodes: Ids) -> Columns:
    count = len(nodes)
    return {
        "node_id": graph.ids[nodes],
        "entity_id": graph.ids[nodes],
        "kind": [_kind(job) for job in graph.is_job[nodes].tolist()],
        "namespace": [NAMESPACE] * count,
        "name": list(map(str, nodes.tolist())),
        "own_right": np.ones(count, np.int32),
    }


def _edge_rows(graph: Graph, edges: Ids) -> Columns:
    origins, destinations = graph.origins[edges], graph.destinations[edges]
    jobs = np.where(graph.is_job[origins], origins, destinations)
    return {
        "origin": graph.ids[origins],
        "destination": graph.ids[destinations],
        "basis": ["listed"] * len(edges),
        "stated_by": graph.ids[jobs],
        **_in_force(len(edges)),
    }


def _in_force(count: int) -> Columns:
    return {"valid_from": np.full(count, NOW - 1), "valid_to": np.full(count, FOREVER)}


def _text_ids(graph: Graph, nodes: Ids) -> list[str]:
    return [f"{key:032x}" for key in graph.ids[nodes].tolist()]


def _job_version_rows(graph: Graph, jobs: Ids) -> Columns:
    return {
        "version_id": _text_ids(graph, jobs),
        "job_id": graph.ids[jobs],
        "basis": ["run"] * len(jobs),
        "inputs": ["[]"] * len(jobs),
        "outputs": ["[]"] * len(jobs),
        **_in_force(len(jobs)),
    }


def _dataset_version_rows(graph: Graph, datasets: Ids) -> Columns:
    return {
        "version_id": _text_ids(graph, datasets),
        "dataset_id": graph.ids[datasets],
        "kind": ["initial"] * len(datasets),
        **_in_force(len(datasets)),
    }


def _run_rows(graph: Graph, jobs: Ids) -> Columns:
    ids, moment = _text_ids(graph, jobs), np.full(len(jobs), NOW - 1)
    return {
        "run_key": ids,
        "run_id": ids,
        "raw_run_id": ids,
        "job_id": graph.ids[jobs],
        "state": ["COMPLETED"] * len(jobs),
        "processing": ["BATCH"] * len(jobs),
        "facts": [stored(Registers().fold())] * len(jobs),
        **dict.fromkeys(("started_at", "ended_at", "first_time", "last_time"), moment),
    }
