"""Marquez's older call that describes a data source, turned into a user's edit."""

from typing import Annotated

import msgspec

from headwater.answers.catalog import Source
from headwater.api.http.operations import LogWrite, RequestContext, put
from headwater.query.catalog.sources import source
from headwater.questions.catalog import SourceQuestion


class SourceBody(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is the description of a source by a user."""

    type: Annotated[str, msgspec.Meta(min_length=1)]
    connection_url: Annotated[str, msgspec.Meta(min_length=1)]
    description: str | None = None


@put(
    "/sources/{source}",
    tag="Sources",
    summary="Describe a source",
    body=SourceBody,
    deprecated=True,
)
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
    return LogWrite(edits=(edit,), answer=lambda later: source(later.snapshot, question.source))
