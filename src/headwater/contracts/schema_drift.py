"""Comparing the schema that a contract promises with the one that its dataset has.

A schema facet says nothing about empty or repeated values, so this comparison does not either.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from headwater.contracts.contract import Contract, Output, SchemaField, SchemaObject
from headwater.model.schemas import CATEGORIES, category

_LOGICAL = {
    "string": ("string", "uuid"),
    "integer": ("integer",),
    "number": ("integer", "decimal", "float"),
    "boolean": ("boolean",),
    "date": ("date", "timestamp"),
    "timestamp": ("timestamp",),
    "time": ("time",),
    "object": ("struct", "map", "json"),
    "map": ("map", "json"),
    "array": ("array", "json"),
    "vector": ("array",),
}
"""The categories that a logical type allows. Before v3.1 a date could be a timestamp, too."""
_ELEMENT = re.compile(r"\.(_element|element|items)(?=\.|$)")
_WHOLE = re.compile(r"(decimal|numeric|number|dec)\s*\(\s*\d+\s*(,\s*0\s*)?\)", re.IGNORECASE)


class SchemaDrift(msgspec.Struct, frozen=True):
    """One difference between the promised and the observed schema."""

    code: str
    message: str
    line: int


def object_of(contract: Contract, output: Output) -> SchemaObject | None:
    """The object that a dataset holds: the one it is derived from, the only one, or a namesake."""
    if output.object is not None:
        return next((item for item in contract.objects if item.name == output.object), None)
    if len(contract.objects) == 1:
        return contract.objects[0]
    name = re.split(r"[./]", output.name)[-1].lower()
    fits = [
        o for o in contract.objects if name in ((o.physical_name or "").lower(), o.name.lower())
    ]
    return fits[0] if len(fits) == 1 else None


class FoundFields:
    """The fields of a dataset, prepared for comparison."""

    def __init__(self, fields: Iterable[tuple[str, str | None]]) -> None:
        self.types = {_flat(path): kind for path, kind in fields if not _is_element(path)}
        self.categories = {path: category(kind) for path, kind in self.types.items()}
        self.folded = {path.lower(): path for path in self.types}
        self.pairs = frozenset(self.categories.items())


class PromisedFields(msgspec.Struct, frozen=True, gc=False):
    """The fields of an object of a contract, prepared for comparison."""

    line: int
    fields: tuple[tuple[str, SchemaField, tuple[str, ...]], ...]
    """The path, the field, and the categories of type that it may have."""
    pairs: frozenset[tuple[str, str]]
    """Each path with each of those categories."""


def promised_fields(promised: SchemaObject) -> PromisedFields:
    fields = tuple(
        (_flat(field.physical), field, _allowed(field.physical_type, field.logical_type))
        for field in promised.fields
        if not _is_element(field.physical)
    )
    pairs = frozenset((path, kind) for path, _, allowed in fields for kind in allowed)
    return PromisedFields(promised.line, fields, pairs)


def schema_drift(promised: PromisedFields, found: FoundFields) -> Iterator[SchemaDrift]:
    """The differences. Letter case of names counts only where two differ by it alone."""
    if len(promised.fields) == len(found.types) and found.pairs <= promised.pairs:
        return  # nearly always all fields are as promised
    met: set[str] = set()
    for path, field, allowed in promised.fields:
        known_as = path if path in found.types else found.folded.get(path.lower())
        if known_as is not None:
            met.add(known_as)
            if allowed and found.categories[known_as] not in allowed:
                yield from _type(field, found.types[known_as], allowed)
        elif _has_inside(path, found.folded):
            yield SchemaDrift(
                "schema-field-missing", f"the field {field.physical} is not there", field.line
            )
    if not promised.fields or len(met) == len(found.types):
        return
    declared = {path.lower() for path, *_ in promised.fields}
    for path in found.types:
        if path not in met and _has_inside(path, declared):
            yield SchemaDrift(
                "schema-field-undeclared", f"the field {path} is not declared", promised.line
            )


def _is_element(path: str) -> bool:
    """Whether it is the element of an array, which is no field of its own."""
    if "." not in path:
        return False
    match = _ELEMENT.search(path)
    return match is not None and path.endswith(match[0])


def _flat(path: str) -> str:
    """The path without the step from an array to its elements, which not everyone writes."""
    return _ELEMENT.sub("", path) if "." in path else path


def _has_inside(path: str, others: dict[str, str] | set[str]) -> bool:
    """Whether the other side lists fields inside the enclosing field of this one."""
    parent = path.lower().rpartition(".")[0]
    return not parent or any(other.startswith(f"{parent}.") for other in others)


def _type(field: SchemaField, found: str | None, allowed: tuple[str, ...]) -> Iterator[SchemaDrift]:
    """A difference if the types have different categories whose meaning is known."""
    seen = category(found)
    if found is None or seen is None:
        return
    if seen not in CATEGORIES and not field.physical_type:
        return  # only its platform knows what this type means
    if "integer" in allowed and _WHOLE.fullmatch(found.strip()):
        return
    stated = field.physical_type or field.logical_type
    yield SchemaDrift(
        "schema-type", f"the field {field.physical} is {found}, not {stated}", field.line
    )


@lru_cache(maxsize=4096)  # types are few, fields are many
def _allowed(physical_type: str | None, logical_type: str | None) -> tuple[str, ...]:
    """The categories of type that a field may have. An empty result allows any."""
    physical = category(physical_type)
    if physical in CATEGORIES:
        return (physical,) if physical else ()
    logical = _LOGICAL.get((logical_type or "").lower())
    if logical is not None:
        return logical
    return (physical,) if physical else ()
