"""Exports all tables as Parquet files for Spark, DuckDB and others, with a page of explanations."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from headwater.store import Snapshot, arrow_schema
from headwater.store.tables import BEGINNING, FOREVER, SCHEMA_VERSION, TABLES, Table

GUIDE = "TABLES.md"
SCHEMA = "schema.json"

_INTRODUCTION = f"""\
# Lineage tables

Each table is one Parquet file, `TABLE.parquet`, all of the same moment. `{SCHEMA}` says the same
as this page, for programs; each column's description is also in its file, as field metadata
`comment`.

* Instants are µs since 1970 UTC (`bigint`): `timestamp_micros(valid_from)` in Spark,
  `make_timestamp(valid_from)` in DuckDB.
* Intervals are half-open. An open end is {FOREVER}; what has no beginning starts at {BEGINNING}.
* `node_id` is a name as events use it; `entity_id`, `job_id`, `dataset_id`, `origin`,
  `destination` … are entities: jobs, and datasets with all their names. `nodes` leads from names
  to entities, `entities` has the canonical names.

The current graph, in DuckDB; it is as of now plus a day, which tolerates clocks that differ, and
what users have deleted (`edits`) is still in it:

```sql
SELECT o.namespace, o.name, d.namespace, d.name, e.basis
FROM 'edges.parquet' e
JOIN 'entities.parquet' o ON o.entity_id = e.origin
JOIN 'entities.parquet' d ON d.entity_id = e.destination
WHERE e.valid_from <= epoch_us(now() + INTERVAL 1 DAY)
  AND e.valid_to > epoch_us(now() + INTERVAL 1 DAY)
  AND (e.basis <> 'column' OR o.own_right = 1);
```
"""


def export(
    snapshot: Snapshot, directory: Path, progress: Callable[[str, int], None] | None = None
) -> dict[str, int]:
    """Writes every table and returns the number of rows of each. `progress` is called after each.

    A file appears whole or not at all. Files of an earlier export are replaced.
    """
    directory.mkdir(parents=True, exist_ok=True)
    counts = {}
    for table in TABLES:
        counts[table.name] = _write(snapshot, table, directory / f"{table.name}.parquet")
        if progress:
            progress(table.name, counts[table.name])
    (directory / GUIDE).write_text(guide(), encoding="utf-8")
    described = msgspec.json.encode(_described())
    (directory / SCHEMA).write_bytes(msgspec.json.format(described, indent=2) + b"\n")
    return counts


def _write(snapshot: Snapshot, table: Table, path: Path) -> int:
    plain = arrow_schema(table)
    schema = pa.schema(
        [
            plain.field(column.name).with_metadata({"comment": column.help})
            for column in table.columns
        ],
        metadata={"comment": table.help},
    )
    unfinished = path.with_name(f"{path.name}.tmp")
    count = 0
    try:
        with pq.ParquetWriter(unfinished, schema, compression="zstd") as writer:
            for batch in snapshot.scan(table):
                writer.write_batch(batch.cast(schema))
                count += batch.num_rows
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return count


def guide() -> str:
    """The page that is written beside the files."""
    parts = [_INTRODUCTION]
    for table in TABLES:
        lines = [
            f"| `{column.name}` | {column.kind} | {'yes' if column.nullable else ''} "
            f"| {column.help.replace('|', '/')} |"
            for column in table.columns
        ]
        head = ["| Column | Type | Nullable | Meaning |", "|---|---|---|---|"]
        key = f"Key: {', '.join(f'`{name}`' for name in table.key)}."
        parts.append("\n".join([f"## {table.name}\n\n{table.help} {key}\n", *head, *lines, ""]))
    return "\n".join(parts)


def _described() -> dict[str, object]:
    return {
        "schemaVersion": SCHEMA_VERSION,
        "tables": [
            {
                "name": table.name,
                "help": table.help,
                "key": table.key,
                "columns": [
                    {"name": c.name, "type": c.kind, "nullable": c.nullable, "help": c.help}
                    for c in table.columns
                ],
            }
            for table in TABLES
        ],
    }
