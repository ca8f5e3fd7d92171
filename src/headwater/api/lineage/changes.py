"""`GET /lineage/changes`: when the graph around a job or dataset changed."""

from headwater.answers.lineage import Changes
from headwater.api.http.operations import RequestContext, get
from headwater.query.lineage.changes import changes
from headwater.questions.graph import ChangesQuestion


@get(ChangesQuestion.path, tag="Graphs", summary="When the graph around a node changed")
def lineage_changes(context: RequestContext, question: ChangesQuestion) -> Changes:
    """The moments at which edges of the nodes of that graph began or ended, jobs among them began
    a version, or datasets were dropped; with how many each. It is the graph of `GET /lineage` with
    the same parameters, as it is now; what touched its nodes earlier counts as well."""
    return changes(context.snapshot, question)
