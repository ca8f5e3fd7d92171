"""`/subscriptions`: who is told when something happens. All of it is for admins, as a server sends
messages wherever a subscription says."""

from typing import Annotated

import msgspec

from headwater.alerts.subscriptions import Subscriptions
from headwater.answers.alerts import Subscribed, SubscriptionList, SubscriptionNamed
from headwater.api.http.operations import LogWrite, RequestContext, delete, get, post
from headwater.errors import NotFoundError
from headwater.questions.alerts import SUBSCRIPTIONS, NewSubscription, SubscriptionsQuestion

_TAG = "Alerts"
_ONE = f"{SUBSCRIPTIONS}/{{name}}"


class SubscriptionQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """The subscription that a request is about."""

    name: Annotated[str, msgspec.Meta(description="This is the name of a subscription.")]


@get(SubscriptionsQuestion.path, tag=_TAG, summary="List subscriptions to alerts", role="admin")
def all_subscriptions(context: RequestContext) -> SubscriptionList:
    """The subscriptions are ordered by name. Each has the state of its delivery: when a message was
    last delivered, and why one could not be."""
    return _kept(context).states()


@post(
    SUBSCRIPTIONS,
    tag=_TAG,
    summary="Subscribe to alerts",
    body=NewSubscription,
    status=201,
    role="admin",
)
def subscribe(context: RequestContext, body: NewSubscription) -> LogWrite[Subscribed]:
    """A subscription with the same name is replaced. The answer has the secret that messages are
    signed with, by the Standard Webhooks scheme. It cannot be seen again."""
    kept = _kept(context)
    return LogWrite(answer=lambda _: kept.add(body))


@delete(_ONE, tag=_TAG, summary="Remove a subscription to alerts", role="admin")
def unsubscribe(
    context: RequestContext, question: SubscriptionQuestion
) -> LogWrite[SubscriptionNamed]:
    """Removes the subscription, and the record of what was delivered to it."""
    kept = _kept(context)

    def removed(_: RequestContext) -> SubscriptionNamed:
        kept.remove(question.name)
        return SubscriptionNamed(question.name)

    return LogWrite(answer=removed)


@post(f"{_ONE}/test", tag=_TAG, summary="Try out a subscription to alerts", role="admin")
def try_subscription(
    context: RequestContext, question: SubscriptionQuestion
) -> LogWrite[SubscriptionNamed]:
    """Asks for a message of the kind `test`, which is sent in its turn. The list of subscriptions
    then says whether it was delivered."""
    kept = _kept(context)

    def tried(_: RequestContext) -> SubscriptionNamed:
        kept.try_out(question.name)
        return SubscriptionNamed(question.name)

    return LogWrite(answer=tried)


def _kept(context: RequestContext) -> Subscriptions:
    """The subscriptions of the server. Changes are made with the answer, so after the server has
    found that it takes writes at all."""
    beyond = context.beyond
    if beyond.data is None:
        raise NotFoundError("this server has no data directory, and so keeps no subscriptions")
    return Subscriptions(beyond.data, private_targets=beyond.private_targets)
