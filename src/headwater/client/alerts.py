"""Subscribing to the alerts of a server."""

import msgspec

from headwater.answers.alerts import (
    Subscribed,
    SubscriptionList,
    SubscriptionNamed,
)
from headwater.client.connection import Connection
from headwater.questions.alerts import SUBSCRIPTIONS, NewSubscription, SubscriptionsQuestion
from headwater.wire.paths import path


class Alerts:
    """The subscriptions to alerts of a server. On a server with keys, each method needs a key with
    the role `admin`."""

    def __init__(self, server: Connection) -> None:
        self._server = server

    def subscribe(self, new: NewSubscription) -> Subscribed:
        """Makes a subscription. The answer has the secret that its messages are signed with."""
        return self._server.change("POST", SUBSCRIPTIONS, Subscribed, msgspec.json.encode(new))

    def list(self) -> SubscriptionList:
        return self._server.ask(SubscriptionsQuestion())

    def unsubscribe(self, name: str) -> None:
        self._server.change("DELETE", path("subscriptions", name), SubscriptionNamed)

    def test(self, name: str) -> None:
        """Asks for a message to be sent, to find out whether it arrives."""
        self._server.change("POST", path("subscriptions", name, "test"), SubscriptionNamed)
