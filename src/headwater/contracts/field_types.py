"""Types of fields: whether one type can hold what another one holds."""

import re
from typing import Literal, TypeAlias

from headwater.model.schemas import category

Relation: TypeAlias = Literal["same", "wider", "other"]

_BITS = {
    **dict.fromkeys(("tinyint", "byte", "uint8"), 8),
    **dict.fromkeys(("smallint", "short", "int2", "int16"), 16),
    **dict.fromkeys(("int", "integer", "int4", "int32", "serial"), 32),
    **dict.fromkeys(("bigint", "long", "int8", "int64", "bigserial"), 64),
    **dict.fromkeys(("real", "float4", "float32"), 32),
    **dict.fromkeys(("double", "float8", "float64", "double precision"), 64),
    "float": 32,
}
_PARAMETERS = re.compile(r"([^(]*)(?:\(([\d, ]*)\))?")
_ENDLESS = 1 << 60


def relation(before: str, after: str) -> Relation:
    """How a type relates to the one before it.

    >>> relation("int", "BIGINT"), relation("varchar(20)", "varchar(10)"), relation("int", "text")
    ('wider', 'other', 'other')
    """
    old, new = (re.sub(r"\s+", " ", text.strip().lower()) for text in (before, after))
    if old == new:
        return "same"
    if category(old) != category(new):
        return "other"
    match category(old):
        case "integer" | "float":
            held, holds = _BITS.get(old), _BITS.get(new)
            return _compared((held,), (holds,)) if held and holds else "other"
        case "string" | "binary" | "timestamp" | "time":
            return _compared((_length(old),), (_length(new),))
        case "decimal":
            return _compared(_digits(old), _digits(new))
        case "boolean" | "date" | "json" | "uuid" | "interval":
            return "same"  # the names differ, but they mean one type
        case _:
            return "other"


def _compared(before: tuple[int, ...], after: tuple[int, ...]) -> Relation:
    if before == after:
        return "same"
    fits = all(held <= holds for held, holds in zip(before, after, strict=True))
    return "wider" if fits else "other"


def _numbers(text: str) -> list[int]:
    match = _PARAMETERS.match(text)
    found = (match[2] or "") if match else ""
    return [int(part) for part in found.replace(",", " ").split()]


def _length(text: str) -> int:
    return next(iter(_numbers(text)), _ENDLESS)


def _digits(text: str) -> tuple[int, int]:
    """The number of digits before and after the decimal point."""
    numbers = _numbers(text)
    if not numbers:
        return _ENDLESS, _ENDLESS
    precision, scale = (*numbers, 0)[:2]
    return precision - scale, scale
