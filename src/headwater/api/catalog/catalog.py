"""`GET /catalog`: jobs or datasets as rows of a table."""

from typing import Annotated, Literal

import msgspec

from headwater.answers.catalog import Catalog
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.parameters import DEFAULT_LIMIT, Limit, Offset
from headwater.query.catalog.catalog import SortBy, Wanted, catalog


class CatalogAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    kind: Literal["job", "dataset"]
    text: Annotated[
        str, msgspec.Meta(description="A part of the name or namespace, in any case of letters.")
    ] = ""
    namespace: str | None = None
    state: Annotated[
        tuple[Literal["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED"], ...],
        msgspec.Meta(description="States of the last run."),
    ] = ()
    sort: SortBy = "updated"
    order: Literal["asc", "desc"] = "desc"
    limit: Limit = DEFAULT_LIMIT
    offset: Offset = 0


@get("/catalog", tag="Search", summary="Jobs or datasets as rows of a table")
def entity_catalog(context: RequestContext, asked: CatalogAsked) -> Catalog:
    """All jobs or datasets of the graph, or some, in short: their last run, their marks."""
    wanted = Wanted(
        kind=asked.kind,
        text=asked.text,
        namespace=asked.namespace,
        states=asked.state,
        sort=asked.sort,
        descending=asked.order == "desc",
    )
    return catalog(context.snapshot, wanted, limit=asked.limit, offset=asked.offset)
