"""Answers about alerts: who is told of what, and how messages are delivered."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.moments import Instant

HappeningKind: TypeAlias = Literal["failed", "graph", "schema", "drift", "late", "test"]
MessageForm: TypeAlias = Literal["cloudevents", "slack", "teams"]


class SubscriptionState(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a subscription without its secrets. It says how its messages are delivered."""

    name: str
    about: str
    on: tuple[HappeningKind, ...]
    to: str
    """`log`, or the scheme and host of a webhook. Its path is left out, as it is often a secret."""
    form: MessageForm
    wait_minutes: float
    max_age_hours: float
    created_at: Instant
    last_delivered_at: Instant | None
    failures: int
    """How often in a row the target did not take a message."""
    error: str | None
    """Why it did not take the last one."""
    next_try_at: Instant | None


class SubscriptionList(msgspec.Struct, frozen=True):
    """These are all subscriptions, by name."""

    subscriptions: tuple[SubscriptionState, ...]


class Subscribed(msgspec.Struct, frozen=True):
    """This is a subscription that was made, with the secret by which its messages are signed."""

    name: str
    secret: str | None
    """The secret, which is shown this once. A subscription that writes to the log has none."""


class SubscriptionNamed(msgspec.Struct, frozen=True):
    """This is the subscription that was removed, or is being tried out."""

    name: str
