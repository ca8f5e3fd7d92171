"""`GET /runs`: the runs of a job, those that use a dataset, or all."""

from headwater.answers.runs import RunList
from headwater.api.http.operations import RequestContext, get
from headwater.query.runs.runs import runs
from headwater.questions.runs import RunsQuestion


@get(
    RunsQuestion.path,
    tag="Jobs",
    summary="List the runs of a job, those that use a dataset, or all",
)
def runs_of_node(context: RequestContext, question: RunsQuestion) -> RunList:
    """The newest run comes first."""
    return runs(context.snapshot, question)
