"""Bytes of the store per event, and what they would be if facets were stored wherever they are
used.

Facets are stored once by content, in `facet_values`. Runs (`runs.facts`), and jobs and datasets
(`entity_facets`), refer to them by hash. Without that, every reference would hold the facet itself.
So the size without deduplication is the size of the store, minus the facets stored once, plus the
facet of every reference. Hashes and page overhead are left as they are, and so are derived tables,
some of which refer to schemas, so the real ratio is larger.
"""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from bench.rebuild import build, ingest_generated
from headwater.model.excerpts import excerpt_from
from headwater.model.runs.stored_registers import decoded

_OBJECTS = """
SELECT tbl_name, sum(CASE WHEN type = 'table' THEN pgsize ELSE 0 END), sum(pgsize)
FROM (SELECT name, sum(pgsize) AS pgsize FROM dbstat GROUP BY name) JOIN sqlite_schema USING (name)
GROUP BY tbl_name ORDER BY 3 DESC
"""


def run(quick: bool) -> dict[str, Any]:
    """The results as JSON. `rows` is the table to print."""
    events = 20_000 if quick else 100_000
    with tempfile.TemporaryDirectory(prefix="headwater-bench-") as name:
        ingest_generated(Path(name) / "log", events)
        built = build(Path(name))
        store = Path(name) / "store"
        file = store / (store / "CURRENT").read_text().strip()
        with closing(sqlite3.connect(file)) as connection:
            return {"benchmark": "store size", "distinct_events": built.distinct_events} | measure(
                connection, built.distinct_events, file.stat().st_size
            )


def measure(connection: sqlite3.Connection, events: int, size: int) -> dict[str, Any]:
    [(once, values)] = connection.execute(
        "SELECT sum(length(CAST(value AS BLOB))), count(*) FROM facet_values"
    )
    lengths = dict(
        connection.execute("SELECT hash, length(CAST(value AS BLOB)) FROM facet_values").fetchall()
    )
    used = [lengths[content] for content in _references(connection) if content in lengths]
    references, everywhere = len(used), sum(used)
    rows = [
        {
            "table": table,
            "rows": connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0],
            "bytes_per_event": round(total / events, 1),
            "of_it_indexes": round((total - content) / events, 1),
            "percent": round(100 * total / size, 1),
        }
        for table, content, total in connection.execute(_OBJECTS).fetchall()
        if not table.startswith("sqlite_")
    ]
    return {
        "bytes_per_event": round(size / events),
        "bytes_per_event_without_deduplication": round((size - once + everywhere) / events),
        "ratio": round((size - once + everywhere) / size, 2),
        "facets": {
            "stored": values,
            "references": references,
            "bytes_once": once,
            "bytes_everywhere": everywhere,
            "ratio": round(everywhere / once, 1),
        },
        "rows": rows,
    }


def _references(connection: sqlite3.Connection) -> Iterator[str | None]:
    """The hash of a facet wherever a run, a job or a dataset refers to one."""
    texts = connection.execute("SELECT excerpt_key, text FROM excerpts")
    excerpts = {key: excerpt_from(text) for key, text in texts}
    for (facts,) in connection.execute("SELECT facts FROM runs"):
        stored = decoded(facts)
        for _, (_, last, stating) in stored.own():
            yield last[4]
            if stating is not None and stating[:4] != last[:4]:
                yield stating[4]
        for key in stored.excerpts:
            yield from (fact.hash for fact in excerpts[key].facts)
    yield from (row[0] for row in connection.execute("SELECT hash FROM entity_facets"))
