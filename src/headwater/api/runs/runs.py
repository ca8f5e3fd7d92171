"""Single runs: what they are, and what was said of them."""

from headwater.answers.runs import RunFacets, RunInFull
from headwater.api.http.operations import RequestContext, get
from headwater.query.runs.job_runs import facets_of_run
from headwater.query.runs.job_runs import run as ask_run
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
