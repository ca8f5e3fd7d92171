"""The tool that finds jobs and datasets by a text."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from headwater.answers.names import EntityKind
from headwater.answers.search import Hit
from headwater.assistants.lists import at_most, noted
from headwater.assistants.tool import Arguments, Ask, Most, tool
from headwater.assistants.views import Views
from headwater.questions.search import ENTITY_TYPES, SearchQuestion
from headwater.words.numbers import counted


class SearchArguments(Arguments, frozen=True, kw_only=True):
    text: Annotated[str, msgspec.Meta(description="A part of a name, a field, a tag, an owner, …")]
    kind: Annotated[EntityKind | None, msgspec.Meta(description="Only jobs, or only datasets.")] = (
        None
    )
    namespace: Annotated[
        str | None, msgspec.Meta(description="Only jobs and datasets in this namespace.")
    ] = None
    most: Most = 10


@tool
def search(ask: Ask, views: Views, given: SearchArguments) -> Iterator[str]:
    """Find jobs and datasets by a text in their names, namespaces, fields, tags, descriptions or
    owners. Returns the node ids that the other tools take. Begin here."""
    found = ask(
        SearchQuestion(
            q=given.text,
            filter=ENTITY_TYPES[given.kind] if given.kind else None,
            namespace=given.namespace,
            limit=given.most,
        )
    )
    what = counted(found.total_count, given.kind or "node")
    yield f"{what} found by {given.text!r}, the best first:"
    yield from at_most(given.most, [_line(hit) for hit in found.hits], found.total_count)
    if found.hits:
        yield views.catalog(given.kind or found.hits[0].kind, given.text)


def _line(hit: Hit) -> str:
    place = hit.match.kind
    where = "" if place in ("name", "namespace") else f"{place} {', '.join(hit.match.texts[:3])}"
    also = f"also {', '.join(hit.aliases)}" if hit.aliases else ""
    return noted(hit.id, [where, also])
