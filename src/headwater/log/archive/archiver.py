"""Archiving a log, and dropping what is archived from a directory.

Any number of processes may do this at once, and be killed at any time: what is archived is a whole
object, and what is not is archived the next time.
"""

import time
import zlib
from collections.abc import Iterable
from itertools import zip_longest

import msgspec

from headwater.errors import CorruptLogError, LogError, LogUnwritableError
from headwater.log.archivable import ArchivableLog, Retention
from headwater.log.archive.archive import Archive, ArchiveEnds, coverage
from headwater.log.archive.log import ArchivedLog
from headwater.log.archive.packed import OBJECT_BYTES, packed
from headwater.log.directory.log import DirectoryLog
from headwater.log.directory.segment import Seal
from headwater.log.event_log import Positions, Range

WAIT_SECONDS = 3600.0
"""How long records wait for more records, as objects should not be small."""
RETAINED_SHARE = 0.25
"""Records wait no longer than this share of the log's retention allows, in time and in size."""


class ArchivedNow(msgspec.Struct, frozen=True):
    """What was added to an archive."""

    objects: int = 0
    records: int = 0
    bytes: int = 0
    """The size of the objects."""
    failures: tuple[str, ...] = ()
    """Why some segments could not be archived."""


def archive(log: ArchivedLog, *, whole: bool = False, most: int = OBJECT_BYTES) -> ArchivedNow:
    """Archives what is due: what fills an object, or has waited long; with `whole`, everything
    that can be archived. `most` is the size of an object.

    A segment that cannot be archived does not keep the others from being archived.
    """
    target = log.own_archive()
    target.adopt(log.id())
    target.files.remove_abandoned()
    retention, sealed = log.log.retention(), log.log.sealed()
    begins = {segment: log.log.first(segment) for segment in sealed}
    # The archive is looked at after the log: what the log has dropped by then is in the archive.
    objects = target.objects()
    gaps, failures, added = list[Range](), list[str](), list[tuple[int, int]]()
    ends: Positions = {
        segment: coverage(known, segment, None, known[-1].end)[0]
        for segment, known in objects.items()
        if segment not in sealed
    }
    for segment, end in sealed.items():
        known = objects.get(segment, [])
        ends[segment], lost = coverage(known, segment, begins[segment], end)
        gaps += lost
    target.note(_noted(ends, gaps))
    for segment, end in sorted(sealed.items()):
        before = ends[segment]
        try:
            while (span := Range(segment, ends[segment], end)).start < end:
                if not (whole or _is_due(log.log, span, retention, most)):
                    break
                index, content = packed(span, log.log.entries(span), most)
                target.add(index, content)
                added.append((sum(block.entries for block in index.blocks), len(content)))
                ends[segment] = index.end
        except LogUnwritableError:
            raise
        except LogError as error:
            if log.log.first(segment) is not None:  # else another process has archived it
                failures.append(str(error))
        if ends[segment] > before:
            target.note(_noted(ends, gaps))
    records, sizes = sum(count for count, _ in added), sum(size for _, size in added)
    return ArchivedNow(len(added), records, sizes, tuple(failures))


def _noted(ends: Positions, gaps: Iterable[Range]) -> ArchiveEnds:
    """What to note. A segment of which nothing is archived is left out."""
    return ArchiveEnds({segment: end for segment, end in ends.items() if end}, tuple(gaps))


def _is_due(log: ArchivableLog, span: Range, retention: Retention, most: int) -> bool:
    if retention.bytes is not None:
        most = min(most, int(retention.bytes * RETAINED_SHARE))
    if log.size(span) >= most:
        return True
    wait = WAIT_SECONDS
    if retention.seconds is not None:
        wait = min(wait, retention.seconds * RETAINED_SHARE)
    first = next(log.read(span), None)  # it may begin behind offsets without a record
    return first is not None and time.time() - first.received / 1e6 >= wait


def drop_archived(log: ArchivedLog) -> list[str]:
    """Drops the sealed segments of a directory whose archived copy says the same, and names them.

    LogError if a copy does not: nothing of that segment, or of those after it, is dropped then.
    """
    directory = log.log
    if not isinstance(directory, DirectoryLog):
        raise LogError(
            f"{log} drops what is old by itself, by its retention; only the segments of a directory"
            " can be dropped"
        )
    target, dropped = log.own_archive(), []
    target.require(log.id())
    reached = target.reached().ends
    for segment, end in sorted(directory.sealed().items()):
        if directory.first(segment) is None or reached.get(segment, 0) < end:
            continue
        try:
            directory.drop(segment, _compared(directory, target, Range(segment, 0, end)))
        except LogError:
            if directory.first(segment) is None:
                continue  # another process has dropped it meanwhile
            raise
        dropped.append(segment)
    return dropped


def _compared(log: ArchivableLog, archive: Archive, span: Range) -> Seal:
    """What log and archive have in a range. CorruptLogError if they differ."""
    size = records = crc = 0
    for here, there in zip_longest(log.entries(span), archive.entries(span)):
        if here != there:
            at = (here or there).offset
            raise CorruptLogError(
                f"{span.segment} at {at} is not in its archive in {archive} as it is in the log;"
                " nothing of it was dropped. Look which of them is damaged with `headwater verify`"
            )
        size, records, crc = size + len(there.data), records + 1, zlib.crc32(there.data, crc)
    return Seal(size, records, crc)
