"""Reporting what a pipeline does while it follows the log: to people, and in its claim on the
store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.status import Status

from headwater.answers.service import Lag
from headwater.cli.printing.output import records
from headwater.errors import StoreError
from headwater.words.numbers import counted, duration

if TYPE_CHECKING:
    from headwater.pipeline.spark.progress import Applied

Announce = Callable[[str], None]
"""Records in the claim on the store, in one word, what the pipeline does."""

OTHER_PIPELINE = 3
"""The exit code of a pipeline that finds the store claimed by another pipeline."""


class StatusLines:
    """Prints a line for each batch."""

    def __init__(self, place: str, announce: Announce) -> None:
        self._place = place
        self._announce = announce

    def say(self, text: str) -> None:
        click.echo(text)

    def applied(self, batch: "Applied", seconds: float, waiting: Lag) -> None:
        self._claim("following")  # repeated, as a database server that restarts forgets the claim
        self.say(in_words(batch.events, seconds, waiting))

    def rebuilding(self, why: str) -> None:
        self._claim("rebuilding")
        self.say(f"rebuilding: {why}")

    def come(self, so_far: str) -> None:
        """Announces to others how far a rebuild has come."""
        self._claim(so_far)

    def following(self) -> None:
        self._claim("following")
        self.say(f"following {self._place}")

    def failing(self) -> None:
        self._claim("failing")

    def _claim(self, doing: str) -> None:
        # Work goes on without a claim, which only informs others: the epoch protects the rows.
        with suppress(StoreError, OSError):
            self._announce(doing)


class StatusLine(StatusLines):
    """Prints one line that changes, for a terminal."""

    def __init__(self, place: str, announce: Announce, line: Status) -> None:
        super().__init__(place, announce)
        self._line = line
        self._events = 0

    def say(self, text: str) -> None:
        self._line.start()
        self._line.update(text)

    def applied(self, batch: "Applied", seconds: float, waiting: Lag) -> None:
        self._events += batch.events
        last = in_words(batch.events, seconds, waiting)
        self._claim("following")
        self.say(f"{counted(self._events, 'event')} so far; last batch: {last}")

    def rebuilding(self, why: str) -> None:
        super().rebuilding(why)
        self._line.stop()  # a rebuild has a progress bar of its own
        self._line.console.print(f"rebuilding: {why}")


@contextmanager
def report(place: str, announce: Announce) -> Iterator[StatusLines]:
    """Reports on following the log at `place`; `announce` records in a word what is being done."""
    console = Console(highlight=False, emoji=False)
    if not console.is_terminal:
        yield StatusLines(place, announce)
        return
    with console.status("") as line:
        yield StatusLine(place, announce, line)


def in_words(events: int, seconds: float, waiting: Lag) -> str:
    took = duration(round(seconds * 1e6))
    if not waiting.bytes:
        return f"{counted(events, 'event')} in {took}, caught up"
    behind = duration(round(waiting.seconds * 1e6))
    return f"{counted(events, 'event')} in {took}, {records(waiting.records)} and {behind} behind"
