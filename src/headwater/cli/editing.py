"""Users' edits are written to the log."""

import time

from headwater.cli.output import print_line
from headwater.cli.settings import log_writer
from headwater.config import Settings
from headwater.model.events import edit_line
from headwater.model.order import format_time


def log_edit(settings: Settings, edit: str, fields: dict[str, str]) -> None:
    """Append an edit to the log, at the time it is now (semantics 10)."""
    now = time.time_ns() // 1000
    body, digest = edit_line({"edit": edit, "at": format_time(now), **fields})
    with log_writer(settings) as writer:
        writer.append("edit", digest, body, now)
    print_line("logged; `headwater build` applies it, or the pipeline, if one runs")
