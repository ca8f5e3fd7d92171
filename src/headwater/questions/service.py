"""Questions about the service itself: its state, and the events that were sent to it."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.service import (
    EventList,
    ExportedTables,
    FindingGroups,
    FindingList,
    Status,
)
from headwater.questions.moments import Moment
from headwater.questions.pages import PageQuestion
from headwater.questions.question import NamespaceName, Question

EventType: TypeAlias = Literal["START", "RUNNING", "COMPLETE", "ABORT", "FAIL", "OTHER"]
EventKind: TypeAlias = Literal["run", "job", "dataset", "all"]


class StatusQuestion(Question[Status], frozen=True, kw_only=True):
    """How far the server has applied its log, and how much it stores."""

    path = "/status"


class ExportQuestion(Question[ExportedTables], frozen=True, kw_only=True):
    """The tables that can be exported, with what is in their columns."""

    path = "/export"


class TableQuestion(Question[bytes], frozen=True, kw_only=True):
    """A table as a Parquet file."""

    path = "/export/{table}.parquet"

    table: Annotated[
        str, msgspec.Meta(description="This is the name of a table, as `GET /export` lists it.")
    ]


class EventsQuestion(PageQuestion[EventList], frozen=True, kw_only=True):
    """Events as they were sent."""

    path = "/events/lineage"

    before: Annotated[
        Moment | None, msgspec.Meta(description="Return only events with an earlier event time.")
    ] = None
    after: Annotated[
        Moment | None,
        msgspec.Meta(description="Return only events with this event time or a later one."),
    ] = None
    sort_direction: Annotated[
        Literal["desc", "asc", "DESC", "ASC"],
        msgspec.Meta(
            description="This is the order by event time. `desc` puts the newest first, `asc` the"
            " oldest."
        ),
    ] = "desc"
    kind: Annotated[EventKind, msgspec.Meta(description="Return only events of this kind.")] = "run"
    event_type: Annotated[
        EventType | None,
        msgspec.Meta(
            description="Return only run events of this type. Events of jobs and datasets have"
            " none."
        ),
    ] = None
    run_id: Annotated[str | None, msgspec.Meta(description="Return only events of this run.")] = (
        None
    )
    job: Annotated[
        str | None,
        msgspec.Meta(description="Return only events about this job, given as job:NAMESPACE:NAME."),
    ] = None

    @property
    def oldest_first(self) -> bool:
        return self.sort_direction.lower() == "asc"


class EventsOfNamespaceQuestion(EventsQuestion, frozen=True, kw_only=True):
    """Events about the jobs of a namespace or, with the kind `dataset`, about its datasets."""

    path = "/events/{namespace}"

    namespace: NamespaceName


class FindingsQuestion(PageQuestion[FindingList], frozen=True, kw_only=True):
    """Findings: what was wrong or unusual in events that were accepted all the same."""

    path = "/findings"

    code: Annotated[
        str | None, msgspec.Meta(description="Return only findings with this code.")
    ] = None
    job: Annotated[
        str | None,
        msgspec.Meta(
            description="Return only findings in events about this job, given as"
            " job:NAMESPACE:NAME."
        ),
    ] = None
    dataset: Annotated[
        str | None,
        msgspec.Meta(
            description="Return only findings in events about this dataset, given as"
            " dataset:NAMESPACE:NAME, and in the inputs and outputs of runs that use"
            " it."
        ),
    ] = None
    run_id: Annotated[
        str | None, msgspec.Meta(description="Return only findings in events of this run.")
    ] = None
    after: Annotated[
        Moment | None,
        msgspec.Meta(
            description="Return only findings in events with this event time or a later one."
        ),
    ] = None
    before: Annotated[
        Moment | None,
        msgspec.Meta(description="Return only findings in events with an earlier event time."),
    ] = None


class FindingGroupsQuestion(Question[FindingGroups], frozen=True, kw_only=True):
    """Findings by producer and kind, with an example of each."""

    path = "/findings/groups"
