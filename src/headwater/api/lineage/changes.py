"""`GET /lineage/changes`: when the graph around a job or dataset changed."""

from headwater.answers.changes import Changes
from headwater.api.http.operations import RequestContext, get
from headwater.query.lineage.changes import changes
from headwater.questions.graph import ChangesQuestion


@get(
    ChangesQuestion.path,
    tag="Graphs",
    summary="List the moments at which the graph around a node changed",
)
def lineage_changes(context: RequestContext, question: ChangesQuestion) -> Changes:
    """A moment is listed if an edge of a node in the graph began or ended, a job in it began a new
    version, or a dataset in it was dropped; each moment has the number of such changes. The graph
    is the current one that `GET /lineage` returns for the same parameters. Earlier changes at its
    nodes are listed as well."""
    return changes(context.snapshot, question)
