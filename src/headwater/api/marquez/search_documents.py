"""Search as Marquez has it with OpenSearch: documents, and what is to be marked in them."""

import re
from typing import Annotated

import msgspec

from headwater.answers.names import EntityKind
from headwater.answers.search import Hit
from headwater.api.http.operations import RequestContext, get
from headwater.query.search.documents import SearchDocument, documents
from headwater.query.search.search import search
from headwater.questions.pages import Limit, PageQuestion
from headwater.questions.search import NODE_TYPES, SearchQuestion

_TAG = "Search"


class SearchDocuments(msgspec.Struct, frozen=True, rename="camel"):
    hits: tuple[SearchDocument, ...]
    highlights: tuple[dict[str, tuple[str, ...]], ...]
    """For each hit, by kind of place, the texts that were found, with <em> around what fits."""
    total_count: int
    next: str | None


class DocumentsQuestion(PageQuestion[SearchDocuments], frozen=True, kw_only=True):
    q: Annotated[str, msgspec.Meta(description="In any letter case; wildcards are plain text.")]
    limit: Limit = 10


@get("/api/v2beta/search/jobs", tag=_TAG, summary="Jobs by a text, with their last runs")
def search_jobs(context: RequestContext, question: DocumentsQuestion) -> SearchDocuments:
    return _documents(context, question, "job")


@get("/api/v2beta/search/datasets", tag=_TAG, summary="Datasets by a text, with their schemas")
def search_datasets(context: RequestContext, question: DocumentsQuestion) -> SearchDocuments:
    return _documents(context, question, "dataset")


def _documents(
    context: RequestContext, question: DocumentsQuestion, kind: EntityKind
) -> SearchDocuments:
    found = search(
        context.snapshot,
        SearchQuestion(filter=NODE_TYPES[kind], **msgspec.structs.asdict(question)),
    )
    return SearchDocuments(
        tuple(documents(context.snapshot, kind, found.hits)),
        tuple(_highlights(hit, question.q) for hit in found.hits),
        found.total_count,
        found.next,
    )


def _highlights(hit: Hit, text: str) -> dict[str, tuple[str, ...]]:
    fitting = re.compile(re.escape(" ".join(text.split())), re.IGNORECASE)
    marked = (fitting.sub(lambda fit: f"<em>{fit[0]}</em>", told) for told in hit.match.texts)
    return {hit.match.kind: tuple(marked)}
