"""Thousands of contracts: reading them, and asking for their graph, impact and drift.

Each contract has five inputs, a schema of eight fields and an output dataset, which one job writes
from the datasets of those inputs. One contract in a hundred declares something else than what runs.
Questions are asked over the API, in this process: first right after one more contract is
registered, so that nothing made of the contracts or of what runs is in memory any more, and then
again.
"""

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from bench.timing import percentile
from headwater.api.http.gate import Gate
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.server import application
from headwater.contracts.documents.read import read
from headwater.garbage import collect_seldom
from headwater.log import DirectoryLog, LogWriter
from headwater.store import Store, open_store
from tests.query.rows import Rows, uuid
from tests.running import postgres

INPUTS = 5
FIELDS = 8
QUESTIONS = {
    "list": "/contracts?limit=100",
    "graph, all": "/contracts/lineage",
    "graph, products": "/contracts/lineage?level=product",
    "graph, one": "/contracts/lineage?id={id}",
    "impact": "/contracts/{id}/impact",
    "behind one": "/contracts/{id}/operational",
    "drift, one": "/contracts/{id}/drift",
    "drift, all": "/contracts/drift",
}
TIMES = 5


def contracts(count: int, seed: int = 0) -> Iterator[tuple[int, list[int], str]]:
    """The number, inputs and text of each contract. No contract depends on a later one."""
    rng = random.Random(seed)
    for number in range(count):
        nearest = range(max(0, number - 500), number)
        inputs = rng.sample(nearest, min(INPUTS, number))
        yield number, inputs, text(number, inputs)


def text(number: int, inputs: list[int]) -> str:
    lines = [
        "apiVersion: v3.1.0",
        "kind: DataContract",
        f"id: {contract_id(number)}",
        f"name: Contract {number}",
        "version: 1.0.0",
        "status: active",
        f"dataProduct: Product {number // 5}",
        "customProperties:",
        "  - property: lineage",
        "    value:",
        "      inputDataContracts:" + ("" if inputs else " []"),
        *(f"        - UUID: {contract_id(item)}" for item in inputs),
        "      outputDatasets:",
        f"        - {{namespace: bench, name: d{number}}}",
        "schema:",
        f"  - name: d{number}",
        "    properties:",
        *(f"      - {{name: f{field}, logicalType: string}}" for field in range(FIELDS)),
    ]
    return "\n".join(lines) + "\n"


def contract_id(number: int) -> str:
    return uuid((number + 1) << 80)


def run(quick: bool) -> dict[str, Any]:
    count = 200 if quick else 10_000
    written = list(contracts(count))
    collect_seldom()
    with tempfile.TemporaryDirectory(prefix="headwater-bench-") as directory:
        rows = measure("sqlite", f"sqlite:///{directory}/store", written, Path(directory))
    with postgres.server() as url, tempfile.TemporaryDirectory() as directory:
        rows += measure("postgresql", url, written, Path(directory))
    return {
        "benchmark": "contracts",
        "contracts": count,
        "inputs_each": INPUTS,
        "read_per_second": read_per_second(written),
        "rows": rows,
    }


def read_per_second(written: list[tuple[int, list[int], str]]) -> int:
    """How many contracts one thread reads per second."""
    started = time.perf_counter()
    for _, _, yaml in written:
        assert read(yaml.encode()).read
    return int(len(written) / (time.perf_counter() - started))


def measure(
    name: str, url: str, written: list[tuple[int, list[int], str]], directory: Path
) -> list[dict[str, Any]]:
    contract = contract_id(len(written) // 2)
    site = Site(
        DirectoryLog(directory / "log"),
        lambda: open_store(url),
        LogWriter(directory / "log"),
        Limits(),
    )
    app = application(site, Gate(Keys(directory)))
    with open_store(url) as store, TestClient(app) as client:
        load(store, written)
        changes = registrations(store, len(written))
        return [
            {"store": name, "question": question}
            | timings(client, path.format(id=contract), changes)
            for question, path in QUESTIONS.items()
        ]


def registrations(store: Store, number: int) -> Iterator[None]:
    """Registers one more contract at each step."""
    while True:
        rows = Rows(first=number << 20)
        rows.contract(text(number, [0]), number)
        rows.write(store)
        with store.transaction(store.take_over()) as transaction:
            transaction.advance({"log": number})
        yield
        number += 1


def timings(client: TestClient, path: str, changes: Iterator[None]) -> dict[str, Any]:
    sizes: list[int] = []

    def timed_request() -> float:
        started = time.perf_counter()
        response = client.get(f"/api/v1{path}").raise_for_status()
        sizes.append(len(response.content))
        return (time.perf_counter() - started) * 1000

    changed, again = [], []
    for _ in range(TIMES):
        next(changes)
        changed.append(timed_request())
        again.append(timed_request())
    return {
        "answer_kb": max(sizes) // 1000,
        "changed_p50_ms": round(percentile(changed, 50)),
        "changed_worst_ms": round(max(changed)),
        "again_p50_ms": round(percentile(again, 50)),
        "again_worst_ms": round(max(again)),
    }


def load(store: Store, written: list[tuple[int, list[int], str]]) -> None:
    """Writes the contracts, and the jobs and runs behind them."""
    rows = Rows()
    schema = rows.schema(**dict.fromkeys((f"f{field}" for field in range(FIELDS)), "string"))
    other = rows.schema(f0="string")
    datasets = [rows.dataset(f"d{number}", "bench") for number, *_ in written]
    for number, inputs, yaml in written:
        job = rows.job(f"j{number}", "bench")
        sources = [datasets[item] for item in inputs[: 4 if number % 100 == 99 else 5]]
        rows.uses(job, sources, [datasets[number]])
        run_key = rows.run(job, uuid(number + 1), end=1, writes=[datasets[number]])
        rows.version(
            datasets[number], 1, run=run_key, schema_hash=other if number % 100 == 98 else schema
        )
        rows.contract(yaml, number)
    rows.write(store)
