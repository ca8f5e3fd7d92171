"""Finding jobs and datasets by a text."""

import msgspec

from headwater.answers.moments import Instant
from headwater.answers.search import Hit, Hits, Match
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.query.search.search import search as ask_search
from headwater.questions.search import NODE_TYPES, NodeType, SearchQuestion

_TAG = "Search"


class SearchResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    type: NodeType
    name: str
    updated_at: Instant | None
    namespace: str
    node_id: str
    aliases: tuple[str, ...]
    match: Match


class SearchAnswer(msgspec.Struct, frozen=True, rename="camel"):
    total_count: int
    results: tuple[SearchResult, ...]
    next: str | None


@get(SearchQuestion.path, tag=_TAG, summary="Jobs and datasets by a text")
def search(context: RequestContext, question: SearchQuestion) -> SearchAnswer | Plain[Hits]:
    """In names, namespaces, fields, tags, descriptions and owners; each result says where."""
    found = ask_search(context.snapshot, question)
    if context.wants_plain:
        return Plain(found)
    return SearchAnswer(found.total_count, tuple(map(_result, found.hits)), found.next)


def _result(hit: Hit) -> SearchResult:
    return SearchResult(
        type=NODE_TYPES[hit.kind],
        name=hit.name,
        updated_at=hit.updated_at,
        namespace=hit.namespace,
        node_id=hit.id,
        aliases=hit.aliases,
        match=hit.match,
    )
