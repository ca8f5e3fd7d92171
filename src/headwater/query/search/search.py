"""Finds jobs and datasets by names, fields, tags, descriptions and owners."""

from collections.abc import Collection
from typing import Any

from headwater.answers.search import Hit, Hits, Match
from headwater.errors import BadRequestError
from headwater.query.facets.annotations import NONE, annotations
from headwater.query.facets.owners import owners
from headwater.query.moments import in_force, instant
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import Entity, aliases
from headwater.query.names.occurrences import last_seen
from headwater.query.search.index import KINDS, SearchIndex, Texts, search_index
from headwater.questions.search import ENTITY_TYPES, SearchQuestion, SearchSort
from headwater.store import Snapshot
from headwater.store.tables import BEGINNING, FOREVER


def search(snapshot: Snapshot, question: SearchQuestion) -> Hits:
    """The jobs and datasets that contain a text, by their canonical names, without deleted ones."""
    if not question.q.strip():
        raise BadRequestError("q: it has nothing but blanks; expected a text to look for")
    index = search_index(snapshot)
    found = _Found(index, " ".join(question.q.lower().split()))
    known = _chosen(snapshot, index, found.places, question)
    updated = _updated(snapshot, known) if question.sort == "UPDATE_AT" else {}
    row, in_order = _ordered(question.sort, known, found.places, updated)
    rows, following = question.page.of(in_order, row)
    shown = [known[row[-1]] for row in rows]
    names = aliases(snapshot, shown)
    keys = [entity.key for entity in shown]
    times, annotated = _updated(snapshot, keys), annotations(snapshot, keys)
    owned = owners(snapshot, keys)
    hits = tuple(
        Hit(
            id=entity.id,
            kind=entity.kind,
            namespace=entity.namespace,
            name=entity.name,
            aliases=names.get(entity.key, ()),
            updated_at=instant(times[entity.key] or None),
            tags=annotated.get(entity.key, NONE).tag_names(),
            all_tags=annotated.get(entity.key, NONE).on_whole,
            owners=tuple(dict.fromkeys(owner.name for owner in owned.get(entity.key, ()))),
            match=found.match(entity, names.get(entity.key, ())),
        )
        for entity in shown
    )
    return Hits(hits, len(in_order), following)


class _Found:
    """The entities that contain a text, each with the best place where they do."""

    def __init__(self, index: SearchIndex, text: str) -> None:
        self._text = text
        self._words = text.split()
        self.places: dict[int, int] = {}
        """The rank of the best place, lower is better: by its kind, then by the closeness there."""
        self._texts: dict[int, Texts] = {}
        for full, name, entity in index.names:
            if self._is_in(full):
                place = min(_closeness(name, text), _APART) if self._is_in(name) else _WORST
                if place < self.places.get(entity, _NOWHERE):
                    self.places[entity] = place
        for lower, entity, kind, texts in index.texts:
            if text in lower:
                first = KINDS.index(kind) * _WORST
                best = self.places.get(entity, _NOWHERE)
                if first < best:
                    place = first + min(_closeness(line, text) for line in lower.split("\n"))
                    if place < best:
                        self.places[entity], self._texts[entity] = place, texts

    def _is_in(self, name: str) -> bool:
        """Whether a name has every word of the text, as names have no blanks to look for."""
        return all(word in name for word in self._words)

    def match(self, entity: Entity, names: tuple[str, ...]) -> Match:
        kind = KINDS[self.places[entity.key] // _WORST]
        if entity.key in self._texts:
            return Match(kind, self._texts[entity.key].containing(self._text))
        own = entity.name if kind == "name" else entity.namespace
        candidates = (own,) if self._is_in(own.lower()) else (entity.id, *names)
        return Match(kind, tuple(one for one in candidates if self._is_in(one.lower())))


_APART = 2
"""The closeness of a name that has all words of a text, apart from each other."""
_WORST = 3
_NOWHERE = len(KINDS) * _WORST


def _chosen(
    snapshot: Snapshot, index: SearchIndex, found: Collection[int], question: SearchQuestion
) -> dict[int, Entity]:
    known = {
        key: index.entities[key]
        for key in found
        if question.filter in (None, ENTITY_TYPES[index.entities[key].kind])
        and question.namespace in (None, index.entities[key].namespace)
    }
    for key in Deletions(snapshot, in_force(None)).hidden(known.values()):
        del known[key]
    if question.after is None and question.before is None:
        return known
    after = BEGINNING if question.after is None else question.after
    before = FOREVER if question.before is None else question.before
    times = _updated(snapshot, known)
    return {key: known[key] for key in known if after <= times[key] < before}


def _updated(snapshot: Snapshot, keys: Collection[int]) -> dict[int, int]:
    """When each entity last occurred, or 0 if never."""
    return dict.fromkeys(keys, 0) | last_seen(snapshot, keys)


def _closeness(found: str, text: str) -> int:
    """How well a text matches: 0 if equal, 1 at the beginning, 2 elsewhere."""
    if found.startswith(text):
        return 0 if len(found) == len(text) else 1
    return 2 if text in found else _WORST


def _ordered(
    sort: SearchSort, known: dict[int, Entity], places: dict[int, int], updated: dict[int, int]
) -> tuple[Any, list[tuple[Any, ...]]]:
    """The type of the rows, and the rows in order. Each row ends with the entity's key."""
    rows = [(entity.name, entity.namespace, entity.kind, key) for key, entity in known.items()]
    match sort:
        case "NAME":
            return tuple[str, str, str, int], sorted(rows)
        case "UPDATE_AT":
            dated = sorted((-updated[row[-1]], *row) for row in rows)
            return tuple[int, str, str, str, int], dated
        case "RANK":
            ranked = sorted((places[row[-1]], *row) for row in rows)
            return tuple[int, str, str, str, int], ranked
