"""Finding jobs and datasets by a text."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.moments import Instant
from headwater.answers.names import EntityKind
from headwater.answers.search import Hit, Hits, Match
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.http.paging import PageAsked
from headwater.api.http.parameters import Limit, Moment
from headwater.errors import BadRequestError
from headwater.query.search.search import Sort
from headwater.query.search.search import search as ask_search

NodeType: TypeAlias = Literal["JOB", "DATASET"]

_TAG = "Search"
_KINDS: dict[NodeType, EntityKind] = {"JOB": "job", "DATASET": "dataset"}
_TYPES: dict[EntityKind, NodeType] = {kind: type_ for type_, kind in _KINDS.items()}
_SORTS: dict[str, Sort] = {"RANK": "rank", "NAME": "name", "UPDATE_AT": "updated"}


class SearchAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
    q: Annotated[str, msgspec.Meta(description="In any letter case; wildcards are plain text.")]
    limit: Limit = 10
    filter: NodeType | None = None
    namespace: str | None = None
    sort: Annotated[
        Literal["RANK", "NAME", "UPDATE_AT"],
        msgspec.Meta(description="RANK: the best first. UPDATE_AT: what occurred last first."),
    ] = "RANK"
    after: Annotated[
        Moment | None, msgspec.Meta(description="Only what last occurred then or later.")
    ] = None
    before: Annotated[
        Moment | None, msgspec.Meta(description="Only what last occurred earlier.")
    ] = None


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


@get("/search", tag=_TAG, summary="Jobs and datasets by a text")
def search(context: RequestContext, asked: SearchAsked) -> SearchAnswer | Plain[Hits]:
    """In names, namespaces, fields, tags, descriptions and owners; each result says where."""
    found = ask_search(
        context.snapshot,
        checked(asked.q),
        kind=_KINDS[asked.filter] if asked.filter else None,
        namespace=asked.namespace,
        after=asked.after,
        before=asked.before,
        sort=_SORTS[asked.sort],
        page=asked.page,
    )
    if context.wants_plain:
        return Plain(found)
    return SearchAnswer(found.total_count, tuple(map(_result, found.hits)), found.next)


def checked(text: str) -> str:
    """A text that can be looked for."""
    if not text.strip():
        raise BadRequestError("q: it has nothing but blanks; expected a text to look for")
    return text


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
