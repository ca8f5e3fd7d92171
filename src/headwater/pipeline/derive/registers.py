"""Registers (`model.registers`) as Spark sees them: those that histories are derived from."""

import pyarrow as pa
from pyspark.sql import Column
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_type

PLACE = pa.struct([("t", pa.int64()), ("r", pa.int32()), ("g", pa.string()), ("l", pa.int32())])
"""The order of an instance: the K of its event, and its place in that."""
_FIRST = pa.struct([*PLACE, ("v", pa.string())])
_STATING = pa.struct([*PLACE, ("h", pa.string()), ("d", pa.int32()), ("v", pa.string())])
REGISTER = pa.struct(
    [
        ("e", pa.string()),
        ("n", pa.int64()),
        ("p", pa.string()),
        ("f", pa.string()),
        ("a", _FIRST),
        ("h", pa.string()),
        ("d", pa.int32()),
        ("v", pa.string()),
        ("k", PLACE),
        ("s", _STATING),
    ]
)
"""Part, node, partition and facet; the first instance; the last one (hash, deleted, value and key);
the last one that states something, if that is another."""
REGISTER_DDL = from_arrow_type(REGISTER).simpleString()


def stated(register: Column) -> Column:
    """The value of the last instance that states something; null after a tombstone."""
    return F.when(register.s.isNotNull(), register.s.v).otherwise(register.v)
