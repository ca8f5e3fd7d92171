"""Questions about alerts, and what a subscription consists of."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from headwater.answers.alerts import MessageForm, SubscriptionList
from headwater.questions.question import Question

SUBSCRIPTIONS = "/subscriptions"
WAIT_MINUTES = 5.0
MAX_AGE_HOURS = 24.0
LOG = "log"
"""The target that is no webhook but a line in the log of the server."""

Occasion: TypeAlias = Literal["failed", "graph", "schema", "drift", "late"]
"""The occasions on which a subscription can be told something."""
EVERYTHING = "everything"


class SubscriptionsQuestion(Question[SubscriptionList], frozen=True, kw_only=True):
    """All subscriptions, without their secrets, and how their messages are delivered."""

    path = SUBSCRIPTIONS


class NewSubscription(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a subscription to be made. It replaces one with the same name, and goes on where that
    one was if both are about the same."""

    name: Annotated[
        str,
        msgspec.Meta(
            pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$",
            description="A name of letters, digits and the characters _.- (not as the first one).",
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
            description="What it is about: `everything`, a job or dataset by its node id,"
            " namespace:NAME, tag:NAME, owner:NAME or contract:ID."
        ),
    ] = EVERYTHING
    on: Annotated[
        tuple[Occasion, ...],
        msgspec.Meta(
            min_length=1,
            description="The occasions on which a message is sent. `failed`: runs failed;"
            " `graph`: a job reads or writes other datasets; `schema`: a dataset has other columns;"
            " `drift`: a contract differs from what runs; `late`: a job has not completed for"
            " longer than usual.",
        ),
    ] = ("failed",)
    form: Annotated[
        MessageForm,
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
            " that a failure is not reported if it is tried again with success.",
        ),
    ] = WAIT_MINUTES
    max_age_hours: Annotated[
        float,
        msgspec.Meta(
            gt=0,
            le=24 * 366,
            description="What is older than this when it becomes known is not reported, so that"
            " events of the past can be sent without a flood of messages.",
        ),
    ] = MAX_AGE_HOURS
