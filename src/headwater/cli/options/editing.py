"""Users' edits are written to the log."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from headwater.cli.options.settings import log_writer, reading
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.model.events import edit_line
from headwater.model.order import format_time
from headwater.store import Snapshot


@contextmanager
def editing(settings: Settings) -> Iterator[Snapshot]:
    """What is there to be edited: on this machine, whose log takes the edit."""
    if settings.url:
        raise click.UsageError(
            f"edits go to the log of this machine, and the surroundings name {settings.url}: say"
            " --data DIR if this machine is meant; a server takes edits by its API and its client"
        )
    with reading(settings) as snapshot:
        yield snapshot


def log_edit(settings: Settings, edit: str, fields: Mapping[str, str]) -> None:
    """Append an edit to the log, at the time it is now (semantics 10)."""
    log_edits(settings, [{"edit": edit, **fields}])


def log_edits(settings: Settings, edits: Iterable[Mapping[str, Any]]) -> None:
    """Append several, at one time, all of them or none."""
    now = time.time_ns() // 1000
    lines = [edit_line({"at": format_time(now), **edit}) for edit in edits]
    with log_writer(settings) as writer:
        writer.append_many([("edit", digest, body, now) for body, digest in lines])
    print_line("logged; `headwater build` applies it, or the pipeline, if one runs")
