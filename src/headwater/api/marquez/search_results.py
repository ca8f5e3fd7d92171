"""The results of a search in Marquez's shape."""

import msgspec

from headwater.answers.facets import Tag
from headwater.answers.moments import Instant
from headwater.answers.search import Hit, Hits, Match
from headwater.questions.search import ENTITY_TYPES, EntityType


class SearchResult(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a job or dataset that matches the search text."""

    type: EntityType
    name: str
    updated_at: Instant | None
    namespace: str
    node_id: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    all_tags: tuple[Tag, ...]
    """The same tags with their values and sources."""
    owners: tuple[str, ...]
    match: Match


class SearchAnswer(msgspec.Struct, frozen=True, rename="camel"):
    """These are the results of a search in Marquez's shape."""

    total_count: int
    results: tuple[SearchResult, ...]
    next: str | None


def search_answer(found: Hits) -> SearchAnswer:
    """The hits in Marquez's shape."""
    return SearchAnswer(found.total_count, tuple(map(_result, found.hits)), found.next)


def _result(hit: Hit) -> SearchResult:
    return SearchResult(
        type=ENTITY_TYPES[hit.kind],
        name=hit.name,
        updated_at=hit.updated_at,
        namespace=hit.namespace,
        node_id=hit.id,
        aliases=hit.aliases,
        tags=hit.tags,
        all_tags=hit.all_tags,
        owners=hit.owners,
        match=hit.match,
    )
