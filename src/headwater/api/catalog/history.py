"""`GET /history`: what changed in a job or dataset from version to version."""

from headwater.answers.history import DatasetHistory, JobHistory
from headwater.api.http.operations import RequestContext, get
from headwater.query.history.history import history
from headwater.questions.catalog import HistoryQuestion


@get(HistoryQuestion.path, tag="Graphs", summary="Get what changed in a job or dataset")
def history_of_node(
    context: RequestContext, question: HistoryQuestion
) -> JobHistory | DatasetHistory:
    """The newest version comes first. Each version has what changed from the version before. The
    history of a dataset also has its drops, and that of a job what job events declare."""
    return history(context.snapshot, question)
