"""How far a rebuild has come, and how long the rest of it takes.

Stages take very different times, but much the same share of every rebuild. So the seconds that each
took the last time are kept in the data directory. Without them all stages count the same.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from headwater.cli.processes.building import build_progress
from headwater.cli.processes.following import Announce
from headwater.errors import StoreError
from headwater.store.claims import Claim, far

if TYPE_CHECKING:
    from headwater.pipeline.spark.progress import Progress

SOON_SECONDS = 5.0
"""How long a rebuild has to run before an estimate is made."""
TELL_SECONDS = 2.0
"""The least time between two announcements of how far a rebuild has come."""
_LINE_PERCENT = 10
"""After how many more percent of a rebuild a log gets a line."""


@contextmanager
def estimated_progress(kept: Path, doing: str, announce: Announce) -> Iterator["Estimated"]:
    """Shows the progress of a rebuild, announces it to others, and keeps what each stage took.

    `kept` is the file with the seconds of the last rebuild, and `doing` the word that is announced.
    """
    lines = 0

    def tell(percent: int, left: int | None) -> None:
        nonlocal lines
        with suppress(StoreError, OSError):  # a rebuild goes on though nobody hears of it
            announce(far(doing, percent, left))
        if percent // _LINE_PERCENT > lines:
            lines = percent // _LINE_PERCENT
            shown.far(f"{doing}: {Claim(doing, '', percent, left).progress}")

    with build_progress() as shown:
        estimated = Estimated(shown, _read(kept), tell)
        yield estimated
    with suppress(OSError):  # the next estimate is then a worse one
        kept.write_bytes(msgspec.json.encode(estimated.seconds))


def _read(kept: Path) -> dict[str, float]:
    try:
        return msgspec.json.decode(kept.read_bytes(), type=dict[str, float])
    except (OSError, msgspec.DecodeError):
        return {}


class Estimated:
    """Passes on what a rebuild reports, and announces how much is done: in percent, with the
    seconds that are left, as far as these can be estimated."""

    def __init__(
        self,
        shown: "Progress",
        usual: Mapping[str, float],
        tell: Callable[[int, int | None], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`usual` has the seconds by stage of the last rebuild; empty if there was none."""
        self._shown, self._usual, self._tell, self._clock = shown, usual, tell, clock
        self._started = self._printed_at = clock()
        self._name = ""
        self._by_number = 0.0
        self._of = 1
        self._share = 0.0
        self._percent = -1
        self.seconds: dict[str, float] = {}
        """What the finished stages took."""

    def stage(self, name: str, number: int, of: int) -> None:
        self._shown.stage(name, number, of)
        self._name, self._by_number, self._of, self._share = name, float(number - 1), of, 0.0
        self._look()

    def tasks(self, done: int, of: int) -> None:
        self._shown.tasks(done, of)
        self._share = done / of if of else 0.0
        self._look()

    def rows(self, name: str, count: int, seconds: float) -> None:
        self._shown.rows(name, count, seconds)
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds

    def _look(self) -> None:
        now = self._clock()
        percent = max(self._percent, min(99, int(100 * self._done())))
        if percent == self._percent or (
            now - self._printed_at < TELL_SECONDS and self._percent >= 0
        ):
            return
        self._percent, self._printed_at = percent, now
        spent = now - self._started
        known = percent > 0 and spent >= SOON_SECONDS
        self._tell(percent, round(spent * (100 - percent) / percent) if known else None)

    def _done(self) -> float:
        """The share of the whole that is done, from 0 to 1."""
        whole = sum(self._usual.values())
        if not whole:
            return (self._by_number + self._share) / self._of
        done = sum(self._usual.get(name, 0.0) for name in self.seconds if name != self._name)
        return (done + self._share * self._usual.get(self._name, 0.0)) / whole
