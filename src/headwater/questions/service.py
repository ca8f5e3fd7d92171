"""Questions about the service itself: its state, and the events that were sent to it."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.service import EventList, FindingList, Status
from headwater.questions.moments import Moment
from headwater.questions.pages import PageQuestion
from headwater.questions.question import Question

EventKind: TypeAlias = Literal["run", "job", "dataset", "all"]


class StatusQuestion(Question[Status], frozen=True, kw_only=True):
    """How far the server has come, and what it has."""

    path = "/status"


class EventsQuestion(PageQuestion[EventList], frozen=True, kw_only=True):
    """Events as they were sent."""

    path = "/events/lineage"

    before: Annotated[
        Moment | None, msgspec.Meta(description="Only events with an earlier time.")
    ] = None
    after: Annotated[
        Moment | None, msgspec.Meta(description="Only events with this time, or a later one.")
    ] = None
    sort_direction: Annotated[
        Literal["desc", "asc", "DESC", "ASC"],
        msgspec.Meta(description="By event time: `desc` for the newest first."),
    ] = "desc"
    kind: EventKind = "run"
    run_id: Annotated[str | None, msgspec.Meta(description="Only events of this run.")] = None
    job: Annotated[
        str | None, msgspec.Meta(description="Only events about this job: job:NAMESPACE:NAME.")
    ] = None

    @property
    def oldest_first(self) -> bool:
        return self.sort_direction.lower() == "asc"


class EventsOfNamespaceQuestion(EventsQuestion, frozen=True, kw_only=True):
    """Events about the jobs of a namespace or, of kind `dataset`, about its datasets."""

    path = "/events/{namespace}"

    namespace: str


class FindingsQuestion(PageQuestion[FindingList], frozen=True, kw_only=True):
    """What was odd in events that were taken all the same."""

    path = "/findings"

    code: Annotated[str | None, msgspec.Meta(description="Only this kind of finding.")] = None
    job: Annotated[
        str | None,
        msgspec.Meta(description="Only in events about this job: job:NAMESPACE:NAME."),
    ] = None
    dataset: Annotated[
        str | None,
        msgspec.Meta(
            description="Only in events about this dataset, dataset:NAMESPACE:NAME, and in the"
            " inputs and outputs of runs that use it."
        ),
    ] = None
    run_id: Annotated[str | None, msgspec.Meta(description="Only in events of this run.")] = None
    after: Annotated[
        Moment | None, msgspec.Meta(description="Only in events with this time, or a later one.")
    ] = None
    before: Annotated[
        Moment | None, msgspec.Meta(description="Only in events with an earlier time.")
    ] = None
