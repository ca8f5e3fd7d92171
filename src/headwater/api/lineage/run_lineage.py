"""`GET /runlineage`: the graph of runs and the versions they read and wrote (semantics 6.1)."""

from headwater.answers.lineage import RunGraph
from headwater.api.http.operations import Plain, RequestContext, get
from headwater.api.marquez.run_graph import RunLineageAnswer, run_lineage_answer
from headwater.query.lineage.run_lineage import run_lineage as ask_run_lineage
from headwater.questions.graph import RunLineageQuestion


@get(
    RunLineageQuestion.path,
    tag="Graphs",
    summary="What went into a run or version, and what came of it",
)
def run_lineage(
    context: RequestContext, question: RunLineageQuestion
) -> RunLineageAnswer | Plain[RunGraph]:
    """Edges are CONSUMED (a version, by a run), PRODUCED (a version, by a run), IS_VERSION_OF (a
    run, of its job's version) and FOLLOWS (a version, from the one before it)."""
    graph = ask_run_lineage(context.snapshot, question)
    return Plain(graph) if context.wants_plain else run_lineage_answer(graph)
