"""`GET /lineage/diff` and `GET /runlineage/diff`: comparing two moments or two runs (semantics 8.1,
8.2)."""

from headwater.answers.diff import GraphDiff, RunDiff
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.graph_diff import GraphDiffAnswer, graph_diff_answer
from headwater.query.diff.graph_diff import compare
from headwater.query.diff.run_diff import run_diff as ask_run_diff
from headwater.questions.graph import GraphDiffQuestion, RunDiffQuestion


@get(GraphDiffQuestion.path, tag="Graphs", summary="Compare the graph around a node at two moments")
def graph_diff(
    context: RequestContext, question: GraphDiffQuestion
) -> GraphDiffAnswer | Plain[GraphDiff]:
    """Returns the nodes and edges that are the same, added, removed or changed, and what changed:
    job versions, schemas, columns and marks."""
    compared = compare(context.snapshot, question)
    return Plain(compared.diff) if context.wants_plain else graph_diff_answer(compared)


@get(RunDiffQuestion.path, tag="Graphs", summary="Compare two runs of a job")
def run_diff(context: RequestContext, question: RunDiffQuestion) -> RunDiff:
    """Compares the two runs and everything that went into them. Jobs and datasets are matched by
    their canonical names, and each has what is different: versions, schemas, code, state, duration,
    parameters, rows. `runs` are the runs of the job after the first one, up to and including the
    second."""
    return ask_run_diff(context.snapshot, question)
