"""Packs: rows on their way through Spark, many in one value.

Spark brings rows together, and does not look into them. So rows of one kind that go to one place
travel as one value, in MessagePack, which costs Spark no more than one row. Rows of tables are a
kind like others: who made such a row has packed it for the store, and nobody between looks into it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
from pyspark.sql import DataFrame

from headwater.store.backend import Row
from headwater.store.tables import Table

DDL = "place int, kind string, rows bigint, pack binary"
"""The columns of packs: where they go to, the kind of their rows (the name of a table, for rows of
one), how many rows they have, and the rows."""
SCHEMA = pa.schema(
    [("place", pa.int32()), ("kind", pa.string()), ("rows", pa.int64()), ("pack", pa.binary())]
)
SMALL = 64
"""How many packs are handed to Python at a time, at most, as they may be large."""

_PACK_BYTES = 512 << 10
_BATCH_BYTES = 8 << 20
_KEY_BITS = 63
_ARRAY = b"\xdd"
"""How a long array begins in MessagePack. Its length follows, in four bytes."""
_ENCODER = msgspec.msgpack.Encoder()
_TABLE_ROWS = msgspec.msgpack.Decoder(list[Row])


class Pack(NamedTuple):
    """Rows of one kind, on their way to one place."""

    place: int
    kind: str
    rows: int
    pack: bytes


def place_of(key: int, places: int) -> int:
    """The place that a key of 63 bits goes to. Larger keys go to later places.

    >>> place_of(0, 4), place_of(2**63 - 1, 4)
    (0, 3)
    """
    return key * places >> _KEY_BITS


def place_of_digest(key: str, places: int) -> int:
    """The place that a digest or UUID goes to. What is neither goes to the first.

    >>> place_of_digest("00ff", 4), place_of_digest("ffffffff-0000", 4), place_of_digest("?", 4)
    (0, 3, 0)
    """
    first = key[:8].ljust(8, "0")
    try:
        return int(first, 16) * places >> 32 if first.isalnum() else 0
    except ValueError:
        return 0


class _Growing:
    """A pack that rows are still added to."""

    __slots__ = ("data", "rows")

    def __init__(self) -> None:
        self.rows, self.data = 0, bytearray(_ARRAY + bytes(4))

    def finished(self, place: int, kind: str) -> Pack:
        self.data[1:5] = self.rows.to_bytes(4)
        return Pack(place, kind, self.rows, bytes(self.data))


class Packing:
    """Packs under construction, by place and kind."""

    def __init__(self) -> None:
        self._growing: dict[tuple[int, str], _Growing] = {}
        self._full: list[Pack] = []

    def add(self, place: int, kind: str, row: Any) -> None:
        growing = self._growing.get((place, kind))
        if growing is None:
            growing = self._growing[place, kind] = _Growing()
        _ENCODER.encode_into(row, growing.data, -1)
        growing.rows += 1
        if len(growing.data) > _PACK_BYTES:
            self._full.append(growing.finished(place, kind))
            del self._growing[place, kind]

    def take_full(self) -> list[Pack]:
        """The packs that have become full since the last time."""
        full, self._full = self._full, []
        return full

    def finish(self) -> list[Pack]:
        """All packs that are left."""
        left = [growing.finished(*key) for key, growing in self._growing.items()]
        self._growing = {}
        return self.take_full() + left


def one_pack(kind: str, rows: Iterable[Any]) -> Pack:
    """Rows of one kind in a single pack."""
    growing = _Growing()
    for row in rows:
        _ENCODER.encode_into(row, growing.data, -1)
        growing.rows += 1
    return growing.finished(0, kind)


def table_packs(table: Table, rows: Iterable[Row | msgspec.Raw]) -> Iterator[Pack]:
    """Rows of a table, with its columns in their order."""
    packing = Packing()
    for row in rows:
        packing.add(0, table.name, row)
        yield from packing.take_full()
    yield from packing.finish()


def table_rows(pack: bytes | pa.Buffer) -> list[Row]:
    """The rows that `table_packs` has packed."""
    return _TABLE_ROWS.decode(pack)


def record_batches(packs: Iterable[Pack]) -> Iterator[pa.RecordBatch]:
    """Packs as rows of Spark, some megabytes at a time."""
    waiting: list[Pack] = []
    size = 0
    for pack in packs:
        waiting.append(pack)
        size += len(pack.pack)
        if size > _BATCH_BYTES or len(waiting) == SMALL:
            yield _batch(waiting)
            waiting, size = [], 0
    if waiting:
        yield _batch(waiting)


def _batch(packs: list[Pack]) -> pa.RecordBatch:
    columns = zip(*packs, strict=True)
    arrays = [pa.array(c, f.type) for c, f in zip(columns, SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)


def packs_in(batches: Iterable[pa.RecordBatch]) -> Iterator[Pack]:
    """The packs in rows of Spark."""
    for batch in batches:
        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            yield Pack(*row)


def brought_together(packs: DataFrame, places: int) -> DataFrame:
    """The packs of each place in a partition of its own, in the order of places."""
    return packs.repartitionById(places, "place")
