"""Writing users' edits to the log of this machine."""

import time
from collections.abc import Iterable, Mapping
from typing import Any

from headwater.cli.options.settings import event_log
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.model.events import edit_line
from headwater.model.order import format_time

LOGGED = "logged; `headwater build` applies it, or the pipeline, if one runs"


def append_edits(settings: Settings, edits: Iterable[Mapping[str, Any]]) -> None:
    """Append edits to the log with the current time: all of them or none (semantics 10)."""
    now = time.time_ns() // 1000
    lines = [edit_line({"at": format_time(now), **edit}) for edit in edits]
    with event_log(settings).appender() as appender:
        appender.append_many([("edit", digest, body, now) for body, digest in lines])


def log_edits(settings: Settings, edits: Iterable[Mapping[str, Any]]) -> None:
    """Append edits to the log, and print that they are there."""
    append_edits(settings, edits)
    print_line(LOGGED)
