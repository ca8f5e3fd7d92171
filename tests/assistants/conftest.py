"""A store with a small story in it, and a way to ask its tools."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from headwater.assistants.toolbox import TOOLS
from headwater.assistants.views import Views
from headwater.query.answering import answer
from headwater.store import Snapshot, Store, open_store
from headwater.store.tables import FOREVER
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

AskTool = Callable[..., list[str]]
SECOND = 1_000_000
JANUARY = 1_735_689_600 * SECOND
"""2025-01-01T00:00:00Z"""
DAY = 86_400 * SECOND


def story(rows: Rows) -> None:
    """raw > load > prices > report > out, on two days. On the second, `price` is text, `load` has
    other code, and `report` fails."""
    load, report = rows.job("load"), rows.job("report")
    raw, prices, out = (rows.dataset(name) for name in ("raw", "prices", "out"))
    rows.version(raw, kind="initial")
    done = JANUARY + DAY + 60 * SECOND
    rows.uses(load, [raw], [prices], since=JANUARY, until=done, code_version="c1")
    rows.uses(load, [raw], [prices], since=done, code_version="c2", began_rank=3)
    rows.uses(report, [prices], [out], since=JANUARY)
    rows.flow(load, prices, raw, columns={("price", "cents"): [{"type": "DIRECT"}]})
    rows.flow(report, out, prices)
    error = rows.facet({"message": "not a number: 'HB-1'"})
    for day, kind in ((0, "INT"), (1, "STRING")):
        at = JANUARY + day * DAY
        made = rows.run(
            load,
            uuid(day * 10 + 1),
            start=at,
            end=at + 60 * SECOND,
            reads={raw: None},
            writes=[prices],
            code_version=f"c{day + 1}",
        )
        rows.version(
            prices,
            at + 60 * SECOND,
            FOREVER if day else done,
            run=made,
            schema_hash=rows.schema(price=kind),
        )
        failed = [Register("run", "errorMessage", error)] if day else []
        ended = rows.run(
            report,
            uuid(day * 10 + 2),
            start=at + 120 * SECOND,
            end=at + 150 * SECOND,
            state="FAILED" if day else "COMPLETED",
            reads={prices: None},
            writes=[out],
            facts=failed,
        )
        if not day:
            rows.version(out, at + 150 * SECOND, run=ended)


def write(store: Store) -> None:
    rows = Rows()
    story(rows)
    rows.write(store)


def asked_of(snapshot: Snapshot, name: str, **arguments: Any) -> list[str]:
    """The lines that a tool answers with."""
    [tool] = [tool for tool in TOOLS if tool.name == name]
    text = tool.answer(partial(answer, snapshot), Views("http://h"), tool.read(arguments))
    return text.split("\n")


@pytest.fixture
def ask_tool(tmp_path: Path) -> Iterator[AskTool]:
    """Asks a tool about the story."""
    with open_store(f"sqlite:///{tmp_path}/store") as store:
        write(store)
        with store.snapshot() as snapshot:
            yield partial(asked_of, snapshot)
