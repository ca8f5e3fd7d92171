"""`GET /lineage/impact`: what a change to a node affects, and who owns it (semantics 8.4)."""

from typing import Annotated, Literal

import msgspec

from headwater.answers.impact import Impact
from headwater.api.http.operations import RequestContext, Text, get
from headwater.query.formats.texts import impact_table
from headwater.query.impact.impact import impact as ask_impact
from headwater.questions.graph import ImpactQuestion


class ImpactRequest(ImpactQuestion, frozen=True, kw_only=True):
    """The question, and the format of the answer."""

    format: Annotated[
        Literal["json", "csv"], msgspec.Meta(description="This is the format of the answer.")
    ] = "json"


@get(
    ImpactQuestion.path,
    tag="Graphs",
    summary="List everything that a change to a node affects",
    media=("text/csv",),
)
def impact(context: RequestContext, question: ImpactRequest) -> Impact | Text:
    """Returns each job, dataset, column and contract that is reached along the flows of data, with
    its distance, one shortest path, and its owners. If the start is a column, `possible` marks what
    lies beyond datasets for which nobody stated which columns go where."""
    found = ask_impact(context.snapshot, question)
    return found if question.format == "json" else Text("text/csv", impact_table(found))
