"""The Spark of a build, and its progress: a bar in a terminal, lines elsewhere."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from headwater.config import Settings
from headwater.words.numbers import counted

if TYPE_CHECKING:
    from headwater.pipeline.spark.remote import BuildSession

SLOW_SECONDS = 1.0
"""Stages that take less than this do not get a line in a log."""

_INTERRUPTED = "interrupted; the store is whole, and `headwater build` goes on from there"


def build_session(settings: Settings) -> "BuildSession":
    """The Spark that builds: that of a Spark Connect server, if one is named, else one of ours."""
    from headwater.pipeline.spark.remote import own_session, remote_session

    if settings.spark_remote:
        return remote_session(settings.spark_remote)
    return own_session(
        master=settings.spark_master,
        memory=settings.spark_memory,
        log=settings.data / "spark.log",
    )


@contextmanager
def interruptible() -> Iterator[None]:
    """Inside, Ctrl-C raises KeyboardInterrupt, and so does any error that it causes in Spark.

    Enter it when Spark runs. Spark installs a handler of its own, which asks the JVM to cancel its
    jobs in the midst of whatever call it interrupts. This handler replaces it and leaves the JVM
    alone, as the JVM ends with this process.
    """
    interrupted = False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True
        logging.disable()  # PySpark would log each interrupted call with a traceback
        raise KeyboardInterrupt(_INTERRUPTED)

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    except Exception as error:
        if interrupted:
            raise KeyboardInterrupt(_INTERRUPTED) from error
        raise
    finally:
        logging.disable(logging.NOTSET)
        signal.signal(signal.SIGINT, before)


@contextmanager
def build_progress() -> Iterator["_Bar | _Lines"]:
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines()
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TextColumn("{task.fields[parts]}", style="dim"),
        TimeElapsedColumn(),
        TextColumn("left about", style="dim"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        yield _Bar(bar)


class _Bar:
    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("starting", total=None, parts="")

    def stage(self, name: str, number: int, of: int) -> None:
        self._bar.update(self._task, description=name, completed=number - 1, total=of, parts="")

    def tasks(self, done: int, of: int) -> None:
        self._bar.update(self._task, parts=f"{done}/{of} parts")

    def rows(self, name: str, count: int, seconds: float) -> None:
        """Shows nothing, as the next stage follows at once."""

    def far(self, words: str) -> None:
        """Shows nothing, as the bar itself shows how far the build is."""


class _Lines:
    """Prints a line for each slow stage. The lines are not numbered, as the numbers would have
    gaps."""

    def stage(self, name: str, number: int, of: int) -> None:
        """Prints nothing, as a stage gets its line when it is done."""

    def tasks(self, done: int, of: int) -> None:
        """Prints nothing, as these would be too many lines for a log."""

    def rows(self, name: str, count: int, seconds: float) -> None:
        if seconds >= SLOW_SECONDS:
            made = f"{counted(count, 'row')} in " if count else ""
            rate = f", {count / seconds:.0f} per second" if count else ""
            click.echo(f"{name}: {made}{seconds:.1f} s{rate}", err=True)

    def far(self, words: str) -> None:
        click.echo(words, err=True)
