import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from click.testing import Result

from headwater.log import LogWriter
from headwater.store.tables import TABLES

Invoke = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("story")


def test_status_tells_counts_and_how_far_behind_the_store_is(
    invoke: Invoke, tmp_path: Path
) -> None:
    assert "behind the log  not at all" in invoke("status").stdout
    with LogWriter(tmp_path / "data" / "log") as writer:
        writer.append_many([("openlineage", "0" * 32, b"{}")] * 2)
    text = invoke("status").stdout
    assert "2 records: run `headwater build`" in text
    assert ["runs", "2"] in [line.split() for line in text.splitlines()]
    found = json.loads(invoke("status", "--json").stdout)
    assert found["lag"]["records"] == 2
    assert found["rows"]["runs"] == 2


def test_an_export_is_read_by_duckdb_and_explains_every_column(
    invoke: Invoke, tmp_path: Path
) -> None:
    result = invoke("export", "out")
    assert ["runs", "2"] in [line.split() for line in result.stdout.splitlines()]
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
    for table, described in zip(TABLES, schema["tables"], strict=True):
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
    assert counts["runs"] == 2
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == first
    assert len(first) == len(TABLES) + 2
