"""The archive of a log: which ranges of the log it has, how they are read, and how ranges are
added.

It is a folder with an object for each range, and two small files::

    ID                                                  the id of the log that it belongs to
    ENDS                                                how far it goes, as last looked up
    SEGMENT/00000000000000000000-00000000000000067108.5f0c9a1e.zst
                                                        the entries of a range of one segment

The names of the objects say what there is. A part of each name is random, so that nobody writes or
removes the object of another who archives the same range at the same time. `ENDS` is made
from them by whoever archives, so that nobody else has to list them all.
"""

import re
import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from headwater.errors import CorruptLogError, LogError
from headwater.log.archivable import LogEntry
from headwater.log.archive.files import ArchiveFiles
from headwater.log.archive.packed import (
    TAIL_BYTES,
    Block,
    Index,
    index_length,
    read_block,
    read_index,
)
from headwater.log.event_log import Positions, Range
from headwater.log.spans import beyond

KEPT_INDEXES = 128
"""How many indexes are kept in memory. Each takes some 20 kB."""
READ_BYTES = 4 << 20
"""How many bytes are read at once where entries are read in order."""
_OBJECT = re.compile(r"(.+)/([0-9]{20})-([0-9]{20})(\.[0-9a-f]{8})?\.zst")
_ID, _ENDS = "ID", "ENDS"


class ArchiveEnds(msgspec.Struct, frozen=True):
    """How far an archive goes, and which ranges it lacks because the log had removed them before
    they were archived."""

    ends: Positions = {}
    gaps: tuple[Range, ...] = ()


class ArchiveObject(NamedTuple):
    """An object of an archive, and the range that it holds."""

    name: str
    span: Range


class Archive:
    """The archive in a folder. Processes may read and extend it side by side."""

    def __init__(self, url: str) -> None:
        self.files = ArchiveFiles(url)
        self._objects: dict[str, list[ArchiveObject]] = {}
        self.index = lru_cache(KEPT_INDEXES)(self._read_index)
        """The index of an object."""

    def __str__(self) -> str:
        return str(self.files)

    # What it has

    def log_id(self) -> str | None:
        """The id of the log that it belongs to; None if it belongs to none yet.

        CorruptLogError if nobody can tell whose records it has.
        """
        found = (self.files.read(_ID) or b"").decode("utf-8", "replace").strip()
        if not found.isprintable() or "\N{REPLACEMENT CHARACTER}" in found:
            raise self._without_id("is damaged")
        if not found and _by_segment(self.files.names()):
            raise self._without_id("is lost, and there are objects")
        return found or None

    def _without_id(self, what: str) -> CorruptLogError:
        return CorruptLogError(
            f"{_ID} in the archive in {self} {what}; restore it from a copy: it has the id of the"
            " log, which is in the file ID of a directory, and in the store's table `meta`"
        )

    def adopt(self, log_id: str) -> None:
        """Makes it the archive of a log, unless it is one already."""
        if self.log_id() is None:
            if not self.files.names():
                self.note(ArchiveEnds())
            self.files.put(_ID, f"{log_id}\n".encode())
        self.require(log_id)

    def require(self, log_id: str) -> None:
        """LogError if it is the archive of another log."""
        if (found := self.log_id()) not in (None, log_id):
            raise LogError(
                f"the archive in {self} is that of the log {found}, and this is the log {log_id};"
                " name another place by the setting `archive`. If this log is a directory that is"
                f" to take the place of the other one, because that was lost, write {found} into"
                " its file ID; a topic that was made anew is another log"
            )

    def reached(self) -> ArchiveEnds:
        """How far it went when it was last added to. LogError if nobody has noted it."""
        content = self.files.read(_ENDS)
        if content is None:
            if _by_segment(self.files.names()):
                raise LogError(
                    f"the archive in {self} has objects, but no file {_ENDS} that says how far it"
                    " goes; run `headwater archive`, which writes it anew"
                )
            return ArchiveEnds()
        try:
            return msgspec.json.decode(content, type=ArchiveEnds)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise CorruptLogError(
                f"{_ENDS} in the archive in {self} is damaged ({error}); run `headwater"
                " archive`, which writes it anew"
            ) from error

    def note(self, reached: ArchiveEnds) -> None:
        """Notes how far it goes, for those who do not list its objects, unless it is noted."""
        content = msgspec.json.encode(reached, order="deterministic")
        if self.files.read(_ENDS) != content:
            self.files.put(_ENDS, content)

    def objects(self) -> dict[str, list[Range]]:
        """The ranges of all objects by segment, in order."""
        self._objects = _by_segment(self.files.names())
        return {segment: [one.span for one in known] for segment, known in self._objects.items()}

    def objects_of(self, segment: str) -> list[Range]:
        """The ranges of the objects of one segment, in order."""
        return [one.span for one in self._of_segment(segment)]

    def _of_segment(self, segment: str) -> list[ArchiveObject]:
        """The objects of a segment that there are now."""
        known = _by_segment(self.files.names(segment)).get(segment, [])
        self._objects[segment] = known
        return known

    def _object_at(self, span: Range) -> ArchiveObject:
        """Of the objects that hold the start of a range, the one that goes furthest."""
        known = self._objects.get(span.segment, [])
        if not any(one.span.start <= span.start < one.span.end for one in known):
            known = self._of_segment(span.segment)
        having = [one for one in known if one.span.start <= span.start < one.span.end]
        if having:
            return max(having, key=lambda one: one.span.end)
        end = max((one.span.end for one in known), default=0)
        if end <= span.start and known:
            raise beyond(span.segment, span.end, end)
        raise LogError(
            f"{span.segment} from {span.start} to {span.end} is neither in the log nor in its"
            f" archive in {self}: restore the log or the archive from a copy"
        )

    # Reading

    def entries(self, span: Range) -> Iterator[LogEntry]:
        """The entries of a range, checked and in order. LogError if it has not all of them."""
        for part in self._parts(span):
            for entries in self._blocks(*part):
                wanted = part[1]
                yield from (one for one in entries if wanted.start <= one.offset < wanted.end)

    def entries_at(self, segment: str, offsets: Sequence[int]) -> Iterator[LogEntry]:
        """The entries that begin at these offsets, which are in order."""
        near: dict[int, LogEntry] = {}
        for offset in offsets:
            if offset not in near:
                near = {one.offset: one for one in self._around(segment, offset)}
            if offset not in near:
                raise LogError(f"no record begins at {offset} of {segment} in its archive")
            yield near[offset]

    def first_from(self, span: Range, offset: int) -> int:
        """Where the first entry of a range begins that lies at `offset` or after it."""
        if offset >= span.end:
            return span.end
        found = self._object_at(Range(span.segment, offset, span.end))
        starts = [
            *(one.offset for one in self._around(span.segment, offset)),
            *(block.start for block in self.index(found).blocks),
        ]
        return min(
            min((start for start in starts if start >= offset), default=found.span.end), span.end
        )

    def count(self, span: Range) -> int:
        """How many entries a range has. Blocks that lie in it as a whole are not read."""
        total = 0
        for found, wanted in self._parts(span):
            index = self.index(found)
            ends = [*(block.start for block in index.blocks[1:]), index.end]
            for block, end in zip(index.blocks, ends, strict=True):
                if wanted.start <= block.start and end <= wanted.end:
                    total += block.entries
                elif block.start < wanted.end and wanted.start < end:
                    inside = self._around(span.segment, block.start)
                    total += sum(wanted.start <= one.offset < wanted.end for one in inside)
        return total

    def _parts(self, span: Range) -> Iterator[tuple[ArchiveObject, Range]]:
        """The objects that have a range one after the other, and what each of them has of it."""
        at = span.start
        while at < span.end:
            found = self._object_at(Range(span.segment, at, span.end))
            yield found, Range(span.segment, at, min(found.span.end, span.end))
            at = found.span.end

    def _around(self, segment: str, offset: int) -> Sequence[LogEntry]:
        """The entries of the block that has an offset."""
        place = Range(segment, offset, offset + 1)
        return next(self._blocks(self._object_at(place), place), ())

    def _blocks(self, found: ArchiveObject, wanted: Range) -> Iterator[Sequence[LogEntry]]:
        """The blocks of an object that have a range."""
        blocks = self.index(found).blocks
        starts = [block.start for block in blocks]
        first = max(0, bisect_right(starts, wanted.start) - 1)
        return self._read(found, blocks[first : bisect_left(starts, wanted.end)])

    def _read(self, found: ArchiveObject, blocks: Sequence[Block]) -> Iterator[Sequence[LogEntry]]:
        """Reads adjacent blocks, many with one request, as a request takes longer than sending what
        was asked for."""
        with self._opened(found) as file:
            for some in _together(blocks):
                begin = some[0].place
                content = file.read_at(sum(block.length for block in some), begin)
                for block in some:
                    place = block.place - begin
                    yield read_block(found.name, block, content[place : place + block.length])

    def _read_index(self, found: ArchiveObject) -> Index:
        name = found.name
        with self._opened(found) as file:
            size = file.size()
            tail = file.read_at(min(size, TAIL_BYTES), max(0, size - TAIL_BYTES))
            length = index_length(name, size, tail)
            if length > len(tail):
                tail = file.read_at(length, size - length)
            index = read_index(name, size, tail[-length:])
        if index.span != found.span:
            raise CorruptLogError(
                f"{name} in the archive has {index.segment} from {index.start} to {index.end}, so"
                " it was renamed; give it the name that it had"
            )
        return index

    @contextmanager
    def _opened(self, found: ArchiveObject) -> Iterator[Any]:
        try:
            with self.files.opened(found.name) as file:
                yield file
        except LogError:
            # It may have been removed, and written anew under another name.
            self._objects.pop(found.span.segment, None)
            raise

    def damage(self) -> list[str]:
        """One sentence for each damaged object. Everything is read for it."""
        findings = []
        for found in (one for known in _by_segment(self.files.names()).values() for one in known):
            try:
                for _ in self._read(found, self._read_index(found).blocks):
                    pass
            except LogError as error:
                findings.append(str(error))
        return findings

    # Adding to it

    def add(self, index: Index, content: bytes) -> None:
        """Adds an object. Where there is one of its range, that must have the same entries.

        If two processes add the same range at once, each adds an object of its own. Both have the
        same entries, as they were read from the same log.
        """
        for one in self._of_segment(index.segment):
            if one.span != index.span:
                continue
            if self.index(one).crc32 != index.crc32:
                raise CorruptLogError(
                    f"{one.name} is in the archive in {self} already, with other records than the"
                    " log has now; nothing was written. Compare the two, and remove the wrong one"
                )
            return
        added = ArchiveObject(name_of(index.span, secrets.token_hex(4)), index.span)
        self.files.add(added.name, content)
        self._objects[index.segment].append(added)


def name_of(span: Range, random: str) -> str:
    """The name of an object that has a range.

    >>> name_of(Range("events/3", 0, 500), "5f0c9a1e")
    'events/3/00000000000000000000-00000000000000000500.5f0c9a1e.zst'
    """
    return f"{span.segment}/{span.start:020}-{span.end:020}.{random}.zst"


def _together(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """The blocks in lists of a few MiB."""
    some, size = list[Block](), 0
    for block in blocks:
        some.append(block)
        size += block.length
        if size >= READ_BYTES:
            yield some
            some, size = [], 0
    if some:
        yield some


def _by_segment(names: Iterable[str]) -> dict[str, list[ArchiveObject]]:
    found: dict[str, list[ArchiveObject]] = {}
    for name in sorted(names):
        if parts := _OBJECT.fullmatch(name):
            segment, start, end, _ = parts.groups()
            span = Range(segment, int(start), int(end))
            found.setdefault(segment, []).append(ArchiveObject(name, span))
    return found


def coverage(
    objects: Sequence[Range], segment: str, first: int | None, end: int
) -> tuple[int, list[Range]]:
    """How far the objects of a segment go, and which ranges are lost, because they are neither in
    an object nor in the log.

    `first` is the first offset that the log still has of the segment, and `end` is where it ends.

    >>> coverage([Range("s", 0, 5), Range("s", 3, 8)], "s", 0, 20)
    (8, [])
    >>> coverage([Range("s", 0, 5), Range("s", 12, 15)], "s", 9, 20)
    (9, [Range(segment='s', start=5, end=9)])
    """
    at, lost = 0, list[Range]()
    while at < end:
        for one in objects:  # in order of their starts
            if one.start <= at < one.end:
                at = one.end
        if at >= end or (first is not None and first <= at):
            break
        later = [one.start for one in objects if one.start > at]
        until = min([end if first is None else min(first, end), *later])
        lost.append(Range(segment, at, until))
        at = until
    return at, lost
