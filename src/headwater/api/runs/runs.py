"""Single runs: what they are, what was said of them, and which runs led to them."""

from headwater.answers.lineage import UpstreamRuns
from headwater.answers.runs import RunFacets, RunInFull
from headwater.api.http.operations import RequestContext, get
from headwater.query.lineage.upstream_runs import upstream_runs as ask_upstream_runs
from headwater.query.runs.job_runs import facets_of_run
from headwater.query.runs.job_runs import run as ask_run
from headwater.questions.graph import UpstreamRunsQuestion
from headwater.questions.runs import RunFacetsQuestion, RunQuestion

_TAG = "Runs"


@get(RunQuestion.path, tag=_TAG, summary="A run")
def one_run(context: RequestContext, question: RunQuestion) -> RunInFull:
    """What it read and wrote, what it belongs to, and what was said of it."""
    return ask_run(context.snapshot, question.id)


@get(RunFacetsQuestion.path, tag=_TAG, summary="The facets of a run")
def run_facets(context: RequestContext, question: RunFacetsQuestion) -> RunFacets:
    """As its last event left them; none where nothing was said."""
    return facets_of_run(context.snapshot, question.id, question.type)


@get(UpstreamRunsQuestion.path, tag="Graphs", summary="The runs that led to a run, as a list")
def upstream_runs(context: RequestContext, question: UpstreamRunsQuestion) -> UpstreamRuns:
    """The nearest first. Inputs that no known run wrote have no `producedByRunId`."""
    return ask_upstream_runs(context.snapshot, question)
