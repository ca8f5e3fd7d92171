"""The ways in: how events get into the log, or to a server that keeps one."""

from headwater.collector.files import (
    FileItem,
    IngestReport,
    RefusedEvent,
    ingest,
    read_events,
    stored_bytes,
)
from headwater.collector.remote import send, server_address
from headwater.collector.taking import Taken, take

__all__ = [
    "FileItem",
    "IngestReport",
    "RefusedEvent",
    "Taken",
    "ingest",
    "read_events",
    "send",
    "server_address",
    "stored_bytes",
    "take",
]
