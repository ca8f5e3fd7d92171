"""Data sources: where datasets lie."""

from typing import Annotated

import msgspec

from headwater.answers.catalog import Source, SourceList
from headwater.api.http.operations import LogWrite, RequestContext, get, put
from headwater.api.http.paging import PageAsked
from headwater.query.catalog.sources import source as ask_source
from headwater.query.catalog.sources import sources as ask_sources

_TAG = "Sources"


class SourceAsked(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    source: str


class SourceBody(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    type: Annotated[str, msgspec.Meta(min_length=1)]
    connection_url: Annotated[str, msgspec.Meta(min_length=1)]
    description: str | None = None


@get("/sources", tag=_TAG, summary="All sources")
def all_sources(context: RequestContext, asked: PageAsked) -> SourceList:
    """By name: those that datasets name, else the namespaces of datasets, and those that users
    describe."""
    return ask_sources(context.snapshot, asked.page)


@get("/sources/{source}", tag=_TAG, summary="A source")
def one_source(context: RequestContext, asked: SourceAsked) -> Source:
    return ask_source(context.snapshot, asked.source)


@put("/sources/{source}", tag=_TAG, summary="Describe a source", body=SourceBody, deprecated=True)
def describe_source(
    context: RequestContext,  # noqa: ARG001  # a source may be described before anything is in it
    asked: SourceAsked,
    body: SourceBody,
) -> LogWrite[Source]:
    """Events say where datasets lie in their `dataSource` facets; what is said here wins."""
    edit = {
        "edit": "describe",
        "kind": "source",
        "name": asked.source,
        "type": body.type,
        "connectionUrl": body.connection_url,
    }
    if body.description is not None:
        edit["description"] = body.description
    return LogWrite(edits=(edit,), answer=lambda later: ask_source(later.snapshot, asked.source))
