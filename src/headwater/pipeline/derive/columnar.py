"""Rows of Python as columns of Arrow."""

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Any

import pyarrow as pa

from headwater.store.read import arrow_schema
from headwater.store.tables import Table


def stored_columns(table: Table) -> list[tuple[str, pa.DataType]]:
    """The columns of a table of the store, with their types in Arrow."""
    return [(column.name, column.type) for column in arrow_schema(table)]


def columnar(kind: pa.DataType, values: Sequence[Any]) -> pa.Array:
    """An array of values, where a struct is a tuple and a list is a list of such.

    Columns are gathered flat, which is many times faster than value by value.
    """
    if pa.types.is_struct(kind):
        return _structs(kind, values)
    if pa.types.is_list(kind) and pa.types.is_struct(kind.value_type):
        offsets = pa.array([0, *accumulate(map(len, values))], pa.int32())
        flat = list(chain.from_iterable(values))
        return pa.ListArray.from_arrays(offsets, columnar(kind.value_type, flat), type=kind)
    return pa.array(values, kind)


def _structs(kind: pa.StructType, values: Sequence[tuple[Any, ...] | None]) -> pa.StructArray:
    fields = [kind.field(index) for index in range(kind.num_fields)]
    nothing: list[Any] = [[] if pa.types.is_list(field.type) else None for field in fields]
    is_null = [value is None for value in values]
    has_null = any(is_null)
    rows = [nothing if value is None else value for value in values] if has_null else values
    columns: Sequence[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * len(fields)
    arrays = [columnar(field.type, column) for field, column in zip(fields, columns, strict=True)]
    mask = pa.array(is_null, pa.bool_()) if has_null else None
    return pa.StructArray.from_arrays(arrays, fields=fields, mask=mask)
