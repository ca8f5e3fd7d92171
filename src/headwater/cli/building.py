"""Running the pipeline from a command: a bar where it can be seen, lines where it cannot."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

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

SLOW_SECONDS = 1.0
"""Stages shorter than this are not worth a line in a log."""


class BuildProgress(Protocol):
    """What the pipeline reports to."""

    def stage(self, name: str, number: int, of: int) -> None: ...

    def tasks(self, done: int, of: int) -> None: ...

    def rows(self, name: str, count: int, seconds: float) -> None: ...


@contextmanager
def build_progress() -> Iterator[BuildProgress]:
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
        """The next stage says that this one is done."""


class _Lines:
    """A line for each stage that took a while."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}

    def stage(self, name: str, number: int, of: int) -> None:
        self._places[name] = f"{number}/{of}"

    def tasks(self, done: int, of: int) -> None:
        """Too many lines for a log."""

    def rows(self, name: str, count: int, seconds: float) -> None:
        if seconds >= SLOW_SECONDS:
            rate = f", {count / seconds:.0f} per second" if count else ""
            place = self._places[name]
            click.echo(f"{place} {name}: {count} rows in {seconds:.1f} s{rate}", err=True)
