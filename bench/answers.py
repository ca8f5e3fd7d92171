"""How long questions take over HTTP, on a store of a million events of 10,000 jobs.

In addition to the generated landscape there are a component of 4,000 jobs, and a chain of 20 tables
in which each of two columns comes from both columns of the table before: 2^20 paths over 42
columns.

A server keeps in memory what it has read of tables that do not change. So each question is timed
twice: when a server that has answered other questions gets it for the first time, and again. Graphs
are also timed right after a batch of runs, which changes most of the tables they are made of.
"""

import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import msgspec

from bench.rebuild import ingest_generated
from bench.timing import percentile
from headwater.collector import take
from headwater.log import LogWriter
from headwater.store import Store, open_store
from headwater.store.tables import (
    DATASET_VERSIONS,
    ENTITY_FACETS,
    EVENTS,
    FACET_VALUES,
    RUN_IO,
    RUNS,
)
from tests.running.servers import Served
from tests.store.rows import rows_of

JOBS = 4_000
LAYERS = 20
TIMES = 100
CHANGED_BY_RUNS = (EVENTS, RUNS, RUN_IO, DATASET_VERSIONS, ENTITY_FACETS, FACET_VALUES)


def run(quick: bool, *, data: Path | None = None) -> dict[str, Any]:
    """The results as JSON. `rows` is the table to print.

    `data` is where to build the store, or where it was built before.
    """
    events, jobs = (20_000, 1_000) if quick else (1_000_000, 10_000)
    with ExitStack() as stack:
        if data is None:
            made = tempfile.TemporaryDirectory(prefix="headwater-bench-")
            data = Path(stack.enter_context(made))
        if not (data / "log").exists():
            _build(data, events, jobs)
        server = stack.enter_context(Served(data, "--no-pipeline"))
        client = stack.enter_context(httpx2.Client(timeout=60))
        questions = _questions(client, server.url)
        rows = [_timed(client, name, addresses) for name, addresses in questions.items()]
        store = stack.enter_context(open_store(f"sqlite:///{data}/store.sqlite", rebuild=True))
        name = "lineage of 300 nodes"
        rows.append(_timed(client, f"{name}, after a batch", questions[name], _batches(store)))
    return {"benchmark": "answers over HTTP", "events": events, "rows": rows}


def _build(data: Path, events: int, jobs: int) -> None:
    ingest_generated(data / "log", events, jobs)
    with LogWriter(data / "log") as writer:
        extra = (*_component(), *_diamonds())
        writer.append_many(record for event in extra for record in take(event).records)
    headwater = [sys.executable, "-m", "headwater.cli"]
    subprocess.run([*headwater, "build", "--full", "--data", str(data)], check=True)


def _event(job: str, inputs: list[str], outputs: list[str], **facets: Any) -> bytes:
    return msgspec.json.encode(
        {
            "eventType": "COMPLETE",
            "eventTime": "2025-01-01T00:00:00Z",
            "run": {"runId": str(uuid.uuid5(uuid.NAMESPACE_OID, job))},
            "job": {"namespace": "bench", "name": job},
            "inputs": [{"namespace": "bench", "name": name} for name in inputs],
            "outputs": [{"namespace": "bench", "name": n, "facets": facets} for n in outputs],
        }
    )


def _component() -> Iterator[bytes]:
    """Events of 4,000 connected jobs: each job reads what the job with half its number wrote."""
    for number in range(1, JOBS + 1):
        yield _event(f"wide{number}", [f"w{number // 2}"], [f"w{number}"])


def _diamonds() -> Iterator[bytes]:
    for layer in range(1, LAYERS + 1):
        inputs = [{"namespace": "bench", "name": f"d{layer - 1}", "field": field} for field in "ab"]
        columns = {"fields": {field: {"inputFields": inputs} for field in "ab"}}
        fields = {"fields": [{"name": field, "type": "int"} for field in "ab"]}
        yield _event(
            f"diamond{layer}",
            [f"d{layer - 1}"],
            [f"d{layer}"],
            columnLineage=columns,
            schema=fields,
        )


def _questions(client: httpx2.Client, url: str) -> dict[str, list[str]]:
    """For each question, the addresses to request in turn."""
    base = f"{url}/api/v1"
    jobs = client.get(f"{base}/jobs", params={"limit": 200}).raise_for_status().json()["jobs"]
    ids = [httpx2.QueryParams({"nodeId": f"job:{j['namespace']}:{j['name']}"}) for j in jobs]
    namespaces = client.get(f"{base}/namespaces").raise_for_status().json()["namespaces"]
    return {
        "lineage of 300 nodes": [f"{base}/lineage?{one}&depth=20&maxNodes=300" for one in ids],
        "component of 4,000 jobs": [f"{base}/lineage?nodeId=job:bench:wide1&scope=component"],
        "columns through 20 diamonds": [
            f"{base}/column-lineage?nodeId=datasetField:bench:d{LAYERS}:a&depth={LAYERS}"
        ],
        "jobs": [f"{base}/jobs?limit=100&offset={offset}" for offset in range(0, 1000, 100)],
        "datasets": [
            f"{base}/namespaces/{quote(n['name'], safe='')}/datasets?limit=100" for n in namespaces
        ],
        "search": [f"{base}/search?q={word}" for word in ("order", "invoice_id", "roast", "zzz")],
    }


def _batches(store: Store) -> Callable[[], None]:
    """A function that touches the tables that a batch of runs changes, without changing a row."""
    epoch = store.take_over()
    with store.snapshot() as snapshot:
        keys = {
            table: snapshot.query(f"SELECT {table.key[0]} FROM {table.name} LIMIT 1")[0]
            for table in CHANGED_BY_RUNS
        }
    found = {table: store.rows_by(table, table.key[0], key) for table, key in keys.items()}

    def batch() -> None:
        with store.transaction(epoch) as transaction:
            for table, rows in found.items():
                transaction.upsert(table, rows_of(rows.slice(0, 1)))

    return batch


def _timed(
    client: httpx2.Client, name: str, addresses: list[str], before: Callable[[], None] | None = None
) -> dict[str, Any]:
    def timed_request(address: str) -> tuple[float, int]:
        if before:
            before()
        started = time.perf_counter()
        answer = client.get(address).raise_for_status()
        return time.perf_counter() - started, len(answer.content)

    first = [seconds for seconds, _ in map(timed_request, addresses)]
    again = islice(cycle(addresses), TIMES if len(addresses) > 1 else TIMES // 4)
    seconds, sizes = zip(*map(timed_request, again), strict=True)
    return {
        "question": name,
        "asked": len(seconds),
        "bytes": round(sum(sizes) / len(sizes)),
        "first_p50_ms": _milliseconds(first, 50),
        "first_p99_ms": _milliseconds(first, 99),
        "p50_ms": _milliseconds(seconds, 50),
        "p99_ms": _milliseconds(seconds, 99),
    }


def _milliseconds(seconds: Sequence[float], percent: int) -> float:
    return round(percentile(seconds, percent) * 1000, 1)
