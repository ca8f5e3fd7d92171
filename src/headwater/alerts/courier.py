"""Telling one subscription what has happened since it was last told."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TypeAlias

import msgspec

from headwater.alerts.changes import column_changes, graph_changes
from headwater.alerts.drift import drifts, present_drift
from headwater.alerts.failures import failures, with_cause
from headwater.alerts.happening import Happening
from headwater.alerts.late import late
from headwater.alerts.messages import cloud_event, message
from headwater.alerts.news import news
from headwater.alerts.progress import DeliveryProgress, Progresses
from headwater.alerts.scope import concerning
from headwater.alerts.subscriptions import Subscription, secret_bytes
from headwater.alerts.webhooks import send
from headwater.errors import UndeliveredError
from headwater.log import EventLog
from headwater.query.service.status import behind
from headwater.questions.alerts import LOG
from headwater.store import Snapshot, Store

CLOCK_SECONDS = 60.0
"""How often to look for what happens without any event: a job that is late, a wait that is over."""
MOST_LAG_SECONDS = 60.0
"""While the store is further behind the log than this, nothing is reported as missing, as it may be
waiting in the log."""

_log = logging.getLogger("headwater.alerts")
Send: TypeAlias = Callable[[Subscription, Happening], None]
"""Delivers a message. UndeliveredError if the target did not take it."""


class Courier:
    """Tells subscriptions what happens, in order, each message at least once.

    What a look finds follows from the store and from the progress that is on disk. So if a process
    ends in the midst of it, the next one finds the same, and leaves out what was delivered.
    """

    def __init__(
        self, data: Path, log: EventLog, store: Callable[[], Store], deliver: Send
    ) -> None:
        self._log = log
        self._store = store
        self._deliver = deliver
        self._progress = Progresses(data)
        self._looked_at: dict[str, float] = {}
        self._stopped = Event()

    def stop(self) -> None:
        """Makes a look that is under way end after the message that is being sent."""
        self._stopped.set()

    def look(self, subscription: Subscription, now: int | None = None) -> None:
        """Looks for what has happened, and tells it."""
        now = time.time_ns() // 1000 if now is None else now
        name = subscription.name
        progress = self._progress.read(name)
        if progress is None or progress.of != subscription.created_at:
            self._begin(subscription, now)
            return
        if progress.failing is not None and now < progress.failing.next_try_at:
            return
        if not self._is_due(subscription, progress, now):
            return
        with self._store().snapshot() as snapshot:
            noticed, after, found = self._found(snapshot, subscription, progress, now)
        # It is kept first when things were noticed, as the ids of messages follow from these times.
        self._progress.write(name, noticed)
        delivered, is_complete = self._tell(subscription, noticed, found, now)
        if is_complete:
            left = delivered.without_deliveries_before(now - 2 * subscription.max_age)
            done = msgspec.structs.replace(left, positions=after.positions, waiting=after.waiting)
            self._progress.write(name, done)
            self._looked_at[name] = now / 1_000_000

    def _begin(self, subscription: Subscription, now: int) -> None:
        """A subscription is told of what comes after it was made, and not of what there was."""
        with self._store().snapshot() as snapshot:
            known = dict.fromkeys(present_drift(snapshot), now - subscription.max_age - 1)
            begun = DeliveryProgress(
                of=subscription.created_at, positions=snapshot.positions(), drift=known
            )
        self._progress.write(subscription.name, begun)

    def _is_due(self, subscription: Subscription, progress: DeliveryProgress, now: int) -> bool:
        last = self._looked_at.get(subscription.name)
        if last is None or progress.failing is not None:
            return True
        tried = subscription.tried_at or 0
        if now / 1_000_000 - last >= CLOCK_SECONDS or tried >= last * 1_000_000:
            return True
        return any(
            end > progress.positions.get(segment, 0)
            for segment, end in self._store().positions().items()
        )

    def _found(
        self, snapshot: Snapshot, subscription: Subscription, progress: DeliveryProgress, now: int
    ) -> tuple[DeliveryProgress, DeliveryProgress, list[Happening]]:
        """Returns the progress to keep now, the progress once all messages are delivered, and what
        the messages are about."""
        wanted, oldest = set(subscription.on), now - subscription.max_age
        came = news(snapshot, self._log, progress.positions)
        found: list[Happening] = []
        waiting = progress.waiting | {
            key: progress.waiting.get(key, now) for key in came.run_keys if "failed" in wanted
        }
        still: dict[str, int] = {}
        if "failed" in wanted:
            failed, still = failures(snapshot, waiting, now, subscription.wait_minutes)
            found += failed
        if "graph" in wanted:
            found += graph_changes(snapshot, came)
        if "schema" in wanted:
            found += column_changes(snapshot, came)
        drift = progress.drift
        if self._is_current(snapshot):
            if "drift" in wanted:
                present = present_drift(snapshot)
                drift = {id_: progress.drift.get(id_, now) for id_ in present}
                found += drifts(snapshot, present, drift)
            if "late" in wanted:
                found += late(snapshot, now, max(oldest, subscription.created_at))
        found = [one for one in found if one.at >= oldest]
        due = concerning(snapshot, subscription.about, found) + _tried(subscription, oldest)
        due = [one for one in due if one.id not in progress.delivered]
        due = [with_cause(snapshot, one) if one.kind == "failed" else one for one in due]
        noticed = msgspec.structs.replace(progress, drift=drift)
        after = msgspec.structs.replace(noticed, positions=came.reached, waiting=still)
        return noticed, after, sorted(due, key=lambda one: (one.at, one.id))

    def _is_current(self, snapshot: Snapshot) -> bool:
        lag = behind(self._log, snapshot.positions(), self._log.head())
        return lag is None or lag.seconds <= MOST_LAG_SECONDS

    def _tell(
        self,
        subscription: Subscription,
        progress: DeliveryProgress,
        found: list[Happening],
        now: int,
    ) -> tuple[DeliveryProgress, bool]:
        """Delivers messages up to the first that the target does not take. Returns whether it got
        to the end."""
        for one in found:
            if self._stopped.is_set():
                return progress, False
            try:
                self._deliver(subscription, one)
            except UndeliveredError as error:
                progress = progress.failed(str(error), now)
                _log.warning("%s is not told: %s", subscription.name, error)
            else:
                progress = progress.with_delivery(one.id, now)
            self._progress.write(subscription.name, progress)
            if progress.failing is not None:
                return progress, False
        return msgspec.structs.replace(progress, failing=None), True


def _tried(subscription: Subscription, oldest: int) -> list[Happening]:
    at = subscription.tried_at
    if at is None or at < oldest:
        return []
    return [
        Happening(
            kind="test",
            key=(subscription.name, str(at)),
            at=at,
            subject=f"subscription:{subscription.name}",
            title=f"This is how {subscription.name} will be told what happens.",
        )
    ]


def deliver(page: str, private_targets: bool) -> Send:
    """Sends messages where subscriptions want them. `page` is the address of the web page."""

    def delivered(subscription: Subscription, happening: Happening) -> None:
        if subscription.to == LOG:
            event = msgspec.json.encode(cloud_event(happening, page)).decode()
            _log.info("%s %s", subscription.name, event)
            return
        assert subscription.secret is not None
        body, media = message(happening, subscription.form, page)
        send(
            subscription.to,
            body,
            media,
            id_=happening.id,
            secret=secret_bytes(subscription.secret),
            private_targets=private_targets,
        )

    return delivered
