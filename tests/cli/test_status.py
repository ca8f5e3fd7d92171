import json
import re
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from click.testing import Result

from headwater.cli.options.settings import opened_store
from headwater.config import read_settings
from headwater.log import LogWriter
from headwater.store import Batch, failure, open_store
from headwater.store.tables import TABLES
from tests.query.rows import Rows, uuid

Invoke = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("story")


def test_status_tells_counts_and_how_far_behind_the_store_is(
    invoke: Invoke, tmp_path: Path
) -> None:
    assert "behind the log  not at all" in invoke("status").stdout
    with LogWriter(tmp_path / "data" / "log") as writer:
        writer.append_many([("openlineage", "0" * 32, b"{}")] * 2)
    text = invoke("status").stdout
    assert re.search("2 records, 0[.]... s: run `headwater build`", text)
    assert ["runs", "2"] in [line.split() for line in text.splitlines()]
    found = json.loads(invoke("status", "--json").stdout)
    assert found["lag"]["records"] == 2
    assert found["rows"]["runs"] == 2


def test_status_tells_how_the_pipeline_does(invoke: Invoke, tmp_path: Path) -> None:
    steps = {"fold": 0.25, "names": 0.0}
    with (
        open_store(f"sqlite:///{tmp_path}/data/store.sqlite", rebuild=True) as store,
        store.transaction(store.take_over()) as transaction,
    ):
        transaction.note(Batch(finished_at=0, events=3, seconds=0.5, steps=steps, rows={"runs": 2}))
        transaction.note(failure("OSError: no space"))
    lines = [re.split("  +", line) for line in invoke("status").stdout.splitlines()]
    assert ["last batches", "1 with 3 events, 0.500 s (95 %: 0.500 s)"] in lines
    assert ["by step", "fold: 0.250 s (95 %: 0.250 s)"] in lines
    assert ["rows written", "2 runs"] in lines
    assert any(line[0] == "failing" and line[1].endswith("OSError: no space") for line in lines)
    found = json.loads(invoke("status", "--json").stdout)["pipeline"]
    assert found["stepSeconds"]["names"] == {"p50": 0.0, "p95": 0.0}
    assert found["lastFailure"]["error"] == "OSError: no space"


def test_what_status_counts_findings_list(invoke: Invoke, written: Callable[[Rows], None]) -> None:
    rows = Rows()
    rows.run(rows.job("a"), uuid(7))
    rows.run(rows.job("b"), uuid(7))
    written(rows)
    assert "shared run ids  1: see `headwater findings --code shared_run_id`" in (
        invoke("status").stdout
    )
    listed = invoke("findings", "--code", "shared_run_id").stdout.splitlines()
    assert len(listed) == 2
    line, _, digest = listed[1].rpartition("  ")
    assert line.endswith(f"{uuid(7)} is the run id of job:ns:a and job:ns:b")
    assert len(digest) == 32
    assert invoke("findings", "--code", "future_time").stdout == (
        "no findings of the kind 'future_time'\n"
    )


def test_an_export_is_read_by_duckdb_and_explains_every_column(
    invoke: Invoke, tmp_path: Path
) -> None:
    result = invoke("export", "out")
    assert ["runs", "2", "1", "1"] in [line.split() for line in result.stdout.splitlines()]
    out = tmp_path / "out"
    with duckdb.connect() as database:
        for table in TABLES:
            described = database.execute(
                f"DESCRIBE SELECT * FROM '{out}/{table.name}.parquet'"
            ).fetchall()
            assert [row[0] for row in described] == list(table.names)
        rows = database.execute(
            f"SELECT d.name FROM '{out}/edges.parquet' e"
            f" JOIN '{out}/entities.parquet' d ON d.entity_id = e.destination"
            f" JOIN '{out}/entities.parquet' o ON o.entity_id = e.origin"
            " WHERE o.name = 'report'"
        ).fetchall()
    assert rows == [("summary",)]
    guide = (out / "TABLES.md").read_text()
    schema = json.loads((out / "schema.json").read_text())
    for table, described in zip(TABLES, schema["exported"]["tables"], strict=True):
        assert f"## {table.name}" in guide
        assert described["help"] == table.help
        for column in table.columns:
            assert f"| `{column.name}` |" in guide
            assert column.help in guide
        assert [c["help"] for c in described["columns"]] == [c.help for c in table.columns]


def test_an_export_replaces_the_one_before_and_leaves_nothing_else(
    invoke: Invoke, tmp_path: Path
) -> None:
    invoke("export", "out")
    first = sorted(path.name for path in (tmp_path / "out").iterdir())
    counts = json.loads(invoke("export", "out", "--json").stdout)
    assert counts["runs"] == {"rows": 2, "files": 1, "written": 0}
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == first
    assert len(first) == len(TABLES) + 2


def test_status_says_what_the_pipeline_does(invoke: Invoke, tmp_path: Path) -> None:
    assert "none runs" in invoke("status").stdout
    settings = read_settings({"data": tmp_path / "data"})
    with opened_store(settings) as store, store.claimed() as tell:
        tell("following")
        assert "following, process " in invoke("status").stdout
