"""The question for jobs and datasets that match a text."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.names import EntityKind
from headwater.answers.search import Hits
from headwater.questions.moments import Moment
from headwater.questions.pages import Limit, PageQuestion

EntityType: TypeAlias = Literal["JOB", "DATASET"]
SearchSort: TypeAlias = Literal["RANK", "NAME", "UPDATE_AT"]

ENTITY_TYPES: dict[EntityKind, EntityType] = {"job": "JOB", "dataset": "DATASET"}


class SearchQuestion(PageQuestion[Hits], frozen=True, kw_only=True):
    """Jobs and datasets that match a text in their names or descriptions.

    By rank, exact names come first, then names that begin with the text, then other names, then
    namespaces, fields, tags, descriptions and owners.
    """

    path = "/search"
    is_plain = True

    q: Annotated[
        str,
        msgspec.Meta(
            description="Search for this text, in any letter case. A name is found if it has every"
            " word of the text, in any order. Wildcard characters have no special meaning."
        ),
    ]
    limit: Limit = 10
    filter: Annotated[
        EntityType | None, msgspec.Meta(description="Return only jobs, or only datasets.")
    ] = None
    namespace: Annotated[
        str | None, msgspec.Meta(description="Return only jobs and datasets in this namespace.")
    ] = None
    sort: Annotated[
        SearchSort,
        msgspec.Meta(
            description="This is the order of the results. RANK puts the best first, UPDATE_AT the"
            " most recently seen, NAME goes by name."
        ),
    ] = "RANK"
    after: Annotated[
        Moment | None,
        msgspec.Meta(description="Return only entries that were last seen at this time or later."),
    ] = None
    before: Annotated[
        Moment | None,
        msgspec.Meta(description="Return only entries that were last seen before this time."),
    ] = None
