"""Operations that return events as they were sent."""

from headwater.answers.service import EventList
from headwater.api.http.operations import RequestContext, get
from headwater.query.service.events import events as ask_events
from headwater.questions.service import EventsOfNamespaceQuestion, EventsQuestion

_TAG = "Events"


@get(EventsQuestion.path, tag=_TAG, summary="List events as they were sent")
def lineage_events(context: RequestContext, question: EventsQuestion) -> EventList:
    """Returns run events, unless `kind` selects others. Each event is exactly what was accepted,
    byte for byte."""
    return ask_events(context.snapshot, context.beyond.log, question)


@get("/events", tag=_TAG, summary="List events as they were sent (the same as /events/lineage)")
def all_events(context: RequestContext, question: EventsQuestion) -> EventList:
    """Returns what `GET /events/lineage` returns, by a shorter path."""
    return ask_events(context.snapshot, context.beyond.log, question)


@get(EventsOfNamespaceQuestion.path, tag=_TAG, summary="List events about the jobs of a namespace")
def events_of_namespace(context: RequestContext, question: EventsOfNamespaceQuestion) -> EventList:
    """With the kind `dataset`, returns events about the datasets of the namespace instead."""
    return ask_events(context.snapshot, context.beyond.log, question)
