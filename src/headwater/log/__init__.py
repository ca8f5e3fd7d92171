"""The append-only event log: the only source of truth, from which everything else is derived.

`EventLog` is what a log is, whoever keeps it (`headwater.log.event_log`), and `open_log` opens the
one at an address. `head`, `read` and the other functions that take a directory belong to the log in
a directory (`headwater.log.directory`).
"""

from headwater.log.directory.identity import log_id
from headwater.log.directory.log import DirectoryLog
from headwater.log.directory.reader import head, lines, read, read_each, verify
from headwater.log.directory.recovery import recover
from headwater.log.directory.segment import compress, decode, encode, segments
from headwater.log.directory.writer import Disk, LogWriter
from headwater.log.event_log import (
    KINDS,
    Appended,
    Appender,
    End,
    EventLog,
    LogAddress,
    NewRecord,
    Positions,
    Range,
    Record,
    read_at,
)
from headwater.log.opening import archived, open_log
from headwater.log.spans import batches, ends_of, halved, parts, ranges, rest, size_until
from headwater.log.waiting import lag, waiting

__all__ = [
    "KINDS",
    "Appended",
    "Appender",
    "DirectoryLog",
    "Disk",
    "End",
    "EventLog",
    "LogAddress",
    "LogWriter",
    "NewRecord",
    "Positions",
    "Range",
    "Record",
    "archived",
    "batches",
    "compress",
    "decode",
    "encode",
    "ends_of",
    "halved",
    "head",
    "lag",
    "lines",
    "log_id",
    "open_log",
    "parts",
    "ranges",
    "read",
    "read_at",
    "read_each",
    "recover",
    "rest",
    "segments",
    "size_until",
    "verify",
    "waiting",
]
