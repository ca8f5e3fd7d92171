"""`GET /runlineage`: the graph of runs and of the versions that they read and wrote (semantics
6.1)."""

from headwater.answers.run_lineage import RunGraph
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.run_graph import RunLineageAnswer, run_lineage_answer
from headwater.query.lineage.run_lineage import run_lineage as ask_run_lineage
from headwater.questions.graph import RunLineageQuestion


@get(
    RunLineageQuestion.path,
    tag="Graphs",
    summary="Get the graph of runs around a run or version",
)
def run_lineage(
    context: RequestContext, question: RunLineageQuestion
) -> RunLineageAnswer | Plain[RunGraph]:
    """Returns what went into a run or version, and what it led to. The edges are CONSUMED (from a
    dataset version to a run that read it), PRODUCED (from a run to a dataset version),
    IS_VERSION_OF (from a run to the version of its job) and FOLLOWS (between successive dataset
    versions)."""
    graph = ask_run_lineage(context.snapshot, question)
    return Plain(graph) if context.wants_plain else run_lineage_answer(graph)
