"""`GET /runs`: the runs of a job, those that use a dataset, or all; and `GET /runs/{id}`: one."""

from headwater.answers.runs import RunDetails, RunList
from headwater.api.http.operations import RequestContext, get
from headwater.query.names.run_ids import run_node
from headwater.query.runs.run_details import run_details
from headwater.query.runs.runs import runs
from headwater.questions.runs import RunDetailsQuestion, RunsQuestion


@get(
    RunsQuestion.path,
    tag="Jobs",
    summary="List the runs of a job, those that use a dataset, or all",
)
def runs_of_node(context: RequestContext, question: RunsQuestion) -> RunList:
    """The newest run comes first."""
    return runs(context.snapshot, question)


@get(RunDetailsQuestion.path, tag="Jobs", summary="Get a run in the shape of `GET /runs`")
def details_of_run(context: RequestContext, question: RunDetailsQuestion) -> RunDetails:
    """Returns what the run read and wrote, what it belongs to, and its facets."""
    return run_details(context.snapshot, run_node(question.id))
