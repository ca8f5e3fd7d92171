"""The index of all texts by which jobs and datasets are found, made once per state of the store."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import msgspec

from headwater.answers.search import MatchKind
from headwater.model import schemas
from headwater.query.facets.annotations import annotations, stated_tags
from headwater.query.facets.entity_facets import everyones_facets
from headwater.query.facets.values import facet_values
from headwater.query.moments import in_force
from headwater.query.names.entities import graph_entities
from headwater.query.versions.versions import LATEST, LATEST_ID
from headwater.store import Snapshot
from headwater.store.tables import FOREVER

KINDS: tuple[MatchKind, ...] = ("name", "namespace", "field", "tag", "description", "owner")
"""The places where a text may be found, best first."""

_FACETS: dict[str, MatchKind] = {
    "tags": "tag",
    "documentation": "description",
    "ownership": "owner",
}


class Texts(NamedTuple):
    """Some texts, one per line, as they are and in lower case."""

    as_is: str
    lower: str

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Texts":
        as_is = "\n".join(" ".join(text.split()) for text in texts)
        return cls(as_is, as_is.lower())

    def containing(self, text: str) -> tuple[str, ...]:
        pairs = zip(self.as_is.split("\n"), self.lower.split("\n"), strict=True)
        return tuple(as_is for as_is, lower in pairs if text in lower)


FacetTexts: TypeAlias = dict[tuple[str, str], Texts]
"""The texts of facets, by the name of the facet and the hash of its content."""


# These are plain tuples, as there are a hundred thousand of them and they are often made anew.


class _Names:
    """All names of jobs and datasets."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.entities = graph_entities(snapshot)
        self.all = [
            (f"{namespace}:{name}".lower(), name.lower(), key)
            for key, namespace, name in snapshot.query(
                "SELECT entity_id, namespace, name FROM nodes"
            )
            if key in self.entities
        ]


class SearchIndex:
    """The names and texts of all jobs and datasets in one state of the store."""

    names: list[tuple[str, str, int]]
    """Namespace with name, and name alone, in lower case; and the entity's key."""
    texts: list[tuple[str, int, MatchKind, Texts]]
    """The texts in lower case, the entity's key, the kind of place, and the texts as they are."""
    until: int
    """When the next version that is dated ahead may come into force."""

    def __init__(self, snapshot: Snapshot, at: int) -> None:
        names = snapshot.recall(
            "names", snapshot.state("nodes", "entities", "edges"), lambda: _Names(snapshot)
        )
        self.entities, self.names = names.entities, names.all
        # Most facets of one index are also in the next.
        last: list[FacetTexts] = snapshot.recall("texts of facets", None, lambda: [{}])
        facets = _Facets(snapshot, last[0])
        self.texts = [
            (texts.lower, key, kind, texts)
            for key, kind, texts in _texts(snapshot, facets, at)
            if texts.lower and key in self.entities
        ]
        last[0] = facets.texts
        # Whatever comes into force does so at the time of an event, and events are indexed by time.
        [(ahead,)] = snapshot.query(
            "SELECT min(event_time) FROM events WHERE event_time > ?", (at,)
        )
        self.until = FOREVER if ahead is None else ahead


def search_index(snapshot: Snapshot) -> SearchIndex:
    """The index of the snapshot's present state, made anew only if the state has changed."""
    at = in_force(None)
    last = snapshot.recall("search", snapshot.state(), lambda: [SearchIndex(snapshot, at)])
    if last[0].until <= at:
        last[0] = SearchIndex(snapshot, at)
    return last[0]


class _Facets:
    """The texts of facets, by name and content. Each is read once, and kept for the next index."""

    def __init__(self, snapshot: Snapshot, known: FacetTexts) -> None:
        self._snapshot = snapshot
        self._known = known
        self.texts: FacetTexts = {}

    def of(self, facet: str, values: Mapping[str, str | None]) -> dict[str, Texts]:
        """The texts by hash.

        `values` has the JSON of those that the store does not keep by hash.
        """
        found = {hash_: self._known.get((facet, hash_)) for hash_ in values}
        missing = {hash_ for hash_, texts in found.items() if texts is None}
        stored = facet_values(self._snapshot, (hash_ for hash_ in missing if values[hash_] is None))
        read = {hash_: _read(facet, values[hash_] or stored[hash_]) for hash_ in missing}
        texts = {hash_: texts for hash_, texts in found.items() if texts is not None} | read
        self.texts |= {(facet, hash_): found for hash_, found in texts.items()}
        return texts


def _texts(snapshot: Snapshot, facets: _Facets, at: int) -> Iterator[tuple[int, MatchKind, Texts]]:
    """The texts of all entities, each with the kind of place.

    The tags and descriptions of entities that users have edited come from `annotations`, and those
    of the others directly from facets.
    """
    rows = snapshot.query(
        "SELECT v.dataset_id, v.schema_hash, v.schema_value FROM entities e"
        f" JOIN dataset_versions v ON v.version_id = {LATEST_ID}"
        " WHERE e.kind = 'dataset' AND v.schema_hash IS NOT NULL",
        (at,) * len(LATEST),
    )
    texts = facets.of("schema", {hash_: value for _, hash_, value in rows})
    yield from ((key, "field", texts[hash_]) for key, hash_, _ in rows)
    edited = _edited(snapshot)
    stated = everyones_facets(snapshot, _FACETS.keys())
    for facet, kind in _FACETS.items():
        skipped = set() if kind == "owner" else edited
        hashes = {
            key: hash_
            for (key, name), hash_ in stated.items()
            if name == facet and key not in skipped
        }
        texts = facets.of(facet, dict.fromkeys(hashes.values()))
        yield from ((key, kind, texts[hash_]) for key, hash_ in hashes.items())
    for key, annotated in annotations(snapshot, edited).items():
        yield key, "tag", Texts.of(tag.words for tag in annotated.tags)
        yield key, "description", Texts.of([annotated.description or ""])


def _edited(snapshot: Snapshot) -> set[int]:
    """The entities that users have tagged or described."""
    rows = snapshot.query(
        "SELECT DISTINCT n.entity_id FROM edits e JOIN nodes n"
        " ON n.kind = e.kind AND n.namespace = e.namespace AND n.name = e.name"
        " WHERE e.edit IN ('tag', 'untag', 'describe')"
    )
    return {key for (key,) in rows}


def _read(facet: str, value: str) -> Texts:
    """The texts in the JSON of a facet."""
    if facet == "schema":
        return Texts.of(name for name, _ in schemas.fields(value))
    stated: dict[str, Any] = msgspec.json.decode(value)
    if facet == "tags":
        return Texts.of(tag.words for tag in stated_tags(stated))
    found = [stated.get("description")]
    if facet == "ownership":
        owners = stated.get("owners")
        named = owners if isinstance(owners, list) else []
        found = [owner.get("name") for owner in named if isinstance(owner, dict)]
    return Texts.of(text for text in found if isinstance(text, str))
