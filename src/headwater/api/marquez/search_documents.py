"""Search as Marquez has it with OpenSearch: documents, and what is to be marked in them."""

import re
from typing import Annotated

import msgspec

from headwater.answers.names import EntityKind
from headwater.answers.search import Hit
from headwater.api.catalog.search import checked
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.paging import PageAsked
from headwater.api.http.parameters import Limit
from headwater.query.search.documents import SearchDocument, documents
from headwater.query.search.search import search

_TAG = "Search"


class DocumentsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    q: Annotated[str, msgspec.Meta(description="In any letter case; wildcards are plain text.")]
    limit: Limit = 10


class SearchDocuments(msgspec.Struct, frozen=True, rename="camel"):
    hits: tuple[SearchDocument, ...]
    highlights: tuple[dict[str, tuple[str, ...]], ...]
    """For each hit, by kind of place, the texts that were found, with <em> around what fits."""
    total_count: int
    next: str | None


@get("/api/v2beta/search/jobs", tag=_TAG, summary="Jobs by a text, with their last runs")
def search_jobs(context: RequestContext, asked: DocumentsAsked) -> SearchDocuments:
    return _documents(context, asked, "job")


@get("/api/v2beta/search/datasets", tag=_TAG, summary="Datasets by a text, with their schemas")
def search_datasets(context: RequestContext, asked: DocumentsAsked) -> SearchDocuments:
    return _documents(context, asked, "dataset")


def _documents(context: RequestContext, asked: DocumentsAsked, kind: EntityKind) -> SearchDocuments:
    text = checked(asked.q)
    found = search(context.snapshot, text, kind=kind, page=asked.page)
    return SearchDocuments(
        tuple(documents(context.snapshot, kind, found.hits)),
        tuple(_highlights(hit, text) for hit in found.hits),
        found.total_count,
        found.next,
    )


def _highlights(hit: Hit, text: str) -> dict[str, tuple[str, ...]]:
    fitting = re.compile(re.escape(" ".join(text.split())), re.IGNORECASE)
    marked = (fitting.sub(lambda fit: f"<em>{fit[0]}</em>", told) for told in hit.match.texts)
    return {hit.match.kind: tuple(marked)}
