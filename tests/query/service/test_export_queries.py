"""The queries of docs/export.md give the same in DuckDB and in Spark, and what the page says."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from pyspark.sql import SparkSession

from headwater.query.service.export_files import SnapshotSource, export_to
from headwater.store import Snapshot
from headwater.store.tables import TABLES
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]
PAGE = (Path(__file__).parents[3] / "docs" / "export.md").read_text()
DUCKDB, SPARK, *QUERIES = re.findall(r"```sql\n(.*?)```", PAGE, re.DOTALL)
EXPECTED = [
    [("ns", "clean", "ns", "out"), ("ns", "raw", "ns", "clean")],
    [("ns", "clean", 2, 1)],
    [("ns", "raw", 1, 2)],
    [("ns", "out", 2, 2)],
    [("out", "price", "ns", "raw", "cents")],
]


@pytest.fixture
def exported(rows: Rows, stored: Stored, tmp_path: Path) -> Path:
    clean, raw, out = rows.job("clean"), rows.dataset("raw"), rows.dataset("out")
    for number, state, kind in ((1, "COMPLETED", "int"), (2, "FAILED", "text")):
        at = number * 86_400_000_000
        run = rows.run(
            clean, uuid(number), start=at, end=at + 1, state=state, reads={raw: None}, writes=[out]
        )
        rows.version(out, at + 1, run=run, schema_hash=rows.schema(price=kind))
    rows.uses(clean, [raw], [out], since=1)
    rows.flow(clean, out, raw, columns={("price", "cents"): []}, since=1)
    export_to(tmp_path / "lineage", SnapshotSource(stored()))
    return tmp_path / "lineage"


def test_every_table_is_on_the_page() -> None:
    listed = PAGE.split("## The tables")[1].split("## Queries")[0]
    for table in TABLES:
        assert f"`{table.name}`" in listed
        assert table.time is None or f"`{table.time}`" in listed


def without_times(rows: list[Any]) -> list[tuple[Any, ...]]:
    """Rows without their last column where that is a time, whose zone an engine chooses."""
    return [tuple(row)[:-1] if hasattr(row[-1], "isoformat") else tuple(row) for row in rows]


def test_duckdb_answers_the_queries(exported: Path) -> None:
    with duckdb.connect() as database:
        database.execute(DUCKDB.replace("FROM '", f"FROM '{exported}/"))
        found = [without_times(database.execute(query).fetchall()) for query in QUERIES]
    assert found == EXPECTED


@pytest.mark.spark
def test_spark_answers_the_queries(exported: Path, spark: SparkSession) -> None:
    session = spark.newSession()
    placed = SPARK.replace("path '", f"path '{exported}/")
    for statement in filter(str.strip, placed.split(";\n")):
        session.sql(statement.rstrip().removesuffix(";"))
    found = [
        without_times(session.sql(query.rstrip().removesuffix(";")).collect()) for query in QUERIES
    ]
    assert found == EXPECTED
