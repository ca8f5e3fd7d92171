"""What a question was answered with is gone with the answer: nothing in it refers back to itself.

Python would find such circles only now and then, with a pause that some later question pays for.
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from headwater.api.marquez.graph import lineage_answer
from headwater.query.catalog.datasets import described
from headwater.query.catalog.jobs import jobs
from headwater.query.columns.columns import columns
from headwater.query.contracts.drift import drift
from headwater.query.impact.impact import impact
from headwater.query.lineage.lineage import extent, lineage
from headwater.query.lineage.run_lineage import run_lineage
from headwater.query.lineage.shown import show
from headwater.query.names.entities import graph_entities
from headwater.query.why.why import why
from headwater.store import Snapshot
from tests.query.rows import Rows, uuid

QUESTIONS: dict[str, Callable[[Snapshot], object]] = {
    "lineage": lambda s: lineage_answer(show(extent(s, "job:ns:clean"), columns=True)),
    "lineage upstream": lambda s: lineage(s, "dataset:ns:orders", direction="upstream"),
    "lineage by parent": lambda s: lineage(s, "job:ns:clean", group_by="parent"),
    "columns": lambda s: columns(s, "datasetField:ns:orders:price"),
    "impact": lambda s: impact(s, "dataset:ns:raw"),
    "run lineage": lambda s: run_lineage(s, f"run:{uuid(1)}"),
    "why": lambda s: why(s, f"run:{uuid(1)}"),
    "jobs": jobs,
    "datasets": lambda s: described(s, graph_entities(s, "dataset").values(), 100),
    "drift": drift,
}


@pytest.fixture
def snapshot(rows: Rows, stored: Callable[[], Snapshot]) -> Snapshot:
    raw, orders, clean = rows.dataset("raw"), rows.dataset("orders"), rows.job("clean")
    dag = rows.job("dag")
    schema = rows.schema(price="int")
    run = rows.run(
        clean, uuid(1), start=1, end=9, state="FAILED", reads={raw: None}, writes=[orders]
    )
    rows.run(dag, uuid(2), start=1)
    rows.version(raw, kind="initial")
    rows.version(orders, 9, run=run, schema_hash=schema)
    rows.uses(clean, [raw], [orders], since=1, began_run_key=run)
    rows.parent(clean, dag)
    rows.flow(clean, orders, raw, columns={("price", "cents"): [{"type": "DIRECT"}]})
    rows.contract("id: a\nversion: 1.0.0\nschema: [{name: orders}]\n", 1)
    return stored()


@pytest.fixture
def kept() -> Iterator[Callable[[], Counter[str]]]:
    """Turns Python's search for circles off, and tells what of ours it would find, by type."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)

    def found() -> Counter[str]:
        gc.garbage.clear()
        gc.collect()
        return Counter(
            getattr(one, "__qualname__", type(one).__qualname__)
            for one in gc.garbage
            if str(getattr(one, "__module__", "")).startswith("headwater.")
        )

    yield found
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_of_a_question_is_left_for_the_garbage_collector(
    snapshot: Snapshot, kept: Callable[[], Counter[str]], question: str
) -> None:
    QUESTIONS[question](snapshot)
    assert kept() == Counter()
