"""An export as a directory of Parquet files, of which the next export writes only what changed."""

import filecmp
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

import msgspec
import pyarrow as pa

from headwater.answers.service import ExportedTables
from headwater.errors import SettingError
from headwater.query.service.export import (
    exported_tables,
    table_schema,
    write_parquet,
)
from headwater.query.service.export_guide import guide
from headwater.store import Snapshot
from headwater.store.tables import TABLES, Table

GUIDE = "TABLES.md"
SCHEMA = "schema.json"
"""What was exported, with the states of the tables, by which the next export finds what changed."""
NO_TIME = "__HIVE_DEFAULT_PARTITION__"
"""The name by which readers of partitioned files know that there is no value."""

Unit: TypeAlias = Literal["month", "day"]
_LENGTH: dict[Unit, int] = {"month": 7, "day": 10}
"""How much of a date and time in ISO 8601 names the unit."""


class TableSource(Protocol):
    """Where tables come from."""

    def tables(self) -> ExportedTables: ...

    def batches(self, table: Table) -> Iterable[pa.RecordBatch]:
        """The rows of a table, ordered by its time, if it has one."""


class SnapshotSource:
    """Tables of a store, all of one moment."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def tables(self) -> ExportedTables:
        return exported_tables(self._snapshot)

    def batches(self, table: Table) -> Iterable[pa.RecordBatch]:
        return self._snapshot.scan(table, by_time=True)


class TableFiles(msgspec.Struct, frozen=True):
    """What an export has of one table, and how many files of it the last export wrote."""

    rows: int
    files: int
    written: int


class _Described(msgspec.Struct, frozen=True, rename="camel"):
    """The content of `schema.json`."""

    by: Unit | None
    exported: ExportedTables
    files: dict[str, TableFiles]


def export_to(
    directory: Path, source: TableSource, by: Unit | None = None
) -> dict[str, TableFiles]:
    """Brings a directory up to date with the tables, and returns what it then has of each.

    Tables whose state is the same are not read again. Of the others, files whose content is the
    same are left as they are. A file appears whole or not at all.
    """
    directory.mkdir(parents=True, exist_ok=True)
    before = _described(directory)
    wanted = source.tables()
    states = {table.name: table.state for table in wanted.tables}
    known: dict[str, str] = {}
    if (
        before is not None
        and before.by == by
        and before.exported.schema_version == wanted.schema_version
    ):
        known = {table.name: table.state for table in before.exported.tables}
    found = {}
    for table in TABLES:
        had = before.files.get(table.name) if before is not None else None
        present = _present(directory, table)
        if had and known.get(table.name) == states[table.name] and had.files == len(present):
            found[table.name] = TableFiles(had.rows, had.files, 0)
            continue
        found[table.name] = _write(source.batches(table), table, directory, by)
    (directory / GUIDE).write_text(guide(by), encoding="utf-8")
    described = msgspec.json.encode(_Described(by, wanted, found))
    _replace(directory / SCHEMA, msgspec.json.format(described, indent=2) + b"\n")
    return found


def _described(directory: Path) -> _Described | None:
    """What the last export into the directory was, if there was one."""
    place = directory / SCHEMA
    try:
        return msgspec.json.decode(place.read_bytes(), type=_Described)
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SettingError(
            f"{place} is not from an export by this version: {error}; export into an empty"
            " directory, or remove that file, and all tables are written anew"
        ) from error


def _present(directory: Path, table: Table) -> set[Path]:
    """The files of a table, in whichever way it was divided."""
    whole = directory / f"{table.name}.parquet"
    divided = (directory / table.name).glob("**/rows.parquet")
    return {*divided, *([whole] if whole.exists() else ())}


def _write(
    batches: Iterable[pa.RecordBatch], table: Table, directory: Path, by: Unit | None
) -> TableFiles:
    before = _present(directory, table)
    rows, files, written = 0, set(), 0
    for place, part in _parts(batches, table, by):
        path = directory / place
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.tmp")
        try:
            with unfinished.open("wb") as file:
                rows += write_parquet(part, table_schema(table), file)
            files.add(path)
            if path not in before or not filecmp.cmp(unfinished, path, shallow=False):
                unfinished.replace(path)
                written += 1
        finally:
            unfinished.unlink(missing_ok=True)
    for gone in before - files:
        gone.unlink()
        for folder in (gone.parent, gone.parent.parent):
            with suppress(OSError):  # it is not empty
                if folder != directory:
                    folder.rmdir()
    return TableFiles(rows, len(files), written)


def _parts(
    batches: Iterable[pa.RecordBatch], table: Table, by: Unit | None
) -> Iterator[tuple[str, Iterable[pa.RecordBatch]]]:
    """The files that a table is divided into, each with its rows. A table without rows is a file
    too, except where it is divided."""
    if by is None:
        yield f"{table.name}.parquet", batches
    elif table.time is None:
        yield f"{table.name}/rows.parquet", batches
    else:
        pieces = _pieces(batches, table.time, by)
        for name, part in groupby(pieces, key=lambda piece: piece[0]):
            yield f"{table.name}/{by}={name}/rows.parquet", (batch for _, batch in part)


def _pieces(
    batches: Iterable[pa.RecordBatch], time: str, by: Unit
) -> Iterator[tuple[str, pa.RecordBatch]]:
    """The rows of each month or day, in pieces that do not reach into another."""
    for batch in batches:
        start = 0
        for name, rows in groupby(_unit(at, by) for at in batch.column(time).to_pylist()):
            length = sum(1 for _ in rows)
            yield name, batch.slice(start, length)
            start += length


def _unit(at: int, by: Unit) -> str:
    """The month or day of an instant, in UTC.

    >>> _unit(1_735_689_600_000_000, "month"), _unit(-(2**63), "day")
    ('2025-01', '__HIVE_DEFAULT_PARTITION__')
    """
    try:
        return datetime.fromtimestamp(at / 1_000_000, UTC).isoformat()[: _LENGTH[by]]
    except (OverflowError, ValueError):
        return NO_TIME


def _replace(path: Path, content: bytes) -> None:
    unfinished = path.with_name(f"{path.name}.tmp")
    unfinished.write_bytes(content)
    unfinished.replace(path)
