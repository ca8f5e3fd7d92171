"""The ways in: how events get into the log."""

from headwater.collector.files import (
    FileItem,
    IngestReport,
    Progress,
    RefusedEvent,
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
    "ingest",
    "read_events",
    "stored_bytes",
    "take",
]
