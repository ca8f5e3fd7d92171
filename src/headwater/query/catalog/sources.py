"""Data sources: where datasets lie.

A dataset's source is the one that its `dataSource` facet names, else its namespace, which by
OpenLineage's naming says the same. Users may describe further ones, and describe those better.
"""

import re
from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from headwater.answers.catalog import Source, SourceList, StorageType
from headwater.errors import NotFoundError
from headwater.model.facets import stated_text
from headwater.query.catalog.descriptions import NOTHING, descriptions
from headwater.query.facets.entity_facets import Facets, everyones_facets
from headwater.query.facets.values import decoded
from headwater.query.moments import earliest, in_force, latest
from headwater.query.names.deletions import Deletions
from headwater.query.names.occurrences import Span, occurrences
from headwater.query.pages import FIRST_PAGE, Page
from headwater.store import Snapshot

PLACE = "headwater_dataset"
"""The facet for what OpenLineage has no words for: physicalName and schemaLocation."""

_STREAMS = frozenset({"STREAM", "TOPIC"})
_STREAMING = frozenset({"KAFKA", "KINESIS", "PULSAR", "PUBSUB", "EVENTHUB", "EVENTHUBS"})
_SCHEME = re.compile(r"(?:jdbc:)?([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_TYPES = {"POSTGRES": "POSTGRESQL"}


def sources(snapshot: Snapshot, page: Page = FIRST_PAGE) -> SourceList:
    """All sources, by name."""
    known = _known(snapshot)
    rows, following = page.of([(name,) for name in sorted(known)], tuple[str])
    shown = tuple(_source(name, known[name]) for (name,) in rows)
    return SourceList(shown, len(known), following)


def source(snapshot: Snapshot, name: str) -> Source:
    known = _known(snapshot)
    if name not in known:
        raise NotFoundError(f"no source is called {name!r}; `GET /sources` lists those there are")
    return _source(name, known[name])


def source_name(namespace: str, facets: Facets) -> str:
    """Of a dataset, by its namespace and facets."""
    return _stated(facets).name or namespace


def physical_name(name: str, facets: Facets) -> str:
    """What it is called where it lies, if that was said; `facets` are those of the dataset."""
    return stated_text(facets.get(PLACE), "physicalName") or name


def source_type(url: str) -> str:
    """
    >>> source_type("postgres://db:5432"), source_type("jdbc:mysql://db/shop"), source_type("shop")
    ('POSTGRESQL', 'MYSQL', 'OTHER')
    """
    scheme = _SCHEME.match(url)
    if scheme is None:
        return "OTHER"
    name = scheme[1].upper()
    return _TYPES.get(name, name)


def storage_type(namespace: str, kind: str | None) -> StorageType:
    """Whether a dataset is a stream, by what it is said to be, else by where it lies."""
    if kind is not None:
        return "STREAM" if kind in _STREAMS else "DB_TABLE"
    return "STREAM" if source_type(namespace) in _STREAMING else "DB_TABLE"


class _Stated(NamedTuple):
    name: str | None
    url: str | None


def _stated(facets: Facets) -> _Stated:
    name, url = (stated_text(facets.get("dataSource"), key) for key in ("name", "uri"))
    return _Stated(name or url, url)


class _Known:
    def __init__(self) -> None:
        self.urls: set[str] = set()
        self.datasets: set[int] = set()
        self.seen = Span(None, None)
        self.said = NOTHING


def _known(snapshot: Snapshot) -> dict[str, _Known]:
    """Everything about each source that needs no further look-up, by name."""
    seen = occurrences(snapshot)
    found = {key: entity for key, entity in seen.entities.items() if entity.kind == "dataset"}
    hidden = Deletions(snapshot, in_force(None)).hidden(found.values())
    stated_by = snapshot.recall(
        "stated sources", snapshot.state(), lambda: _stated_sources(snapshot, found)
    )
    known: defaultdict[str, _Known] = defaultdict(_Known)
    for key in found.keys() - hidden:
        stated = stated_by.get(key, _Stated(None, None))
        source = known[stated.name or found[key].namespace]
        source.datasets.add(key)
        source.urls.add(stated.url or found[key].namespace)
    for source in known.values():
        source.seen = seen.span(source.datasets)
    for name, said in descriptions(snapshot, "source").items():
        known[name].said = said
    return dict(known)


def _stated_sources(snapshot: Snapshot, datasets: Collection[int]) -> dict[int, _Stated]:
    hashes = everyones_facets(snapshot, ["dataSource"])
    facets = decoded(snapshot, hashes.values())
    return {
        key: _stated({name: facets[hash_]})
        for (key, name), hash_ in hashes.items()
        if key in datasets
    }


def _source(name: str, known: _Known) -> Source:
    said, seen = known.said, known.seen
    url = said.text("connectionUrl") or min(known.urls, default="")
    return Source(
        type=said.text("type") or source_type(url),
        name=name,
        created_at=earliest(seen.first, said.first_at),
        updated_at=latest(seen.last, said.last_at),
        connection_url=url,
        description=said.text("description"),
    )
