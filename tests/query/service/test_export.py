"""What lies beside an export is true of it."""

import time
from collections.abc import Callable
from pathlib import Path

import duckdb

from headwater.query.lineage.lineage import lineage
from headwater.query.service.export import GUIDE, export
from headwater.store import Snapshot
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


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
    export(snapshot, tmp_path)
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
