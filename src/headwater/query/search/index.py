"""Everything that jobs and datasets are found by, read once for each state of the store."""

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
"""Where a text may be found, the best place first."""

_SAID_IN: dict[str, MatchKind] = {
    "tags": "tag",
    "documentation": "description",
    "ownership": "owner",
}


class Texts(NamedTuple):
    """Some texts, one per line: as they are, and in lower case."""

    told: str
    lower: str

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Texts":
        told = "\n".join(" ".join(text.split()) for text in texts)
        return cls(told, told.lower())

    def containing(self, text: str) -> tuple[str, ...]:
        pairs = zip(self.told.split("\n"), self.lower.split("\n"), strict=True)
        return tuple(told for told, lower in pairs if text in lower)


FacetTexts: TypeAlias = dict[tuple[str, str], Texts]
"""By the name of a facet and the hash of its content."""


# Plain tuples: there are a hundred thousand of them, and they are made anew often.


class _Names:
    """All that jobs and datasets are called."""

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
    """Names and texts of all jobs and datasets, as one state of the store has them."""

    names: list[tuple[str, str, int]]
    """Namespace and name, and the name alone, in lower case; whose they are."""
    said: list[tuple[str, int, MatchKind, Texts]]
    """The texts in lower case; of whom, in what kind of place, and as they were told."""
    until: int
    """When the next of the versions that are dated ahead may come into force."""

    def __init__(self, snapshot: Snapshot, at: int) -> None:
        names = snapshot.recall(
            "names", snapshot.state("nodes", "entities", "edges"), lambda: _Names(snapshot)
        )
        self.entities, self.names = names.entities, names.all
        # Most facets of one index are in the next as well.
        last: list[FacetTexts] = snapshot.recall("texts of facets", None, lambda: [{}])
        facets = _Facets(snapshot, last[0])
        self.said = [
            (texts.lower, key, kind, texts)
            for key, kind, texts in _said(snapshot, facets, at)
            if texts.lower and key in self.entities
        ]
        last[0] = facets.texts
        # What begins, begins at the time of an event, and events are found by their time.
        [(ahead,)] = snapshot.query(
            "SELECT min(event_time) FROM events WHERE event_time > ?", (at,)
        )
        self.until = FOREVER if ahead is None else ahead


def search_index(snapshot: Snapshot) -> SearchIndex:
    """The index of the snapshot's state now; made anew only if it is another than the last."""
    at = in_force(None)
    last = snapshot.recall("search", snapshot.state(), lambda: [SearchIndex(snapshot, at)])
    if last[0].until <= at:
        last[0] = SearchIndex(snapshot, at)
    return last[0]


class _Facets:
    """The texts of facets by name and content; each is read once, also from index to index."""

    def __init__(self, snapshot: Snapshot, known: FacetTexts) -> None:
        self._snapshot = snapshot
        self._known = known
        self.texts: FacetTexts = {}

    def of(self, facet: str, values: Mapping[str, str | None]) -> dict[str, Texts]:
        """By hash; `values` has the values that the store keeps elsewhere."""
        found = {hash_: self._known.get((facet, hash_)) for hash_ in values}
        missing = {hash_ for hash_, texts in found.items() if texts is None}
        stored = facet_values(self._snapshot, (hash_ for hash_ in missing if values[hash_] is None))
        read = {hash_: _read(facet, values[hash_] or stored[hash_]) for hash_ in missing}
        texts = {hash_: texts for hash_, texts in found.items() if texts is not None} | read
        self.texts |= {(facet, hash_): told for hash_, told in texts.items()}
        return texts


def _said(snapshot: Snapshot, facets: _Facets, at: int) -> Iterator[tuple[int, MatchKind, Texts]]:
    """Of tags and descriptions, what producers say counts where users say nothing."""
    rows = snapshot.query(
        "SELECT v.dataset_id, v.schema_hash, v.schema_value FROM entities e"
        f" JOIN dataset_versions v ON v.version_id = {LATEST_ID}"
        " WHERE e.kind = 'dataset' AND v.schema_hash IS NOT NULL",
        (at,) * len(LATEST),
    )
    texts = facets.of("schema", {hash_: value for _, hash_, value in rows})
    yield from ((key, "field", texts[hash_]) for key, hash_, _ in rows)
    edited = _edited(snapshot)
    stated = everyones_facets(snapshot, _SAID_IN.keys())
    for facet, kind in _SAID_IN.items():
        skipped = set() if kind == "owner" else edited
        hashes = {
            key: hash_
            for (key, name), hash_ in stated.items()
            if name == facet and key not in skipped
        }
        texts = facets.of(facet, dict.fromkeys(hashes.values()))
        yield from ((key, kind, texts[hash_]) for key, hash_ in hashes.items())
    for key, said in annotations(snapshot, edited).items():
        yield key, "tag", Texts.of(tag.key for tag in said.tags)
        yield key, "description", Texts.of([said.description or ""])


def _edited(snapshot: Snapshot) -> set[int]:
    """The entities that users have tagged or described."""
    rows = snapshot.query(
        "SELECT DISTINCT n.entity_id FROM edits e JOIN nodes n"
        " ON n.kind = e.kind AND n.namespace = e.namespace AND n.name = e.name"
        " WHERE e.edit IN ('tag', 'untag', 'describe')"
    )
    return {key for (key,) in rows}


def _read(facet: str, value: str) -> Texts:
    """The texts in a facet's JSON."""
    if facet == "schema":
        return Texts.of(name for name, _ in schemas.fields(value))
    stated: dict[str, Any] = msgspec.json.decode(value)
    if facet == "tags":
        return Texts.of(tag.key for tag in stated_tags(stated))
    told = [stated.get("description")]
    if facet == "ownership":
        owners = stated.get("owners")
        named = owners if isinstance(owners, list) else []
        told = [owner.get("name") for owner in named if isinstance(owner, dict)]
    return Texts.of(text for text in told if isinstance(text, str))
