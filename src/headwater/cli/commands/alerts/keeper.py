"""Who keeps subscriptions: this machine, in its data directory, or a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from headwater.alerts.subscriptions import Subscriptions
from headwater.answers.alerts import Subscribed, SubscriptionList
from headwater.config import Settings
from headwater.questions.alerts import NewSubscription


class SubscriptionKeeper(Protocol):
    def subscribe(self, new: NewSubscription) -> Subscribed: ...
    def list(self) -> SubscriptionList: ...
    def unsubscribe(self, name: str) -> None: ...
    def test(self, name: str) -> None: ...


class _Local:
    def __init__(self, settings: Settings) -> None:
        kept = Subscriptions(settings.data, private_targets=settings.private_targets)
        self.subscribe, self.list = kept.add, kept.states
        self.unsubscribe, self.test = kept.remove, kept.try_out


@contextmanager
def keeper(settings: Settings, url: str, key: str) -> Iterator[SubscriptionKeeper]:
    if not url:
        yield _Local(settings)
        return
    from headwater.client import Client

    with Client(url, key or None, pauses=()) as client:
        yield client.alerts
