"""Finding jobs and datasets by a text."""

from typing import Annotated, Literal

import msgspec

from headwater.answers.search import Hits
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.http.paging import PageAsked
from headwater.api.http.parameters import Limit, Moment, not_blank
from headwater.api.marquez.search_results import KINDS, NodeType, SearchAnswer, search_answer
from headwater.query.search.search import Sort
from headwater.query.search.search import search as ask_search

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


@get("/search", tag="Search", summary="Jobs and datasets by a text")
def search(context: RequestContext, asked: SearchAsked) -> SearchAnswer | Plain[Hits]:
    """In names, namespaces, fields, tags, descriptions and owners; each result says where."""
    found = ask_search(
        context.snapshot,
        not_blank("q", asked.q, "a text to look for"),
        kind=KINDS[asked.filter] if asked.filter else None,
        namespace=asked.namespace,
        after=asked.after,
        before=asked.before,
        sort=_SORTS[asked.sort],
        page=asked.page,
    )
    return Plain(found) if context.wants_plain else search_answer(found)
