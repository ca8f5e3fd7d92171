"""What lies beside an export is true of it."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest

from headwater.errors import SettingError
from headwater.query.service.export_files import (
    GUIDE,
    NO_TIME,
    SnapshotSource,
    TableFiles,
    export_to,
)
from headwater.store import Snapshot, Store, open_store
from headwater.store.tables import RUNS, TABLES
from tests.query.rows import Rows, uuid
from tests.questions import lineage

Stored = Callable[[], Snapshot]


@pytest.fixture
def written_store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path}/store.sqlite") as store:
        yield store


def test_the_example_of_the_guide_gives_the_current_graph(
    rows: Rows, stored: Stored, tmp_path: Path
) -> None:
    now, hour = time.time_ns() // 1000, 3_600_000_000
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.uses(job, [a], [b], since=10)
    rows.edge(rows.dataset("ends ahead"), job, since=10, until=now + 48 * hour)
    rows.edge(rows.dataset("ends in a day"), job, since=10, until=now + 12 * hour)
    rows.edge(rows.dataset("begins ahead"), job, since=now + 48 * hour)
    rows.edge(rows.dataset("begins in a day"), job, since=now + 12 * hour)
    rows.edge(rows.dataset("named", own_right=False), job, "column", since=10)
    rows.edge(rows.dataset("named and used"), job, "column", since=10)
    snapshot = stored()
    export_to(tmp_path, SnapshotSource(snapshot))
    _, example, *_ = (tmp_path / GUIDE).read_text().split("```sql\n")
    sql = example.partition("```")[0].replace("FROM '", f"FROM '{tmp_path}/")
    with duckdb.connect() as database:
        found = database.execute(sql.replace("JOIN '", f"JOIN '{tmp_path}/")).fetchall()
    shown = {(edge.origin, edge.destination) for edge in lineage(snapshot, "job:ns:j").edges}
    names = {(origin.rpartition(":")[2], end.rpartition(":")[2]) for origin, end in shown}
    assert {(origin, end) for _, origin, _, end, _ in found} == names
    assert {origin for origin, _ in names} == {
        "a",
        "j",
        "ends ahead",
        "begins in a day",
        "named and used",
    }


DAY = 86_400_000_000
DECEMBER = 20_058 * DAY
"""2024-12-01T00:00:00Z"""


def two_months(rows: Rows) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.version(a, kind="initial")
    for day in (0, 1, 31):
        at = DECEMBER + day * DAY
        run = rows.run(job, uuid(day), start=at, end=at + 1, reads={a: None}, writes=[b])
        rows.version(b, at + 1, at + DAY, run=run)
    rows.uses(job, [a], [b], since=DECEMBER)


def files(directory: Path) -> dict[str, int]:
    """The Parquet files, with their times of change."""
    return {
        str(path.relative_to(directory)): path.stat().st_mtime_ns
        for path in directory.glob("**/*.parquet")
    }


def test_tables_with_a_time_are_divided_by_it(rows: Rows, stored: Stored, tmp_path: Path) -> None:
    two_months(rows)
    found = export_to(tmp_path, SnapshotSource(stored()), "month")
    assert found["runs"] == TableFiles(rows=3, files=2, written=2)
    there = files(tmp_path)
    assert {name for name in there if name.startswith("runs/")} == {
        "runs/month=2024-12/rows.parquet",
        "runs/month=2025-01/rows.parquet",
    }
    assert f"dataset_versions/month={NO_TIME}/rows.parquet" in there
    assert "edges/rows.parquet" in there
    with duckdb.connect() as database:
        counts = database.execute(
            f"SELECT month, count(*) FROM read_parquet('{tmp_path}/dataset_versions/**/*.parquet',"
            " hive_partitioning = true) GROUP BY ALL ORDER BY month"
        ).fetchall()
    assert counts == [("2024-12", 2), ("2025-01", 1), (None, 1)]


def test_only_what_changed_is_written_again(
    rows: Rows, written_store: Store, tmp_path: Path
) -> None:
    two_months(rows)
    rows.write(written_store)
    with written_store.snapshot() as snapshot:
        export_to(tmp_path, SnapshotSource(snapshot), "month")
        before = files(tmp_path)
        again = export_to(tmp_path, SnapshotSource(snapshot), "month")
    assert {one.written for one in again.values()} == {0}
    assert files(tmp_path) == before
    with written_store.transaction(written_store.take_over()) as transaction:
        [(first,)] = written_store.query("SELECT run_key FROM runs ORDER BY started_at LIMIT 1")
        transaction.remove(RUNS, [(first,)])
    with written_store.snapshot() as snapshot:
        third = export_to(tmp_path, SnapshotSource(snapshot), "month")
    assert third["runs"] == TableFiles(rows=2, files=2, written=1)
    after = files(tmp_path)
    assert {name for name in after if after[name] != before[name]} == {
        "runs/month=2024-12/rows.parquet"
    }


def test_a_file_that_nothing_is_left_for_is_gone(
    rows: Rows, written_store: Store, tmp_path: Path
) -> None:
    two_months(rows)
    rows.write(written_store)
    with written_store.snapshot() as snapshot:
        export_to(tmp_path / "out", SnapshotSource(snapshot), "day")
        found = export_to(tmp_path / "out", SnapshotSource(snapshot))
        assert set(files(tmp_path / "out")) == {f"{table.name}.parquet" for table in TABLES}
        assert not [path for path in (tmp_path / "out").iterdir() if path.is_dir()]
        (tmp_path / "out" / "runs.parquet").unlink()
        repaired = export_to(tmp_path / "out", SnapshotSource(snapshot))
    assert {one.files for one in found.values()} == {1}
    assert {name for name, one in repaired.items() if one.written} == {"runs"}


def test_a_directory_with_something_else_is_not_taken_for_an_export(
    stored: Stored, tmp_path: Path
) -> None:
    (tmp_path / "schema.json").write_text("{}")
    with pytest.raises(SettingError, match="export into an empty directory"):
        export_to(tmp_path, SnapshotSource(stored()))
