"""The question for jobs and datasets with a text in them."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.names import EntityKind
from headwater.answers.search import Hits
from headwater.questions.moments import Moment
from headwater.questions.pages import Limit, PageQuestion

NodeType: TypeAlias = Literal["JOB", "DATASET"]
Sort: TypeAlias = Literal["RANK", "NAME", "UPDATE_AT"]

NODE_TYPES: dict[EntityKind, NodeType] = {"job": "JOB", "dataset": "DATASET"}


class SearchQuestion(PageQuestion[Hits], frozen=True, kw_only=True):
    """Jobs and datasets that have a text in their names, or in what is said of them.

    By rank, those that are called just so come first, then those whose names begin so, then other
    names, then namespaces, fields, tags, descriptions and owners.
    """

    path = "/search"
    is_plain = True

    q: Annotated[str, msgspec.Meta(description="In any letter case; wildcards are plain text.")]
    limit: Limit = 10
    filter: NodeType | None = None
    namespace: str | None = None
    sort: Annotated[
        Sort,
        msgspec.Meta(description="RANK: the best first. UPDATE_AT: what occurred last first."),
    ] = "RANK"
    after: Annotated[
        Moment | None, msgspec.Meta(description="Only what last occurred then or later.")
    ] = None
    before: Annotated[
        Moment | None, msgspec.Meta(description="Only what last occurred earlier.")
    ] = None
