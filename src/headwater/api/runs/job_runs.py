"""Operations on a run: what it read and wrote, and its facets."""

from headwater.answers.runs import RunFacets
from headwater.api.http.operations import RequestContext, get
from headwater.api.marquez.runs import MarquezRunInFull, marquez_run_in_full
from headwater.query.runs.job_runs import facets_of_run
from headwater.query.runs.job_runs import run as ask_run
from headwater.questions.runs import RunFacetsQuestion, RunQuestion

_TAG = "Runs"


@get(RunQuestion.path, tag=_TAG, summary="Get a run")
def one_run(context: RequestContext, question: RunQuestion) -> MarquezRunInFull:
    """Returns what the run read and wrote, its job, parent and batch, and its facets."""
    return marquez_run_in_full(ask_run(context.snapshot, question.id))


@get(RunFacetsQuestion.path, tag=_TAG, summary="Get the facets of a run")
def run_facets(context: RequestContext, question: RunFacetsQuestion) -> RunFacets:
    """Returns the facets after the run's last event. The answer is empty if there are none."""
    return facets_of_run(context.snapshot, question.id, question.type)
