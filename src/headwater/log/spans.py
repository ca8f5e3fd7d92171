"""Ranges of a log: which there are between positions, and how they are cut into parts."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from headwater.errors import LogError
from headwater.log.event_log import Appended, EventLog, Positions, Range


def ranges(since: Positions, until: Positions) -> list[Range]:
    """The ranges that `until` adds to `since`, in the order of the segments."""
    for segment, position in since.items():
        if position > until.get(segment, 0):
            raise beyond(segment, position, until.get(segment, 0))
    return [
        Range(segment, since.get(segment, 0), end)
        for segment, end in sorted(until.items())
        if since.get(segment, 0) < end
    ]


def beyond(segment: str, position: int, end: int) -> LogError:
    """The error for a position that the log does not reach, or no longer reaches."""
    return LogError(
        f"position {position} lies beyond the end of {segment} at {end}: the log lost acknowledged "
        "data or was replaced; restore the log from a copy, or rebuild from the log as it is"
    )


def ends_of(appended: Iterable[Appended]) -> Positions:
    """The positions that a reader reaches by reading these records."""
    ends: Positions = {}
    for record in appended:
        ends[record.segment] = max(record.end, ends.get(record.segment, 0))
    return ends


def size_until(log: EventLog, positions: Positions) -> int:
    """How many bytes the log has up to these positions, or about as many."""
    return sum(map(log.size, ranges({}, positions)))


def batches(
    log: EventLog, spans: Iterable[Range], size: int, records: int
) -> Iterator[list[Range]]:
    """The ranges in lists of about `size` bytes, or of `records` records where these are small.
    Long ranges are cut between two records."""
    gathered: list[Range] = []
    total = count = 0
    for span in spans:
        start = span.start
        for end in log.ends(span):
            count += 1
            total += end.size
            if count == records or total >= size:
                yield [*gathered, Range(span.segment, start, end.offset)]
                gathered, total, count, start = [], 0, 0, end.offset
        if start < span.end:
            gathered.append(Range(span.segment, start, span.end))
    if gathered:
        yield gathered


def halved(log: EventLog, spans: list[Range]) -> tuple[list[Range], list[Range]]:
    """The ranges in two halves with about as many records each.

    The second half is empty if there is only one record.
    """
    records = [record for span in spans for record in _one_by_one(log, span)]
    middle = (len(records) + 1) // 2
    return _joined(records[:middle]), _joined(records[middle:])


def parts(log: EventLog, spans: Iterable[Range], size: int) -> Iterator[Range]:
    """The ranges in parts of about `size` bytes, cut between two records.

    Only the log around each cut is read, so that a long log is taken apart in no time.
    """
    for span in spans:
        count, length = -(-log.size(span) // size), span.end - span.start
        cuts = {log.first_from(span, span.start + length * n // count) for n in range(1, count)}
        places = sorted({span.start, *cuts, span.end})
        yield from (Range(span.segment, *pair) for pair in pairwise(places))


def _one_by_one(log: EventLog, span: Range) -> Iterator[Range]:
    start = span.start
    for end in log.ends(span):
        yield Range(span.segment, start, end.offset)
        start = end.offset


def _joined(spans: Iterable[Range]) -> list[Range]:
    """The same records in as few ranges as possible."""
    found: list[Range] = []
    for span in spans:
        if found and (found[-1].segment, found[-1].end) == (span.segment, span.start):
            found[-1] = Range(span.segment, found[-1].start, span.end)
        else:
            found.append(span)
    return found


def rest(spans: list[Range], reached: Positions) -> list[Range]:
    """The parts of the ranges that lie beyond the positions reached."""
    return [
        Range(span.segment, max(span.start, reached.get(span.segment, 0)), span.end)
        for span in spans
        if reached.get(span.segment, 0) < span.end
    ]
