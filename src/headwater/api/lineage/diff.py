"""`GET /lineage/diff` and `GET /runlineage/diff`: two moments, or two runs (semantics 8.1, 8.2)."""

from headwater.answers.diff import GraphDiff, RunDiff
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.graph_diff import GraphDiffAnswer, graph_diff_answer
from headwater.query.diff.graph_diff import compare
from headwater.query.diff.run_diff import run_diff as ask_run_diff
from headwater.questions.graph import GraphDiffQuestion, RunDiffQuestion


@get(GraphDiffQuestion.path, tag="Graphs", summary="The graph around a node at two moments")
def graph_diff(
    context: RequestContext, question: GraphDiffQuestion
) -> GraphDiffAnswer | Plain[GraphDiff]:
    """Nodes and edges that are the same, added, removed or changed, and what changed: job
    versions, schemas, columns, marks."""
    compared = compare(context.snapshot, question)
    return Plain(compared.diff) if context.wants_plain else graph_diff_answer(compared)


@get(RunDiffQuestion.path, tag="Graphs", summary="Two runs of a job, and what went into them")
def run_diff(context: RequestContext, question: RunDiffQuestion) -> RunDiff:
    """Jobs and datasets matched by what they are, each with what is different: versions, schemas,
    code, state, duration, parameters, rows. `runs` are those of the job after the first, up to
    and with the second."""
    return ask_run_diff(context.snapshot, question)
