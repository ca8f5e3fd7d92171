"""Questions about alerts, and what a subscription consists of."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.alerts import Form, SubscriptionList
from headwater.questions.question import Question

SUBSCRIPTIONS = "/subscriptions"
WAIT_MINUTES = 5.0
MAX_AGE_HOURS = 24.0
LOG = "log"
"""The target that is no webhook but a line in the log of the server."""

Told: TypeAlias = Literal["failed", "graph", "schema", "drift", "late"]
"""What a subscription can be told of."""
EVERYTHING = "everything"


class SubscriptionsQuestion(Question[SubscriptionList], frozen=True, kw_only=True):
    """All subscriptions, without their secrets, and how the telling goes."""

    path = SUBSCRIPTIONS


class NewSubscription(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A subscription as it is made. One with the same name is replaced. It goes on where that was,
    if both are about the same."""

    name: Annotated[
        str,
        msgspec.Meta(
            pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$",
            description="A name of letters, digits and any of _.- that does not begin with these.",
        ),
    ]
    to: Annotated[
        str,
        msgspec.Meta(
            description="The URL of a webhook, or `log` for a line in the log of the server."
        ),
    ]
    about: Annotated[
        str,
        msgspec.Meta(
            description="What to tell of: `everything`, a job or dataset by its node id,"
            " namespace:NAME, tag:NAME, owner:NAME or contract:ID."
        ),
    ] = EVERYTHING
    on: Annotated[
        tuple[Told, ...],
        msgspec.Meta(
            min_length=1,
            description="`failed`: runs failed; `graph`: a job reads or writes other datasets;"
            " `schema`: a dataset has other columns; `drift`: a contract differs from what runs;"
            " `late`: a job has not completed for longer than usual.",
        ),
    ] = ("failed",)
    form: Annotated[
        Form,
        msgspec.Meta(
            description="What a webhook gets: a CloudEvent, or the message in the JSON that Slack"
            " or Teams takes."
        ),
    ] = "cloudevents"
    wait_minutes: Annotated[
        float,
        msgspec.Meta(
            ge=0,
            le=24 * 60,
            description="How long to wait for a run to end after something below it failed, so"
            " that what is tried again with success is not told.",
        ),
    ] = WAIT_MINUTES
    max_age_hours: Annotated[
        float,
        msgspec.Meta(
            gt=0,
            le=24 * 366,
            description="What is older than this when it becomes known is not told, so that events"
            " of the past can be sent without a flood.",
        ),
    ] = MAX_AGE_HOURS
