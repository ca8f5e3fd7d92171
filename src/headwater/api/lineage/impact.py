"""`GET /lineage/impact`: what a change to a node reaches, and whom to tell (semantics 8.4)."""

from typing import Literal

from headwater.answers.impact import Impact
from headwater.api.http.operations import RequestContext, Text, get
from headwater.query.formats.texts import impact_table
from headwater.query.impact.impact import impact as ask_impact
from headwater.questions.graph import ImpactQuestion


class ImpactRequest(ImpactQuestion, frozen=True, kw_only=True):
    """The question, and the form of the answer."""

    format: Literal["json", "csv"] = "json"


@get(
    ImpactQuestion.path,
    tag="Graphs",
    summary="All that is reached from a node",
    media=("text/csv",),
)
def impact(context: RequestContext, question: ImpactRequest) -> Impact | Text:
    """Each job, dataset, column and contract reached along the flows of data, with its distance,
    one shortest path, and who owns it. From a column, what lies where nobody says which columns
    went on is `possible`."""
    found = ask_impact(context.snapshot, question)
    return found if question.format == "json" else Text("text/csv", impact_table(found))
