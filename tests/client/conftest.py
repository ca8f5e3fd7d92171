"""A client of a server in this process, with a story in its store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from headwater.client import Client
from tests.api.conftest import Scene
from tests.query.rows import Rows, uuid

SECOND = 1_000_000
JANUARY = 1_735_689_600 * SECOND
"""2025-01-01T00:00:00Z"""


def story(rows: Rows) -> None:
    """raw > clean > orders, in January, with columns."""
    raw, orders = rows.dataset("raw", "lake"), rows.dataset("orders", "lake")
    clean = rows.job("clean", "etl")
    ended = JANUARY + 90 * SECOND
    run = rows.run(clean, uuid(1), start=JANUARY, end=ended, reads={raw: None}, writes=[orders])
    rows.version(raw, kind="initial")
    rows.version(orders, ended, run=run, schema_hash=rows.schema(id="int", price="decimal"))
    rows.uses(clean, [raw], [orders], since=JANUARY, began_run_key=run)
    columns = {("price", "cents"): [{"type": "DIRECT"}]}
    rows.flow(clean, orders, raw, columns=columns, since=JANUARY)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made, rows = Scene(tmp_path), Rows()
    story(rows)
    rows.write(made.store)
    yield made
    made.pipeline.stop()
    made.store.close()


@pytest.fixture
def client(scene: Scene) -> Iterator[Client]:
    with scene.client() as served, asking(served) as made:
        yield made


def asking(served: TestClient, key: str | None = None) -> Client:
    return Client("http://localhost", key, pauses=(), transport=served._transport)
