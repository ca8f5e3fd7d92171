"""Schemas as the rules compare them: flat fields, and types by category (semantics 5.5)."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from headwater.model.canonical import canonical

Fields = tuple[tuple[str, str | None], ...]
"""Pairs of path and type as sent. A nested field follows its parent, as `parent.child`."""

_CATEGORIES = {
    "integer": "int integer bigint smallint tinyint long short byte int2 int4 int8 int16 int32 "
    "int64 int128 int256 uint8 uint16 uint32 uint64 uint128 uint256 serial bigserial",
    "decimal": "decimal numeric number bignumeric money dec",
    "float": "float double real float4 float8 float32 float64 binary_float binary_double",
    "string": "string varchar char text nvarchar nchar bpchar character clob varchar2 utf8 "
    "fixedstring citext enum",
    "boolean": "boolean bool bit",
    "date": "date date32",
    "timestamp": "timestamp timestamptz timestamp_ntz timestamp_ltz timestamp_tz datetime "
    "datetime2 datetime64 smalldatetime",
    "time": "time timetz",
    "binary": "binary varbinary bytes bytea blob image",
    "array": "array list repeated",
    "map": "map",
    "struct": "struct record row object tuple",
    "json": "json jsonb variant super",
    "uuid": "uuid uniqueidentifier",
    "interval": "interval",
}
_BY_NAME = {name: category for category, names in _CATEGORIES.items() for name in names.split()}
_BASE_NAME = re.compile(r"[^(< ]*")
CATEGORIES = frozenset(_CATEGORIES)
"""The categories that `category` knows. For any other type it returns the type's own name."""


@lru_cache(maxsize=4096)  # types are few, fields are many
def category(type_name: str | None) -> str | None:
    """The kind of values that a type holds. Parameters and letter case do not count.

    >>> category("DECIMAL(18,2)"), category("double precision"), category("geography")
    ('decimal', 'float', 'geography')
    """
    if not type_name:
        return None
    match = _BASE_NAME.match(type_name.strip().lower())
    base = match[0] if match else ""
    return _BY_NAME.get(base, base)


def fields(schema_json: str) -> Fields:
    """The flat fields of a schema facet. Where a path occurs twice, the first one counts."""
    flat: dict[str, str | None] = {}
    for path, field in by_path(msgspec.json.decode(schema_json)):
        kind = field.get("type")
        flat.setdefault(path, kind if isinstance(kind, str) and kind else None)
    return tuple(flat.items())


def by_path(schema: Any, prefix: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """All fields of a schema facet, or inside one field. Each comes before the fields inside it."""
    items = schema.get("fields")
    for field in items if isinstance(items, list) else ():
        name = field.get("name") if isinstance(field, dict) else None
        if isinstance(name, str) and name:
            yield prefix + name, field
            yield from by_path(field, f"{prefix}{name}.")


def contradicts(known: Fields, reported: Fields, *, may_add: bool) -> bool:
    """Whether a reader saw something else than what is known.

    Missing fields are no contradiction, as a reader may read only some columns. With `may_add`, new
    fields are none either: the initial version is filled in by its readers.
    """
    types = dict(known)
    for path, kind in reported:
        if path not in types:
            if not may_add:
                return True
            continue
        ours, theirs = category(types[path]), category(kind)
        if ours is not None and theirs is not None and ours != theirs:
            return True
    return False


def overlaid(known: Fields, reported: Fields) -> Fields:
    """The known fields with the reported ones laid over them. New fields follow in their order."""
    types = dict(known)
    for path, kind in reported:
        types[path] = kind if kind is not None else types.get(path)
    return tuple(types.items())


def filled(known: Fields, reported: Fields) -> Fields:
    """The known fields, with fields and types added where they were missing."""
    types = dict(known)
    for path, kind in reported:
        if types.get(path) is None:
            types[path] = kind
    return tuple(types.items())


def composed(parts: Iterable[tuple[str, str | None]]) -> str:
    """The JSON of a schema facet for fields that no single facet stated."""
    items = [{"name": p} if kind is None else {"name": p, "type": kind} for p, kind in parts]
    return canonical({"fields": items}).decode()
