"""Taking lists of ranges of the log apart."""

from collections.abc import Iterable
from pathlib import Path

from headwater.log.reader import Range, lines
from headwater.log.segment import Positions


def halved(log: Path, spans: list[Range]) -> tuple[list[Range], list[Range]]:
    """The ranges in two halves with about as many records each.

    The second half is empty if there is only one record.
    """
    records = [
        Range(span.segment, offset, offset + len(line))
        for span in spans
        for offset, line in lines(log, span.segment, span.start, span.end)
    ]
    middle = (len(records) + 1) // 2
    return _joined(records[:middle]), _joined(records[middle:])


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
