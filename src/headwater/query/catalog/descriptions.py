"""How users describe namespaces, sources and tags, which no event is about (semantics 10)."""

from typing import Any, Literal, TypeAlias

import msgspec

from headwater.model.facet_content import stated_text
from headwater.store import Snapshot

DescribedKind: TypeAlias = Literal["namespace", "source", "tag"]


class Described(msgspec.Struct, frozen=True):
    """All descriptions of one thing together. Of each field, the last value counts."""

    first_at: int | None
    last_at: int | None
    fields: dict[str, Any]

    def text(self, field: str) -> str | None:
        """The text in a field, or None if it was never described or was emptied again."""
        return stated_text(self.fields, field)


NOTHING = Described(None, None, {})


def descriptions(snapshot: Snapshot, kind: DescribedKind) -> dict[str, Described]:
    """The descriptions of all namespaces, sources or tags, by name."""
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
