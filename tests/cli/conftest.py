"""A store with a small story in it, and a way to run commands on it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from headwater.cli import main
from headwater.cli.options.settings import rules
from headwater.config import read_settings
from headwater.store import open_store
from headwater.store.tables import FOREVER
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Invoke = Callable[..., Result]
SECOND = 1_000_000
JANUARY = 1_735_689_600 * SECOND
"""2025-01-01T00:00:00Z"""
DAY = 86_400 * SECOND


@pytest.fixture(autouse=True)
def clean_surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the machine's own settings, and work in an empty directory."""
    for name in [name for name in os.environ if name.startswith("HEADWATER_")]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def invoke(tmp_path: Path) -> Invoke:
    """Runs a command on the data directory `data`."""

    def run(*arguments: object, **options: object) -> Result:
        words = [str(argument) for argument in arguments]
        runner = CliRunner(env={"HEADWATER_DATA": str(tmp_path / "data")})
        return runner.invoke(main, words, **options)  # type: ignore[arg-type]  # passed on as given

    return run


@pytest.fixture
def written(tmp_path: Path) -> Callable[[Rows], None]:
    """Writes rows into the store of `data`."""

    def write(rows: Rows) -> None:
        settings = read_settings({"data": tmp_path / "data"})
        url = f"sqlite:///{tmp_path}/data/store.sqlite"
        with open_store(url, settings_digest=settings.digest(), rules=rules(settings)) as store:
            rows.write(store)

    return write


@pytest.fixture
def story(written: Callable[[Rows], None]) -> None:
    """raw > clean > orders > report > summary. An earlier version of `clean` also read `old`."""
    rows = Rows()
    raw, orders, summary, old = (
        rows.dataset(name, ":snowflake://wh") for name in ("raw", "orders", "summary", "old")
    )
    clean, report = rows.job("clean", "etl"), rows.job("report", "etl")
    first = rows.run(
        clean,
        uuid(1),
        start=JANUARY,
        end=JANUARY + 90 * SECOND,
        reads={raw: None},
        writes=[orders],
        nominal_start=JANUARY,
        code_version="c1",
        facts=[Register("run", "nominalTime", rows.facet({"a": 1}))],
    )
    second = rows.run(
        report,
        uuid(2),
        start=JANUARY + 100 * SECOND,
        end=JANUARY + 160 * SECOND,
        state="FAILED",
        reads={orders: None},
        writes=[summary],
    )
    rows.version(raw, kind="initial")
    rows.version(
        orders, JANUARY + 90 * SECOND, run=first, schema_hash=rows.schema(id="int", price="decimal")
    )
    rows.uses(clean, [raw, old], [orders], until=JANUARY, code_version="c0")
    rows.uses(
        clean,
        [raw],
        [orders],
        since=JANUARY,
        began_run_key=first,
        code_version="c1",
        lineage_unknown=1,
    )
    rows.uses(report, [orders], [summary])
    masked = [{"type": "DIRECT", "subtype": "TRANSFORMATION", "masking": True}]
    rows.flow(clean, orders, raw, columns={("price", "cents"): masked, ("id", "id"): []})
    assert second
    written(rows)


@pytest.fixture
def two_days(written: Callable[[Rows], None]) -> None:
    """raw > load > prices > report > out, on two days. On the second, `price` is text, `report`
    fails, and `load` has other code and also reads a lookup table."""
    rows = Rows()
    load, report = rows.job("load"), rows.job("report")
    raw, lookup, prices, out = (rows.dataset(n) for n in ("raw", "lookup", "prices", "out"))
    for dataset in (raw, lookup):
        rows.version(dataset, kind="initial")
    done = JANUARY + DAY + 60 * SECOND
    rows.uses(load, [raw], [prices], since=JANUARY, until=done, code_version="c1")
    rows.uses(load, [raw, lookup], [prices], since=done, code_version="c2", began_rank=3)
    rows.uses(report, [prices], [out], since=JANUARY)
    rows.flow(load, prices, raw, columns={("price", "cents"): []}, until=done)
    rows.flow(load, prices, lookup, columns={("price", "price"): [], ("", ""): []}, since=done)
    error = rows.facet({"message": "not a number: 'HB-1'\n  in price"})
    for day, kind, inputs in ((0, "INT", [raw]), (1, "STRING", [raw, lookup])):
        at = JANUARY + day * DAY
        parameters = {"parameters": [{"key": "rate", "value": str(day)}]}
        made = rows.run(
            load,
            uuid(day * 10 + 1),
            start=at,
            end=at + 60 * SECOND,
            reads=dict.fromkeys(inputs),
            writes=[prices],
            code_version=f"c{day + 1}",
            facts=[_written_rows(rows, prices, 100 + 900 * day)],
        )
        rows.version(
            prices,
            at + 60 * SECOND,
            FOREVER if day else done,
            run=made,
            schema_hash=rows.schema(price=kind),
        )
        facts = [Register("run", "executionParameters", rows.facet(parameters))]
        if day:
            facts.append(Register("run", "errorMessage", error))
        ended = rows.run(
            report,
            uuid(day * 10 + 2),
            start=at + 120 * SECOND,
            end=at + (150 + 600 * day) * SECOND,
            state="FAILED" if day else "COMPLETED",
            reads={prices: None},
            writes=[out],
            facts=facts,
        )
        if not day:
            rows.version(out, at + 150 * SECOND, run=ended)
    written(rows)


def _written_rows(rows: Rows, dataset: int, count: int) -> Register:
    """The fact that a run has written so many rows."""
    statistics = rows.facet({"rowCount": count})
    return Register("outputFacets", "outputStatistics", statistics, node=dataset)
