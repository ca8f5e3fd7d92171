"""Search as Marquez has it with OpenSearch: documents, and what is to be marked in them."""

import re
from typing import Annotated

import msgspec

from headwater.api.operations import Reading, get
from headwater.api.paging import PageAsked
from headwater.api.parameters import Limit
from headwater.api.search import checked
from headwater.query.entities import EntityKind
from headwater.query.search import Hit, search
from headwater.query.search_documents import Document, documents

_TAG = "Search"


class DocumentsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    q: Annotated[str, msgspec.Meta(description="In any letter case; wildcards are plain text.")]
    limit: Limit = 10


class Documents(msgspec.Struct, frozen=True, rename="camel"):
    hits: tuple[Document, ...]
    highlights: tuple[dict[str, tuple[str, ...]], ...]
    """For each hit, by kind of place, the texts that were found, with <em> around what fits."""
    total_count: int
    next: str | None


@get("/api/v2beta/search/jobs", tag=_TAG, summary="Jobs by a text, with their last runs")
def search_jobs(reading: Reading, asked: DocumentsAsked) -> Documents:
    return _documents(reading, asked, "job")


@get("/api/v2beta/search/datasets", tag=_TAG, summary="Datasets by a text, with their schemas")
def search_datasets(reading: Reading, asked: DocumentsAsked) -> Documents:
    return _documents(reading, asked, "dataset")


def _documents(reading: Reading, asked: DocumentsAsked, kind: EntityKind) -> Documents:
    text = checked(asked.q)
    found = search(reading.snapshot, text, kind=kind, page=asked.page)
    return Documents(
        tuple(documents(reading.snapshot, kind, found.hits)),
        tuple(_highlights(hit, text) for hit in found.hits),
        found.total_count,
        found.next,
    )


def _highlights(hit: Hit, text: str) -> dict[str, tuple[str, ...]]:
    fitting = re.compile(re.escape(" ".join(text.split())), re.IGNORECASE)
    marked = (fitting.sub(lambda fit: f"<em>{fit[0]}</em>", told) for told in hit.match.texts)
    return {hit.match.kind: tuple(marked)}
