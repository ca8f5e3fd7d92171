"""Events as they were sent."""

from typing import Annotated, Literal

import msgspec

from headwater.answers.service import EventList
from headwater.api.http.operations import RequestContext, get
from headwater.api.http.paging import PageAsked
from headwater.api.http.parameters import Moment
from headwater.query.service.events import EventKind, EventsWanted
from headwater.query.service.events import events as ask_events

_TAG = "Events"


class EventsAsked(PageAsked, frozen=True, kw_only=True, rename="camel"):
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

    def wanted(self, namespace: str | None = None) -> EventsWanted:
        return EventsWanted(
            kind=self.kind,
            after=self.after,
            before=self.before,
            run=self.run_id,
            job=self.job,
            namespace=namespace,
            oldest_first=self.sort_direction.lower() == "asc",
        )


class EventsOfNamespaceAsked(EventsAsked, frozen=True, kw_only=True, rename="camel"):
    namespace: str


@get("/events/lineage", tag=_TAG, summary="Events as they were sent")
def lineage_events(context: RequestContext, asked: EventsAsked) -> EventList:
    """Run events, unless others are asked for; each byte by byte as it was taken."""
    return ask_events(context.snapshot, context.log, asked.wanted(), asked.page)


@get("/events", tag=_TAG, summary="The same as /events/lineage")
def all_events(context: RequestContext, asked: EventsAsked) -> EventList:
    return ask_events(context.snapshot, context.log, asked.wanted(), asked.page)


@get("/events/{namespace}", tag=_TAG, summary="Events about the jobs of a namespace")
def events_of_namespace(context: RequestContext, asked: EventsOfNamespaceAsked) -> EventList:
    """Or, of kind `dataset`, about its datasets."""
    return ask_events(context.snapshot, context.log, asked.wanted(asked.namespace), asked.page)
