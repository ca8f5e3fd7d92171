"""The page that explains the tables of an export, and is written beside its files."""

from headwater.store.tables import BEGINNING, FOREVER, TABLES

_INTRODUCTION = f"""\
# Lineage tables

{{layout}} All are of the same moment. `schema.json` says the same as this page, for programs; each
column's description is also in its file, as field metadata `comment`.

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
FROM '{{edges}}' e
JOIN '{{entities}}' o ON o.entity_id = e.origin
JOIN '{{entities}}' d ON d.entity_id = e.destination
WHERE e.valid_from <= epoch_us(now() + INTERVAL 1 DAY)
  AND e.valid_to > epoch_us(now() + INTERVAL 1 DAY)
  AND (e.basis <> 'column' OR o.own_right = 1);
```
"""
_WHOLE = "Each table is one Parquet file, `TABLE.parquet`."
_DIVIDED = """\
Each table is a folder of Parquet files. Tables with a time are divided by the {by} of it, in UTC:
`TABLE/{by}=…/rows.parquet`. Rows without a beginning are in `{by}=__HIVE_DEFAULT_PARTITION__`,
which readers take as null."""


def guide(by: str | None = None) -> str:
    """The page, for tables that are whole or divided by a unit of time."""
    introduction = _INTRODUCTION.format(
        layout=_DIVIDED.format(by=by) if by else _WHOLE,
        edges="edges/*.parquet" if by else "edges.parquet",
        entities="entities/*.parquet" if by else "entities.parquet",
    )
    parts = [introduction]
    for table in TABLES:
        lines = [
            f"| `{column.name}` | {column.kind} | {'yes' if column.nullable else ''} "
            f"| {column.help.replace('|', '/')} |"
            for column in table.columns
        ]
        head = ["| Column | Type | Nullable | Meaning |", "|---|---|---|---|"]
        key = f"Key: {', '.join(f'`{name}`' for name in table.key)}."
        time = f" Time: `{table.time}`." if table.time else ""
        heading = f"## {table.name}\n\n{table.help} {key}{time}\n"
        parts.append("\n".join([heading, *head, *lines, ""]))
    return "\n".join(parts)
