"""`GET /column-lineage`: what columns are derived from (semantics 7)."""

from headwater.answers.columns import ColumnGraph
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.column_graph import ColumnAnswer, ColumnsRequest, column_answer
from headwater.query.columns.columns import columns
from headwater.questions.graph import ColumnsQuestion


@get(ColumnsQuestion.path, tag="Graphs", summary="Get the graph of columns")
def column_lineage(
    context: RequestContext, question: ColumnsRequest
) -> ColumnAnswer | Plain[ColumnGraph]:
    """Returns where columns come from, and where they go: now, for a version of a dataset, or for
    the latest version at a time. For versions and times, the ids end in #VERSION, and a version
    that did not exist yet gives an empty graph."""
    graph = columns(context.snapshot, question)
    return Plain(graph) if context.wants_plain else column_answer(graph)
