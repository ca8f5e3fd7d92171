"""What users say of namespaces, sources and tags: no event is about one of these (semantics 10)."""

from typing import Any, Literal, TypeAlias

import msgspec

from headwater.model.facets import stated_text
from headwater.store import Snapshot

DescribedKind: TypeAlias = Literal["namespace", "source", "tag"]


class Described(msgspec.Struct, frozen=True):
    """All that was said of one: of each field the last that was said counts."""

    first_at: int | None
    last_at: int | None
    fields: dict[str, Any]

    def text(self, field: str) -> str | None:
        """None where nothing, or nothing any more, is said."""
        return stated_text(self.fields, field)


NOTHING = Described(None, None, {})


def descriptions(snapshot: Snapshot, kind: DescribedKind) -> dict[str, Described]:
    """By name."""
    name = "namespace" if kind == "namespace" else "name"
    rows = snapshot.query(
        f"SELECT {name}, edited_at, value FROM edits WHERE edit = 'describe' AND kind = ?"
        " ORDER BY edited_at, digest",
        (kind,),
    )
    found: dict[str, Described] = {}
    for about, at, value in rows:
        fields: dict[str, Any] = msgspec.json.decode(value)
        before = found.get(about, NOTHING)
        first_at = at if before.first_at is None else before.first_at
        found[about] = Described(first_at, at, before.fields | fields)
    return found
