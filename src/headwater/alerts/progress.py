"""How far a subscription has been told, kept in a file of its own."""

from pathlib import Path

import msgspec

from headwater.log import Positions
from headwater.own_files import OwnFiles

FIRST_PAUSE, LONGEST_PAUSE = 2.0, 600.0
"""Seconds to wait after a failure: the first time, and at most. Each pause is twice the last."""


class Failing(msgspec.Struct, frozen=True):
    """The note that the target did not take the last message."""

    times: int
    error: str
    next_try_at: int


FOLDER = "alerts"
"""The folder of subscriptions and of how far each has been told, in the data directory."""


class DeliveryProgress(msgspec.Struct, frozen=True, kw_only=True):
    """What of the log has been looked at, and what has been told."""

    of: int
    """When the subscription was made, as another one may have had its name before."""
    positions: Positions
    delivered: dict[str, int] = {}
    """The ids of messages that were delivered, each with when. They are kept for as long as what
    they tell could be found again."""
    waiting: dict[str, int] = {}
    """The keys of failed runs that are not told yet, each with when that became known."""
    drift: dict[str, int] = {}
    """The findings of drift that there were at the last look, each with when it became known."""
    failing: Failing | None = None

    def failed(self, error: str, now: int) -> "DeliveryProgress":
        times = 1 if self.failing is None else self.failing.times + 1
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(times - 1, 20))
        failing = Failing(times, error, now + int(pause * 1_000_000))
        return msgspec.structs.replace(self, failing=failing)

    def with_delivery(self, message: str, now: int) -> "DeliveryProgress":
        delivered = self.delivered | {message: now}
        return msgspec.structs.replace(self, delivered=delivered, failing=None)

    def without_deliveries_before(self, moment: int) -> "DeliveryProgress":
        kept = {id_: at for id_, at in self.delivered.items() if at >= moment}
        return msgspec.structs.replace(self, delivered=kept)


class Progresses:
    """The progress of each subscription of a data directory."""

    def __init__(self, data: Path) -> None:
        self._files, self._folder = OwnFiles(data), data / FOLDER / "progress"

    def read(self, name: str) -> DeliveryProgress | None:
        """The progress of a subscription, or None if nobody has looked for it yet."""
        return self._files.read(self._file(name), DeliveryProgress)

    def write(self, name: str, progress: DeliveryProgress) -> None:
        self._files.replace(self._file(name), progress)

    def forget(self, name: str) -> None:
        self._file(name).unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"
