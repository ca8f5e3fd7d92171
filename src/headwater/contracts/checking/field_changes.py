"""What changed in the fields of one object from one version to another."""

from collections.abc import Iterator
from typing import Any

import msgspec

from headwater.contracts.checking.field_types import relation
from headwater.contracts.contract import SchemaField


class Difference(msgspec.Struct, frozen=True):
    """A difference between two versions, before a rule says what it means: its kind
    (`rules.RULES`), and where it is."""

    kind: str
    path: str
    before: str | None = None
    after: str | None = None
    line: int = 0

    @property
    def has_values(self) -> bool:
        return self.before is not None or self.after is not None


def extra_differences(
    path: str, before: dict[str, Any], after: dict[str, Any], line: int
) -> Iterator[Difference]:
    """Changes of keys that have no meaning here. Only the fact that they changed is known."""
    for key in sorted(before.keys() | after.keys()):
        if before.get(key) != after.get(key):
            kind = "quality-changed" if key == "quality" else "other-changed"
            yield Difference(kind, f"{path}.{key}" if path else key, line=line)


def field_differences(
    path: str, before: tuple[SchemaField, ...], after: tuple[SchemaField, ...]
) -> Iterator[Difference]:
    old, new = ({field.path: field for field in fields} for fields in (before, after))
    renamed = _renamed(old, new)
    for name, field in old.items():
        where = f"{path}.{name}"
        now = new.get(renamed.get(name, name))
        if now is not None:
            if name in renamed and not _moved_along(name, now.path, renamed):
                yield Difference("field-renamed", where, name, now.path, now.line)
            yield from _field(where, field, now)
        elif not _is_inside(name, old, new):
            yield Difference("field-removed", where, field.path, None)
    for name, field in new.items():
        if name not in old and name not in renamed.values() and not _is_inside(name, new, old):
            kind = "required-field-added" if field.required else "field-added"
            yield Difference(kind, f"{path}.{name}", None, field.path, field.line)


def _moved_along(before: str, after: str, renamed: dict[str, str]) -> bool:
    """Whether only the name of the enclosing field has changed."""
    parents = before.rpartition("."), after.rpartition(".")
    return parents[0][2] == parents[1][2] and renamed.get(parents[0][0]) == parents[1][0]


def _is_inside(name: str, here: dict[str, SchemaField], there: dict[str, SchemaField]) -> bool:
    """Whether the enclosing field is missing, too, so that its own change says it all."""
    parent = name.rpartition(".")[0]
    return parent in here and parent not in there


def _renamed(old: dict[str, SchemaField], new: dict[str, SchemaField]) -> dict[str, str]:
    """Fields that are gone and new, and that have the same id or physical name."""
    found: dict[str, str] = {}
    for sameness in (_id, _physical):
        gone = {sameness(old[name]): name for name in old if name not in {*new, *found}}
        for name, field in new.items():
            before = gone.get(sameness(field)) if sameness(field) else None
            if before and name not in {*old, *found.values()}:
                found[before] = name
    return found


def _id(field: SchemaField) -> str:
    return str(field.extra.get("id") or "")


def _physical(field: SchemaField) -> str:
    return field.physical


def _field(path: str, old: SchemaField, new: SchemaField) -> Iterator[Difference]:
    known_as = (old.physical.rpartition(".")[2], new.physical.rpartition(".")[2])
    if known_as[0] != known_as[1] and old.path == new.path:
        yield Difference("field-renamed", path, *known_as, new.line)
    yield from _promises(path, old, new)
    if old.description != new.description:
        yield Difference("description-changed", f"{path}.description", line=new.line)
    yield from extra_differences(path, old.extra, new.extra, new.line)


def _promises(path: str, old: SchemaField, new: SchemaField) -> Iterator[Difference]:
    """Changes of what a reader can rely on."""
    yield from _types(path, old, new)
    for name, kind in (("required", "required"), ("unique", "unique"), ("primary_key", "key")):
        was, is_now = getattr(old, name) or False, getattr(new, name) or False
        if was != is_now:
            gained = f"{kind}-gained" if is_now else f"{kind}-dropped"
            yield Difference(gained, f"{path}.{name}", str(was), str(is_now), new.line)
    for name in sorted(old.options.keys() | new.options.keys()):
        was, is_now = old.options.get(name), new.options.get(name)
        if was != is_now:
            kind = _limit(name, was, is_now)
            yield Difference(kind, f"{path}.{name}", _as_text(was), _as_text(is_now), new.line)


def _types(path: str, old: SchemaField, new: SchemaField) -> Iterator[Difference]:
    """At most one difference: the graver of those of the logical and the physical type."""
    kinds = {
        _type_kind(getattr(old, name), getattr(new, name)): name
        for name in ("physical_type", "logical_type")
    }
    for kind in ("type-changed", "type-widened", "type-stated"):
        if kind in kinds:
            name = kinds[kind]
            types = (getattr(old, name), getattr(new, name))
            yield Difference(kind, path, *types, new.line)
            return


_WIDER_LOGICAL = {("integer", "number")}


def _type_kind(before: str | None, after: str | None) -> str | None:
    if before is None:
        return "type-stated" if after else None
    if after is None:
        return "type-changed"
    if (before.lower(), after.lower()) in _WIDER_LOGICAL:
        return "type-widened"
    return {"same": None, "wider": "type-widened", "other": "type-changed"}[relation(before, after)]


def _limit(name: str, before: Any, after: Any) -> str:
    """Whether a limit allows more or less than before, or only that it changed."""
    if name == "enum":
        was, is_now = _values(before), _values(after)
        return "limit-tightened" if is_now and (not was or is_now < was) else "limit-loosened"
    is_upper, is_lower = "max" in name.lower(), "min" in name.lower()
    if not is_upper and not is_lower:
        return "pattern-changed"
    if before is None or after is None:
        return "limit-tightened" if before is None else "limit-loosened"
    try:
        rises = float(after) > float(before)
    except (TypeError, ValueError):
        return "pattern-changed"
    return "limit-loosened" if rises == is_upper else "limit-tightened"


def _values(listed: Any) -> set[str]:
    """The values of an enum. From v3.2 on they are mappings."""
    items = listed if isinstance(listed, list) else []
    return {str(item.get("value") if isinstance(item, dict) else item) for item in items}


def _as_text(value: Any) -> str | None:
    return None if value is None else str(value)
