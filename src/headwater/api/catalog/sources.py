"""Operations on data sources, which are where datasets are stored."""

from typing import Annotated

import msgspec

from headwater.answers.catalog import Source, SourceList
from headwater.api.http.operations import LogWrite, RequestContext, get, put
from headwater.query.catalog.sources import source as ask_source
from headwater.query.catalog.sources import sources as ask_sources
from headwater.questions.catalog import SourceQuestion, SourcesQuestion

_TAG = "Sources"


class SourceBody(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The description of a source by a user."""

    type: Annotated[str, msgspec.Meta(min_length=1)]
    connection_url: Annotated[str, msgspec.Meta(min_length=1)]
    description: str | None = None


@get(SourcesQuestion.path, tag=_TAG, summary="List all sources")
def all_sources(context: RequestContext, question: SourcesQuestion) -> SourceList:
    """The sources are ordered by name. They are the sources that datasets name, the namespaces of
    datasets that name none, and the sources that users describe."""
    return ask_sources(context.snapshot, question.page)


@get(SourceQuestion.path, tag=_TAG, summary="Get a source")
def one_source(context: RequestContext, question: SourceQuestion) -> Source:
    """The source is looked up by the name that lists of sources and datasets show."""
    return ask_source(context.snapshot, question.source)


@put("/sources/{source}", tag=_TAG, summary="Describe a source", body=SourceBody, deprecated=True)
def describe_source(
    context: RequestContext,  # noqa: ARG001  # a source may be described before anything is in it
    question: SourceQuestion,
    body: SourceBody,
) -> LogWrite[Source]:
    """Events describe sources in their `dataSource` facets. What is set here takes precedence."""
    edit = {
        "edit": "describe",
        "kind": "source",
        "name": question.source,
        "type": body.type,
        "connectionUrl": body.connection_url,
    }
    if body.description is not None:
        edit["description"] = body.description
    return LogWrite(edits=(edit,), answer=lambda later: ask_source(later.snapshot, question.source))
