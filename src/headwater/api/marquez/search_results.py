"""What a search has found, in Marquez's form."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.moments import Instant
from headwater.answers.names import EntityKind
from headwater.answers.search import Hit, Hits, Match

NodeType: TypeAlias = Literal["JOB", "DATASET"]

KINDS: dict[NodeType, EntityKind] = {"JOB": "job", "DATASET": "dataset"}
_TYPES: dict[EntityKind, NodeType] = {kind: type_ for type_, kind in KINDS.items()}


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


def search_answer(found: Hits) -> SearchAnswer:
    """The hits in Marquez's form."""
    return SearchAnswer(found.total_count, tuple(map(_result, found.hits)), found.next)


def _result(hit: Hit) -> SearchResult:
    return SearchResult(
        type=_TYPES[hit.kind],
        name=hit.name,
        updated_at=hit.updated_at,
        namespace=hit.namespace,
        node_id=hit.id,
        aliases=hit.aliases,
        match=hit.match,
    )
