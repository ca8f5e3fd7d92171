"""Finding jobs and datasets: by names, fields, tags, descriptions and owners."""

from collections.abc import Collection
from typing import Any, Literal, TypeAlias

import msgspec

from headwater.answers.names import EntityKind
from headwater.answers.search import Hit, Hits, Match
from headwater.query.moments import in_force, instant
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import Entity, aliases
from headwater.query.names.occurrences import last_seen
from headwater.query.pages import FIRST_PAGE, Page
from headwater.query.search.index import KINDS, SearchIndex, Texts, search_index
from headwater.store import Snapshot
from headwater.store.tables import BEGINNING, FOREVER

Sort: TypeAlias = Literal["rank", "name", "updated"]


class _Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which of the jobs and datasets with a text in them are wanted, and in what order."""

    kind: EntityKind | None
    namespace: str | None
    after: int
    before: int
    sort: Sort

    @property
    def is_dated(self) -> bool:
        """Whether it depends on when they last occurred."""
        return (self.after, self.before) != (BEGINNING, FOREVER)


def search(  # noqa: PLR0913  # one keyword for each thing that can be asked for
    snapshot: Snapshot,
    text: str,
    *,
    kind: EntityKind | None = None,
    namespace: str | None = None,
    after: int | None = None,
    before: int | None = None,
    sort: Sort = "rank",
    page: Page = FIRST_PAGE,
) -> Hits:
    """Jobs and datasets that have a text in their names, or in what is said of them, in any case.

    By rank, those that are called just so come first, then those whose names begin so, then other
    names, then namespaces, fields, tags, descriptions and owners. `after` and `before` are about
    when they last occurred. What is deleted is left out.
    """
    wanted = _Wanted(
        kind=kind,
        namespace=namespace,
        after=BEGINNING if after is None else after,
        before=FOREVER if before is None else before,
        sort=sort,
    )
    index = search_index(snapshot)
    found = _Found(index, " ".join(text.lower().split()))
    known = _chosen(snapshot, index, found.places, wanted)
    updated = _updated(snapshot, known) if wanted.sort == "updated" else {}
    row, in_order = _ordered(wanted.sort, known, found.places, updated)
    rows, following = page.of(in_order, row)
    shown = [known[row[-1]] for row in rows]
    names = aliases(snapshot, shown)
    times = _updated(snapshot, [entity.key for entity in shown])
    hits = tuple(
        Hit(
            id=entity.id,
            kind=entity.kind,
            namespace=entity.namespace,
            name=entity.name,
            aliases=names.get(entity.key, ()),
            updated_at=instant(times[entity.key] or None),
            match=found.match(entity, names.get(entity.key, ())),
        )
        for entity in shown
    )
    return Hits(hits, len(in_order), following)


class _Found:
    """The entities that have a text somewhere, each with the best place where it has."""

    def __init__(self, index: SearchIndex, text: str) -> None:
        self._text = text
        self.places: dict[int, int] = {}
        """The smaller the better: by kind of place, then by how close the text there is."""
        self._texts: dict[int, Texts] = {}
        for full, name, entity in index.names:
            if text in full:
                place = _closeness(name, text) if text in name else _WORST
                if place < self.places.get(entity, _NOWHERE):
                    self.places[entity] = place
        for lower, entity, kind, texts in index.said:
            if text in lower:
                first = KINDS.index(kind) * _WORST
                best = self.places.get(entity, _NOWHERE)
                if first < best:
                    place = first + min(_closeness(told, text) for told in lower.split("\n"))
                    if place < best:
                        self.places[entity], self._texts[entity] = place, texts

    def match(self, entity: Entity, names: tuple[str, ...]) -> Match:
        kind = KINDS[self.places[entity.key] // _WORST]
        if entity.key in self._texts:
            return Match(kind, self._texts[entity.key].containing(self._text))
        own = entity.name if kind == "name" else entity.namespace
        told = (own,) if self._text in own.lower() else (entity.id, *names)
        return Match(kind, tuple(one for one in told if self._text in one.lower()))


_WORST = 3
_NOWHERE = len(KINDS) * _WORST


def _chosen(
    snapshot: Snapshot, index: SearchIndex, found: Collection[int], wanted: _Wanted
) -> dict[int, Entity]:
    known = {
        key: index.entities[key]
        for key in found
        if wanted.kind in (None, index.entities[key].kind)
        and wanted.namespace in (None, index.entities[key].namespace)
    }
    for key in Deletions(snapshot, in_force(None)).hidden(known.values()):
        del known[key]
    if not wanted.is_dated:
        return known
    times = _updated(snapshot, known)
    return {key: known[key] for key in known if wanted.after <= times[key] < wanted.before}


def _updated(snapshot: Snapshot, keys: Collection[int]) -> dict[int, int]:
    """When each last occurred; 0 for never."""
    return dict.fromkeys(keys, 0) | last_seen(snapshot, keys)


def _closeness(told: str, text: str) -> int:
    """0 for just that text, 1 for what begins so, 2 for what has it elsewhere."""
    if told.startswith(text):
        return 0 if len(told) == len(text) else 1
    return 2 if text in told else _WORST


def _ordered(
    sort: Sort, known: dict[int, Entity], places: dict[int, int], updated: dict[int, int]
) -> tuple[Any, list[tuple[Any, ...]]]:
    """Rows that are sorted by themselves and end with the entity's key; and their type."""
    rows = [(entity.name, entity.namespace, entity.kind, key) for key, entity in known.items()]
    match sort:
        case "name":
            return tuple[str, str, str, int], sorted(rows)
        case "updated":
            dated = sorted((-updated[row[-1]], *row) for row in rows)
            return tuple[int, str, str, str, int], dated
        case "rank":
            ranked = sorted((places[row[-1]], *row) for row in rows)
            return tuple[int, str, str, str, int], ranked
