"""Events as they were sent."""

from headwater.answers.service import EventList
from headwater.api.http.operations import RequestContext, get
from headwater.query.service.events import events as ask_events
from headwater.questions.service import EventsOfNamespaceQuestion, EventsQuestion

_TAG = "Events"


@get(EventsQuestion.path, tag=_TAG, summary="Events as they were sent")
def lineage_events(context: RequestContext, question: EventsQuestion) -> EventList:
    """Run events, unless others are asked for; each byte by byte as it was taken."""
    return ask_events(context.snapshot, context.log, question)


@get("/events", tag=_TAG, summary="The same as /events/lineage")
def all_events(context: RequestContext, question: EventsQuestion) -> EventList:
    return ask_events(context.snapshot, context.log, question)


@get(EventsOfNamespaceQuestion.path, tag=_TAG, summary="Events about the jobs of a namespace")
def events_of_namespace(context: RequestContext, question: EventsOfNamespaceQuestion) -> EventList:
    """Or, of kind `dataset`, about its datasets."""
    return ask_events(context.snapshot, context.log, question)
