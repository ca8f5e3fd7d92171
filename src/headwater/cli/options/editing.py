"""Users' edits, which are written to the log of this machine."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from headwater.cli.options.settings import log_writer, store_snapshot
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.model.events import edit_line
from headwater.model.order import format_time
from headwater.store import Snapshot


@contextmanager
def editing(settings: Settings) -> Iterator[Snapshot]:
    """The store, in which to look up what is edited. UsageError if a server is configured."""
    if settings.url:
        raise click.UsageError(
            f"edits go to the log of this machine, and the surroundings name {settings.url}: say"
            " --data DIR if this machine is meant; a server takes edits by its API and its client"
        )
    with store_snapshot(settings) as snapshot:
        yield snapshot


def log_edit(settings: Settings, edit: str, fields: Mapping[str, str]) -> None:
    """Append an edit to the log, with the current time (semantics 10)."""
    log_edits(settings, [{"edit": edit, **fields}])


def log_edits(settings: Settings, edits: Iterable[Mapping[str, Any]]) -> None:
    """Append several edits with the same time: all of them or none."""
    now = time.time_ns() // 1000
    lines = [edit_line({"at": format_time(now), **edit}) for edit in edits]
    with log_writer(settings) as writer:
        writer.append_many([("edit", digest, body, now) for body, digest in lines])
    print_line("logged; `headwater build` applies it, or the pipeline, if one runs")
