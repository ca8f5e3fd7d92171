"""Taking over what a Marquez knows: all its events, and the labels that its users have given."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from headwater.collector import FileItem, IngestReport, OnProgress
from headwater.collector.marquez.labels import Label
from headwater.collector.marquez.notes import ImportNotes
from headwater.collector.marquez.opening import open_marquez, shown
from headwater.collector.marquez.source import FIRST, batches


class Destination(NamedTuple):
    """Where events and labels go: into the log of this machine, or to a server."""

    name: str
    """The server's URL; empty for the log."""
    take_files: Callable[..., IngestReport]
    """Takes the events of files, and returns once they are durable."""
    take_events: Callable[[Iterable[FileItem]], IngestReport]
    """Takes events, and returns once they are durable."""
    take_labels: Callable[[Iterable[Label]], int] | None
    """Takes labels, and returns how many. A server takes none."""


def take_over(
    url: str,
    to: Destination,
    notes: ImportNotes,
    *,
    again: bool = False,
    progress: OnProgress | None = None,
) -> IngestReport:
    """Takes everything at `url`, or goes on where it stopped the last time.

    After each batch it is noted how far that reaches. With `again`, everything is read, whatever
    was read before. Events and labels that are there already add nothing.
    """
    place, report, done = shown(url), IngestReport(), 0
    way = f"{place} to {to.name}" if to.name else place
    with open_marquez(url) as source:
        start = None if again else notes.start(way)
        reached = FIRST if start is None else max(start, FIRST)
        total = source.count(reached) if progress else 0
        for batch in batches(source, reached):
            numbered = enumerate(batch.bodies, done + 1)
            report.add(
                to.take_events(FileItem(place, number, body, "", 0) for number, body in numbered)
            )
            done += len(batch.bodies)
            reached = batch.reached
            notes.write(way, reached)
            if progress:
                progress(done, max(total, done), report.accepted)
        if to.take_labels is not None:
            report.labels += to.take_labels(source.labels())
        notes.write(way, reached, is_complete=True)
    return report
