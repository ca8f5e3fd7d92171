"""All tables as Parquet, for Spark, DuckDB and others."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO

import pyarrow as pa
import pyarrow.parquet as pq

from headwater.answers.service import ExportedTable, ExportedTables, TableColumn
from headwater.errors import NotFoundError
from headwater.store import Snapshot, arrow_schema
from headwater.store.tables import SCHEMA_VERSION, TABLES, Table

_GROUP = 16
"""How many record batches make a row group. Readers skip whole row groups by their statistics."""


def exported_tables(snapshot: Snapshot) -> ExportedTables:
    """The tables that can be exported, each with its present state."""
    return ExportedTables(
        SCHEMA_VERSION,
        tuple(
            ExportedTable(
                table.name,
                table.help,
                table.key,
                table.time,
                tuple(TableColumn(c.name, c.kind, c.nullable, c.help) for c in table.columns),
                table_state(snapshot, table),
            )
            for table in TABLES
        ),
    )


def table_named(name: str) -> Table:
    """The table with this name; NotFoundError if it is none that can be exported."""
    for table in TABLES:
        if table.name == name:
            return table
    names = ", ".join(table.name for table in TABLES)
    raise NotFoundError(f"there is no table {name[:60]!r}; there are {names}")


def table_state(snapshot: Snapshot, table: Table) -> str:
    return str(snapshot.state(table.name)[0])


def table_schema(table: Table) -> pa.Schema:
    """The Arrow schema of a table, in which each column says what it means."""
    plain = arrow_schema(table)
    return pa.schema(
        [
            plain.field(column.name).with_metadata({"comment": column.help})
            for column in table.columns
        ],
        metadata={"comment": table.help},
    )


def write_table(snapshot: Snapshot, table: Table, file: IO[bytes]) -> None:
    """Writes a table to a file, ordered by its time, if it has one, and then by its key."""
    write_parquet(snapshot.scan(table, by_time=True), table_schema(table), file)


def write_parquet(batches: Iterable[pa.RecordBatch], schema: pa.Schema, file: IO[bytes]) -> int:
    """Writes rows to a file, and returns their number."""
    count = 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in _groups(batches):
            rows = pa.Table.from_batches(group).cast(schema)
            writer.write_table(rows, row_group_size=max(1, len(rows)))
            count += len(rows)
    return count


def _groups(batches: Iterable[pa.RecordBatch]) -> Iterator[list[pa.RecordBatch]]:
    left = iter(batches)
    while group := list(islice(left, _GROUP)):
        yield group
