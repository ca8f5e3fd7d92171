"""`GET /lineage`: the graph of jobs and datasets, now or as of any time (semantics 6)."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.graph import LineageGraph
from headwater.api.http.operations import Plain, RequestContext, Text, get
from headwater.api.marquez.graph import LineageAnswer, lineage_answer
from headwater.query.formats.picture import lineage_picture
from headwater.query.formats.texts import dot, edge_list, mermaid
from headwater.query.lineage.lineage import shown
from headwater.questions.graph import LineageQuestion

GraphFormat: TypeAlias = Literal["json", "csv", "dot", "mermaid"]
MEDIA = {"csv": "text/csv", "dot": "text/vnd.graphviz", "mermaid": "text/vnd.mermaid"}
_WRITERS = {"csv": edge_list, "dot": dot, "mermaid": mermaid}


class LineageRequest(LineageQuestion, frozen=True, kw_only=True):
    """The question, and the format of the answer."""

    format: Annotated[
        GraphFormat, msgspec.Meta(description="This is the format of the answer.")
    ] = "json"


@get(
    LineageQuestion.path,
    tag="Graphs",
    summary="Get the graph around a job or dataset",
    media=tuple(MEDIA.values()),
)
def lineage(
    context: RequestContext, question: LineageRequest
) -> LineageAnswer | Plain[LineageGraph] | Text:
    """Returns the current graph, or the graph as of a time. The direction `both` follows edges in
    either direction; `upstream` and `downstream` follow the flows of data inside jobs. A component
    is the same from each of its nodes, so that depth and direction do not apply to it."""
    found = shown(context.snapshot, question)
    if question.format != "json":
        written = _WRITERS[question.format](lineage_picture(found.answer))
        return Text(MEDIA[question.format], written + "\n")
    return Plain(found.answer) if context.wants_plain else lineage_answer(found)
