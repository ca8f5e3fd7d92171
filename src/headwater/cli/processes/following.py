"""What a pipeline tells while it follows the log: people, and who looks at its claim."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.status import Status

from headwater.answers.service import Lag
from headwater.cli.printing.output import counted, duration, records
from headwater.errors import StoreError

if TYPE_CHECKING:
    from headwater.pipeline.spark.progress import Applied

Tell = Callable[[str], None]

OTHER_PIPELINE = 3
"""The exit code of a pipeline whose store belongs to another pipeline."""


class StatusLines:
    """A line for each batch."""

    def __init__(self, place: str, tell: Tell) -> None:
        self._place = place
        self._tell = tell

    def say(self, text: str) -> None:
        click.echo(text)

    def applied(self, batch: "Applied", seconds: float, waiting: Lag) -> None:
        self._claim("following")  # a database that restarts forgets who has claimed it
        self.say(in_words(batch.events, seconds, waiting))

    def rebuilding(self, why: str) -> None:
        self._claim("rebuilding")
        self.say(f"rebuilding: {why}")

    def following(self) -> None:
        self._claim("following")
        self.say(f"following {self._place}")

    def failing(self) -> None:
        self._claim("failing")

    def _claim(self, doing: str) -> None:
        # The work goes on: what keeps the rows safe is the epoch.
        with suppress(StoreError, OSError):
            self._tell(doing)


class StatusLine(StatusLines):
    """One line that changes."""

    def __init__(self, place: str, tell: Tell, line: Status) -> None:
        super().__init__(place, tell)
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
        self._line.stop()  # a rebuild has a bar of its own
        self._line.console.print(f"rebuilding: {why}")


@contextmanager
def report(place: str, tell: Tell) -> Iterator[StatusLines]:
    """`place` is the log that is followed; `tell` says in a word what is being done."""
    console = Console(highlight=False, emoji=False)
    if not console.is_terminal:
        yield StatusLines(place, tell)
        return
    with console.status("") as line:
        yield StatusLine(place, tell, line)


def in_words(events: int, seconds: float, waiting: Lag) -> str:
    took = duration(round(seconds * 1e6))
    if not waiting.bytes:
        return f"{counted(events, 'event')} in {took}, caught up"
    behind = duration(round(waiting.seconds * 1e6))
    return f"{counted(events, 'event')} in {took}, {records(waiting.records)} and {behind} behind"
