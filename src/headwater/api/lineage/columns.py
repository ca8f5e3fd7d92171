"""`GET /column-lineage`: what columns are derived from (semantics 7)."""

from headwater.answers.columns import ColumnGraph
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.column_graph import ColumnAnswer, column_answer
from headwater.query.columns.columns import columns
from headwater.questions.graph import ColumnsQuestion


@get(ColumnsQuestion.path, tag="Graphs", summary="Where columns come from, and where they go")
def column_lineage(
    context: RequestContext, question: ColumnsQuestion
) -> ColumnAnswer | Plain[ColumnGraph]:
    """Now, by a version of a dataset, or by the latest version at a time; with a version or time,
    ids end in #VERSION, and what was not there yet gives an empty graph."""
    graph = columns(context.snapshot, question)
    return Plain(graph) if context.wants_plain else column_answer(graph)
