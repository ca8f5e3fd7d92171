"""Questions about runs."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.incidents import IncidentList
from headwater.answers.runs import JobRunList, RunDetails, RunFacets, RunInFull, RunList
from headwater.questions.moments import Moment
from headwater.questions.pages import PageQuestion, SortedPageQuestion
from headwater.questions.question import JobName, NamespaceName, Question

RunState: TypeAlias = Literal["NEW", "RUNNING", "COMPLETED", "FAILED", "ABORTED"]
RunsSortBy: TypeAlias = Literal["started", "took", "state", "job"]
FacetsOf: TypeAlias = Literal["run", "job", "dataset"]
BatchId: TypeAlias = Annotated[
    str | None,
    msgspec.Meta(
        description="Return only runs of this batch: a batch id, a nominal start, or a run id that"
        " several jobs share."
    ),
]


class RunsQuestion(SortedPageQuestion[RunList], frozen=True, kw_only=True):
    """The runs of a job, those that use a dataset, or all but those of deleted jobs; newest
    first."""

    path = "/runs"

    node_id: Annotated[
        str | None,
        msgspec.Meta(
            description="List the runs of this job or dataset, or all runs if it is left out."
        ),
    ] = None
    state: Annotated[
        RunState | None, msgspec.Meta(description="Return only runs in this state.")
    ] = None
    batch: BatchId = None
    after: Annotated[
        Moment | None,
        msgspec.Meta(description="Return only runs that started at this time or later."),
    ] = None
    before: Annotated[
        Moment | None, msgspec.Meta(description="Return only runs that started earlier.")
    ] = None
    under: Annotated[
        str | None,
        msgspec.Meta(
            description="Return only this run, which is given by its id, and those that it started,"
            " directly or through others. It cannot be combined with `nodeId`."
        ),
    ] = None
    sort: Annotated[
        RunsSortBy,
        msgspec.Meta(
            description="This says what to sort the runs by: when they `started`, how long they"
            " `took`, their `state`, failed ones first if it ascends, or the name of their `job`."
        ),
    ] = "started"


class IncidentsQuestion(PageQuestion[IncidentList], frozen=True, kw_only=True):
    """What failed together, the newest first: a failed DAG is one incident, with the tasks that
    failed it."""

    path = "/incidents"

    node_id: Annotated[
        str | None,
        msgspec.Meta(description="Return only incidents in which a run of this job failed."),
    ] = None


class JobRunsQuestion(PageQuestion[JobRunList], frozen=True, kw_only=True):
    """The runs of a job, with what they read and wrote."""

    path = "/namespaces/{namespace}/jobs/{job}/runs"

    namespace: NamespaceName
    job: JobName
    batch: BatchId = None


class RunQuestion(Question[RunInFull], frozen=True, kw_only=True):
    path = "/jobs/runs/{id}"

    id: Annotated[
        str,
        msgspec.Meta(description="This is the id of a run. Any spelling of a UUID is understood."),
    ]


class RunDetailsQuestion(Question[RunDetails], frozen=True, kw_only=True):
    """A run in the shape that `RunsQuestion` lists, with everything that is known about it."""

    path = "/runs/{id}"

    id: Annotated[
        str,
        msgspec.Meta(description="This is the id of a run. Any spelling of a UUID is understood."),
    ]


class RunFacetsQuestion(Question[RunFacets], frozen=True, kw_only=True):
    path = "/jobs/runs/{id}/facets"

    id: Annotated[
        str,
        msgspec.Meta(description="This is the id of a run. Any spelling of a UUID is understood."),
    ]
    type: Annotated[
        FacetsOf,
        msgspec.Meta(
            description="This says whether to return the facets of the run itself, of its job, or"
            " of its inputs and outputs."
        ),
    ] = "run"
