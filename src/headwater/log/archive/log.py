"""A log together with its archive, as the rest of the program sees a log.

What the log itself still has is read from it, and the rest from the archive. Nothing above the
protocol of logs knows the difference.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec.structs import astuple, replace

from headwater.answers.service import ArchiveState
from headwater.errors import LogError
from headwater.log.archivable import ArchivableLog, LogEntry
from headwater.log.archive.archive import Archive, ArchiveEnds, coverage
from headwater.log.event_log import Appender, End, LogAddress, Positions, Range, Record
from headwater.log.spans import ranges
from headwater.log.waiting import lag

A = TypeVar("A")
LOOK_SECONDS = 10.0
"""How long an answer about the archive is used again. Checks of readiness ask for it twice a
second."""
ALARMING_SHARE = 0.5
"""Once records have been kept for this share of the log's retention, they should be archived."""


class ArchivedLog:
    """A log whose records may be gone from it, and its archive, which has them."""

    def __init__(self, log: ArchivableLog, archive: Archive) -> None:
        self.log, self._archive = log, archive
        self._begins: Positions = {}
        """The first offset of each segment that the log itself was last seen to have."""
        self._reached: ArchiveEnds | None = None
        self._is_own = False
        """Whether the archive was seen to be that of this log, or of none yet."""
        self._state: tuple[float, ArchiveState, tuple[str, ...]] | None = None
        """When the archive was last looked at, how far it was, and what is overdue."""

    def __str__(self) -> str:
        return str(self.log)

    @property
    def address(self) -> LogAddress:
        return replace(self.log.address, archive=self._archive.files.url)

    def id(self) -> str:
        return self.log.id()

    def own_archive(self) -> Archive:
        """The archive. LogError if it is that of another log."""
        if not self._is_own:
            if self._archive.log_id() is not None:
                self._archive.require(self.log.id())
            self._is_own = True
        return self._archive

    def head(self, since: Positions | None = None) -> Positions:
        # The archive comes first: the log is never behind what was archived from it before.
        reached = self._known().ends
        here = self.log.head(since)
        for segment, end in reached.items():
            is_known = segment in here or self.log.first(segment) is not None
            if is_known and end > here.get(segment, 0):
                raise LogError(
                    f"{segment} ends at {here.get(segment, 0)} in {self}, but was archived up to"
                    f" {end}: the log lost acknowledged data or was replaced; restore it from a"
                    " copy, or take its segment out of the log so that the archive is read"
                )
        return reached | here

    def read(self, span: Range) -> Iterator[Record]:
        for entry in self._entries(span):
            yield from self.log.records_in(span.segment, entry)

    def read_each(self, segment: str, offsets: Iterable[int]) -> Iterator[Record]:
        left = sorted(set(offsets))
        while left:
            begin = self._begin(segment)
            gone = [offset for offset in left if begin is None or offset < begin]
            for entry in self.own_archive().entries_at(segment, gone) if gone else ():
                yield self.log.records_in(segment, entry)[0]
            left = left[len(gone) :]
            try:
                for record in self.log.read_each(segment, list(left)) if left else ():
                    yield record
                    left.pop(0)
            except LogError:
                if not self._has_lost(segment, left[0]):
                    raise

    def ends(self, span: Range) -> Iterator[End]:
        for entry in self._entries(span):
            yield End(entry.end, entry.size)

    def first_from(self, span: Range, offset: int) -> int:
        if offset <= span.start:
            return span.start
        return self._asked(
            span.segment,
            lambda: self.log.first_from(span, offset),
            lambda archive: archive.first_from(span, offset),
        )

    def count(self, span: Range) -> int:
        return self._asked(
            span.segment, lambda: self.log.count(span), lambda archive: archive.count(span)
        )

    def size(self, span: Range) -> int:
        return self.log.size(span)

    def appender(self) -> Appender:
        return self.log.appender()

    def damage(self) -> list[str]:
        archive, found = self.own_archive(), self.log.damage()
        try:
            lost = [_lost(gap) for gap in self._gaps(archive)]
        except LogError as error:  # a seal that is damaged, which is mostly found already
            lost = [str(error)]
        return [*found, *(one for one in lost if one not in found), *archive.damage()]

    def _gaps(self, archive: Archive) -> Iterator[Range]:
        """The ranges that neither the log nor the archive has."""
        ends = self.log.sealed()
        # The archive comes last: what the log removes meanwhile is there before.
        begins = {segment: self.log.first(segment) for segment in ends}
        objects = archive.objects()
        for segment in sorted(objects.keys() | ends):
            known = objects.get(segment, [])
            end = ends.get(segment) or max(one.end for one in known)
            yield from coverage(known, segment, begins.get(segment), end)[1]

    def obstacles(self) -> list[str]:
        # Records that are lost are no obstacle: to refuse new ones would not bring them back.
        return [*self.log.obstacles(), *self._looked_up()[1]]

    def archive(self) -> ArchiveState:
        return self._looked_up()[0]

    def _looked_up(self) -> tuple[ArchiveState, tuple[str, ...]]:
        """How far the archive is, and what is overdue, as of a few seconds ago."""
        now = time.monotonic()
        if self._state is None or now - self._state[0] > LOOK_SECONDS:
            self._state = now, *self._look()
        return self._state[1:]

    def _known(self) -> ArchiveEnds:
        """How far the archive goes, as last seen: it does not shrink."""
        if self._reached is None:
            self._reached = self.own_archive().reached()
        return self._reached

    # Where records are

    def _entries(self, span: Range) -> Iterator[LogEntry]:
        """What log and archive have in a range, also while the log removes what is archived."""
        at = span.start
        while at < span.end:
            begin = self._begin(span.segment)
            if begin is None or at < begin:
                until = span.end if begin is None else min(begin, span.end)
                yield from self.own_archive().entries(Range(span.segment, at, until))
                at = until
                continue
            try:
                for entry in self.log.entries(Range(span.segment, at, span.end)):
                    yield entry
                    at = entry.end
            except LogError:
                if not self._has_lost(span.segment, at):
                    raise
            else:
                return

    def _asked(self, segment: str, log: Callable[[], A], archive: Callable[[Archive], A]) -> A:
        """What the log answers if it has anything of a segment, else what the archive answers."""
        if self._begin(segment) is not None:
            try:
                return log()
            except LogError:
                if not self._has_lost(segment, 0):
                    raise
        return archive(self.own_archive())

    def _begin(self, segment: str) -> int | None:
        """The first offset of a segment that the log itself has, as last seen."""
        if segment not in self._begins:
            begin = self.log.first(segment)
            if begin is None:
                return None
            self._begins[segment] = begin
        return self._begins[segment]

    def _has_lost(self, segment: str, offset: int) -> bool:
        """Whether the log itself no longer had what was at an offset when it was last asked."""
        self._begins.pop(segment, None)
        begin = self._begin(segment)
        return begin is None or begin > offset

    # How far the archive is

    def _look(self) -> tuple[ArchiveState, tuple[str, ...]]:
        place, until = str(self._archive), self.log.sealed()
        begins = {segment: self.log.first(segment) for segment in until}
        try:
            self._reached = noted = self.own_archive().reached()
            gaps, since = self._unarchived(noted, begins, until)
            waits = lag(self, since, until)
            overdue = tuple(self._overdue(waits.seconds, ranges(since, until)))
            if overdue:  # unless the note is old
                gaps, since = self._unarchived(noted, begins, until, is_listed=True)
                waits = lag(self, since, until)
                overdue = tuple(self._overdue(waits.seconds, ranges(since, until)))
        except LogError as error:  # nobody knows then what is archived, and what is lost
            return ArchiveState(place=place, lag=None, error=str(error)), ()
        alarms = (*map(_lost, gaps), *overdue)
        return ArchiveState(place=place, lag=waits, alarms=alarms), overdue

    def _unarchived(
        self,
        noted: ArchiveEnds,
        begins: Mapping[str, int | None],
        until: Positions,
        *,
        is_listed: bool = False,
    ) -> tuple[list[Range], Positions]:
        """What is lost, and from where on each segment is not archived, going by the note.

        Objects are listed where the note may be old, as the log has removed more than it says, and
        with `is_listed` everywhere.
        """
        gaps, since = set(noted.gaps), Positions()
        for segment, end in until.items():
            reached, begin = noted.ends.get(segment, 0), begins[segment]
            if reached < end and (is_listed or begin is None or begin > reached):
                objects = self._archive.objects_of(segment)
                reached, lost = coverage(objects, segment, begin, end)
                gaps.update(lost)
            since[segment] = min(reached, end)
        return sorted(gaps, key=astuple), since

    def _overdue(self, seconds: float, waiting: list[Range]) -> Iterator[str]:
        """What the log's retention will remove before long, though it is not archived."""
        retention = self.log.retention()
        if retention.seconds is not None and seconds > retention.seconds * ALARMING_SHARE:
            yield (
                f"records of {self} that are {seconds:.0f} s old are not archived in"
                f" {self._archive}, and the log removes what is {retention.seconds:.0f} s old:"
                " see why the pipeline does not archive, or run `headwater archive`"
            )
        for span in waiting:
            size = self.log.size(span)
            if retention.bytes is not None and size > retention.bytes * ALARMING_SHARE:
                yield (
                    f"{size} bytes of {span.segment} are not archived in {self._archive}, and the"
                    f" log keeps {retention.bytes}: see why the pipeline does not archive, or run"
                    " `headwater archive`"
                )


def _lost(span: Range) -> str:
    return (
        f"{span.segment} from {span.start} to {span.end} was removed from the log before it was"
        " archived: restore the log or the archive from a copy"
    )
