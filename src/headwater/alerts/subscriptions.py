"""Subscriptions, which are kept in a file in the data directory.

They are not in the log, as they have secrets, and everyone who may ask questions may read the log.
"""

import base64
import fcntl
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from headwater.alerts.progress import FOLDER, Progresses
from headwater.alerts.webhooks import require_target
from headwater.answers.alerts import MessageForm, Subscribed, SubscriptionList, SubscriptionState
from headwater.answers.moments import Instant
from headwater.errors import BadRequestError, NotFoundError
from headwater.own_files import OwnFiles
from headwater.questions.alerts import EVERYTHING, LOG, NewSubscription, Occasion

_KINDS = ("job:", "dataset:", "namespace:", "tag:", "owner:", "contract:")
_SECRET = "whsec_"  # noqa: S105  # the prefix of secrets in Standard Webhooks, and no secret
_SECRET_BYTES = 32


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """A subscription as it is kept: who is told of what. `secret` signs the messages to a
    webhook."""

    name: str
    about: str
    on: tuple[Occasion, ...]
    to: str
    form: MessageForm
    wait_minutes: float
    max_age_hours: float
    created_at: int
    secret: str | None
    tried_at: int | None = None
    """When somebody last asked for a message to try it out."""

    def __post_init__(self) -> None:
        if not _is_target(self.to):  # the file that it was read from is damaged
            raise ValueError(f"`to` is neither {LOG} nor the URL of a webhook")

    @property
    def max_age(self) -> int:
        """How old a happening may be when it becomes known, in microseconds."""
        return int(self.max_age_hours * 3_600_000_000)


class Subscriptions:
    """The subscriptions of a data directory. Several processes may change them."""

    def __init__(self, data: Path, *, private_targets: bool = False) -> None:
        """`private_targets` allows webhooks in private networks to be subscribed."""
        self._files, self._path = OwnFiles(data), data / FOLDER / "subscriptions.json"
        self._private_targets = private_targets
        self._progress = Progresses(data)

    def read(self) -> tuple[Subscription, ...]:
        return self._files.read(self._path, tuple[Subscription, ...]) or ()

    def states(self) -> SubscriptionList:
        """All subscriptions without their secrets, by name."""
        found = sorted(self.read(), key=lambda one: one.name)
        return SubscriptionList(tuple(map(self._state, found)))

    def add(self, new: NewSubscription) -> Subscribed:
        """Adds a subscription, or replaces the one with the same name.

        Where the target stays the same, so does the secret, and it is not shown again. Where it is
        about the same as before, it goes on where it was.
        """
        _check(new)
        if new.to != LOG:
            require_target(new.to, private_targets=self._private_targets)
        with self._changing() as known:
            before = known.get(new.name)
            secret, shown = _new_secret(new.to), True
            created_at = _now()
            if before is not None and before.to == new.to:
                secret, shown = before.secret, False
            if before is not None and (before.about, before.on) == (new.about, new.on):
                created_at = before.created_at
            known[new.name] = Subscription(
                **msgspec.structs.asdict(new), created_at=created_at, secret=secret
            )
        return Subscribed(new.name, secret if shown else None)

    def remove(self, name: str) -> None:
        with self._changing() as known:
            _require(known, name)
            del known[name]
        self._progress.forget(name)

    def try_out(self, name: str) -> None:
        """Asks for a message, which is sent in its turn, to find out whether it arrives."""
        with self._changing() as known:
            _require(known, name)
            known[name] = msgspec.structs.replace(known[name], tried_at=_now())

    @contextmanager
    def _changing(self) -> Iterator[dict[str, Subscription]]:
        with self._files.opened(self._path.with_suffix(".lock")) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            known = {one.name: one for one in self.read()}
            yield known
            self._files.replace(self._path, tuple(known.values()))

    def _state(self, one: Subscription) -> SubscriptionState:
        progress = self._progress.read(one.name)
        delivered = max(progress.delivered.values(), default=None) if progress else None
        failing = progress.failing if progress else None
        return SubscriptionState(
            name=one.name,
            about=one.about,
            on=one.on,
            to=one.to if one.to == LOG else shown_target(one.to),
            form=one.form,
            wait_minutes=one.wait_minutes,
            max_age_hours=one.max_age_hours,
            created_at=Instant(one.created_at),
            last_delivered_at=None if delivered is None else Instant(delivered),
            failures=failing.times if failing else 0,
            error=failing.error if failing else None,
            next_try_at=Instant(failing.next_try_at) if failing else None,
        )


def shown_target(url: str) -> str:
    """The scheme and host of a webhook.

    >>> shown_target("https://hooks.example:8443/services/T0/B0/secret?x=1")
    'https://hooks.example:8443/…'
    """
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}/…"


def secret_bytes(secret: str) -> bytes:
    return base64.b64decode(secret.removeprefix(_SECRET))


def _new_secret(target: str) -> str | None:
    if target == LOG:
        return None
    return _SECRET + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def _check(new: NewSubscription) -> None:
    known = new.about.startswith(_KINDS) and new.about.partition(":")[2]
    if new.about != EVERYTHING and not known:
        raise BadRequestError(
            f"about: {new.about[:100]!r} is nothing to subscribe to; expected {EVERYTHING},"
            " job:NAMESPACE:NAME, dataset:NAMESPACE:NAME, namespace:NAME, tag:NAME, owner:NAME or"
            " contract:ID"
        )
    if not _is_target(new.to):
        raise BadRequestError(
            f"to: expected {LOG}, or the URL of a webhook such as https://hooks.example/lineage"
        )


def _is_target(text: str) -> bool:
    if text == LOG:
        return True
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _require(known: dict[str, Subscription], name: str) -> None:
    if name not in known:
        names = ", ".join(sorted(known)) or "none"
        raise NotFoundError(f"there is no subscription {name[:60]!r}; there are: {names}")


def _now() -> int:
    return time.time_ns() // 1000
