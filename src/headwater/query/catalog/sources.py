"""Data sources: where datasets are stored.

The source of a dataset is the one that its `dataSource` facet names, else its namespace, which is
the same by OpenLineage's naming rules. Users may describe further sources, and add details to
these.
"""

import re
from collections import defaultdict
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from headwater.answers.catalog import Source, SourceList
from headwater.answers.facets import Facets
from headwater.errors import NotFoundError
from headwater.model.facet_content import stated_text
from headwater.query.catalog.descriptions import NOTHING, descriptions
from headwater.query.facets.entity_facets import everyones_facets
from headwater.query.facets.values import decoded
from headwater.query.moments import earliest, in_force, latest
from headwater.query.names.deletions import Deletions
from headwater.query.names.occurrences import Span, occurrences
from headwater.questions.pages import FIRST_PAGE, Page
from headwater.store import Snapshot

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
    """The source of a dataset, by its namespace and facets."""
    return _stated(facets).name or namespace


@lru_cache(maxsize=4096)  # many datasets have one namespace
def source_type(url: str) -> str:
    """The type of a source, by the scheme of its URL.

    >>> source_type("postgres://db:5432"), source_type("jdbc:mysql://db/shop"), source_type("shop")
    ('POSTGRESQL', 'MYSQL', 'OTHER')
    """
    scheme = _SCHEME.match(url)
    if scheme is None:
        return "OTHER"
    name = scheme[1].upper()
    return _TYPES.get(name, name)


class _Stated(NamedTuple):
    name: str | None
    url: str | None


_NOT_STATED = _Stated(None, None)


def _stated(facets: Facets) -> _Stated:
    stated = facets.get("dataSource")
    if stated is None:
        return _NOT_STATED
    url = stated_text(stated, "uri")
    return _Stated(stated_text(stated, "name") or url, url)


class _Known:
    def __init__(self) -> None:
        self.urls: set[str] = set()
        self.datasets: set[int] = set()
        self.seen = Span(None, None)
        self.described = NOTHING


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
        stated = stated_by.get(key, _NOT_STATED)
        source = known[stated.name or found[key].namespace]
        source.datasets.add(key)
        source.urls.add(stated.url or found[key].namespace)
    for source in known.values():
        source.seen = seen.span(source.datasets)
    for name, described in descriptions(snapshot, "source").items():
        known[name].described = described
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
    described, seen = known.described, known.seen
    url = described.text("connectionUrl") or min(known.urls, default="")
    return Source(
        type=described.text("type") or source_type(url),
        name=name,
        created_at=earliest(seen.first, described.first_at),
        updated_at=latest(seen.last, described.last_at),
        connection_url=url,
        description=described.text("description"),
    )
