"""The ways in: how events get into the log."""

from headwater.collector.files import (
    FileItem,
    IngestReport,
    Progress,
    RefusedEvent,
    append_events,
    ingest,
    read_events,
    stored_bytes,
)
from headwater.collector.taking import Taken, take

__all__ = [
    "FileItem",
    "IngestReport",
    "Progress",
    "RefusedEvent",
    "Taken",
    "append_events",
    "ingest",
    "read_events",
    "stored_bytes",
    "take",
]
