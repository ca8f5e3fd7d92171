"""Questions about runs."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.runs import RunFacets, RunInFull, RunList, RunPage
from headwater.questions.pages import PageQuestion
from headwater.questions.question import Question

RunState: TypeAlias = Literal["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED"]
FacetsOf: TypeAlias = Literal["run", "job", "dataset"]
BatchId: TypeAlias = Annotated[
    str | None,
    msgspec.Meta(
        description="Only runs of this batch: a batch id, a nominal start, or a run id that"
        " several jobs share."
    ),
]


class RunsQuestion(PageQuestion[RunList], frozen=True, kw_only=True):
    """The runs of a job, those that use a dataset, or all but those of deleted jobs; newest
    first."""

    path = "/runs"

    node_id: Annotated[
        str | None,
        msgspec.Meta(
            description="The job or dataset whose runs to list; all runs if it is left out."
        ),
    ] = None
    state: RunState | None = None
    batch: BatchId = None


class JobRunsQuestion(PageQuestion[RunPage], frozen=True, kw_only=True):
    """The runs of a job, with what they read and wrote."""

    path = "/namespaces/{namespace}/jobs/{job}/runs"

    namespace: str
    job: str
    batch: BatchId = None


class RunQuestion(Question[RunInFull], frozen=True, kw_only=True):
    path = "/jobs/runs/{id}"

    id: Annotated[
        str, msgspec.Meta(description="The id of a run. Any spelling of a UUID is understood.")
    ]


class RunFacetsQuestion(Question[RunFacets], frozen=True, kw_only=True):
    path = "/jobs/runs/{id}/facets"

    id: Annotated[
        str, msgspec.Meta(description="The id of a run. Any spelling of a UUID is understood.")
    ]
    type: Annotated[
        FacetsOf,
        msgspec.Meta(
            description="Whether to return the facets of the run itself, of its job, or of its"
            " inputs and outputs."
        ),
    ] = "run"
