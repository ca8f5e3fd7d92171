"""Comparing and composing schemas (semantics 5.3, 5.5)."""

import re
from dataclasses import dataclass

from tests.reference import facets
from tests.reference.facets import Field
from tests.reference.names import Json, canonical, digest, text_hash

CATEGORIES = {
    "integer": "int integer bigint smallint tinyint long short byte int2 int4 int8 int16 int32 "
    "int64 int128 int256 serial bigserial",
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


def category(type_name: str) -> str:
    """5.5: the category of a type; else its own lower-case name without parameters."""
    name = re.split(r"[(< ]", type_name.lower(), maxsplit=1)[0]
    if name.startswith("uint"):
        return "integer"
    return next((key for key, names in CATEGORIES.items() if name in names.split()), name)


@dataclass(frozen=True)
class Schema:
    hash: str
    fields: list[Field]
    value: str | None = None
    """Its JSON, where it was composed from reads."""


def sent(facet: Json | None) -> Schema | None:
    """The schema a facet states."""
    fields = facets.schema(facet)
    return Schema(digest(facet), fields) if fields else None


def composed(fields: list[Field], base: Schema) -> Schema:
    """The schema of these fields; the base itself if they are the base's."""
    if fields == base.fields:
        return base
    listed = [{"name": path} | ({"type": kind} if kind else {}) for path, kind in fields]
    text = canonical({"fields": listed})
    return Schema(text_hash(text), fields, text)


def retypes(base: Schema, reported: Schema) -> bool:
    """A reported field is of another type category; an absent type matches any."""
    types = dict(base.fields)
    return any(
        kind is not None and category(kind) != category(known)
        for path, kind in reported.fields
        if (known := types.get(path)) is not None
    )


def adds(base: Schema, reported: Schema) -> bool:
    return bool({field.path for field in reported.fields} - {field.path for field in base.fields})


def overlaid(base: Schema, reported: Schema) -> Schema:
    """5.5b: the base's fields with the reported types; new fields at the end."""
    types = dict(base.fields)
    for path, kind in reported.fields:
        types[path] = kind or types.get(path)
    return composed([Field(path, kind) for path, kind in types.items()], base)


def filled(base: Schema | None, reported: Schema) -> Schema:
    """5.3: the initial version takes in new fields, and types where it has none."""
    if base is None:
        return reported
    types = dict(base.fields)
    for path, kind in reported.fields:
        types[path] = types.get(path) or kind
    return composed([Field(path, kind) for path, kind in types.items()], base)
