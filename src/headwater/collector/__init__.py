"""The ways in: how events get into the log."""

from headwater.collector.files import (
    FileItem,
    IngestReport,
    OnProgress,
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
    "OnProgress",
    "RefusedEvent",
    "Taken",
    "append_events",
    "ingest",
    "read_events",
    "stored_bytes",
    "take",
]
