"""The append-only event log: the only source of truth, from which everything else is derived."""

from headwater.log.reader import (
    Range,
    batches,
    head,
    lines,
    ranges,
    read,
    read_at,
    read_each,
    verify,
)
from headwater.log.recovery import recover
from headwater.log.segment import KINDS, Positions, Record, compress, decode, encode, segments
from headwater.log.spans import halved, rest
from headwater.log.tail import Tail, lag
from headwater.log.writer import Appended, Disk, Item, LogWriter

__all__ = [
    "KINDS",
    "Appended",
    "Disk",
    "Item",
    "LogWriter",
    "Positions",
    "Range",
    "Record",
    "Tail",
    "batches",
    "compress",
    "decode",
    "encode",
    "halved",
    "head",
    "lag",
    "lines",
    "ranges",
    "read",
    "read_at",
    "read_each",
    "recover",
    "rest",
    "segments",
    "verify",
]
