"""Finding jobs and datasets by a part of their names."""

import re

import msgspec

from headwater.query.deletions import Deletions
from headwater.query.entities import EntityKind, aliases, entities
from headwater.query.moments import in_force
from headwater.store import Snapshot

LIMIT = 20
_PAGE = 500


class Hit(msgspec.Struct, frozen=True):
    """A job or dataset, under its canonical name."""

    id: str
    kind: EntityKind
    namespace: str
    name: str
    aliases: tuple[str, ...]


class Hits(msgspec.Struct, frozen=True, rename="camel"):
    hits: tuple[Hit, ...]
    has_more: bool


def search(
    snapshot: Snapshot, text: str, *, kind: EntityKind | None = None, limit: int = LIMIT
) -> Hits:
    """Jobs and datasets with `text` in any of their names, whatever the case.

    Those that are called just so come first, then those that begin so, then other names, then
    namespaces. What is deleted is left out.
    """
    deletions = Deletions(snapshot, in_force(None))
    found: list[int] = []
    for offset in range(0, 1 << 62, _PAGE):
        page = _page(snapshot, text.lower(), kind, offset)
        known = entities(snapshot, page)
        hidden = deletions.hidden(known.values())
        found += [key for key in page if key not in hidden]
        if len(found) > limit or len(page) < _PAGE:
            break
    known = entities(snapshot, found[:limit])
    others = aliases(snapshot, known.values())
    return Hits(
        tuple(
            Hit(entity.id, entity.kind, entity.namespace, entity.name, others.get(entity.key, ()))
            for entity in (known[key] for key in found[:limit])
        ),
        len(found) > limit,
    )


def _page(snapshot: Snapshot, text: str, kind: EntityKind | None, offset: int) -> list[int]:
    inside, start = f"%{literal(text)}%", f"{literal(text)}%"
    of_kind = " AND n.kind = ?" if kind else ""
    rows = snapshot.query(
        "SELECT n.entity_id, min(CASE WHEN lower(n.name) = ? THEN 0"
        " WHEN lower(n.name) LIKE ? ESCAPE '!' THEN 1"
        " WHEN lower(n.name) LIKE ? ESCAPE '!' THEN 2 ELSE 3 END) AS place"
        " FROM nodes n JOIN entities e ON e.entity_id = n.entity_id"
        f" WHERE lower(n.namespace || ':' || n.name) LIKE ? ESCAPE '!'{of_kind}"
        " GROUP BY n.entity_id, e.name, e.namespace, e.kind"
        f" ORDER BY place, e.name, e.namespace, e.kind LIMIT {_PAGE} OFFSET ?",
        (text, start, inside, inside, *((kind,) if kind else ()), offset),
    )
    return [key for key, _ in rows]


def literal(text: str) -> str:
    """The text, in lower case, as part of a LIKE pattern with `!` as its escape.

    >>> literal("A_b%")
    'a!_b!%'
    """
    return re.sub(r"([!%_])", r"!\1", text.lower())
