"""When a job lists a dataset: spans of consecutive versions that do (semantics 6.2)."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from headwater.model.jobs.versions import DerivedVersion


class ListedSpan(NamedTuple):
    """Consecutive versions of a job that list a dataset on one side."""

    first_no: int
    last_no: int
    valid_from: int
    valid_to: int


class ListedSpans:
    """The spans of all datasets that a job ever lists."""

    def __init__(self, versions: Iterable[DerivedVersion]) -> None:
        """`versions` are in order."""
        self._spans: dict[tuple[str, int], list[ListedSpan]] = {}
        for version in versions:
            for side, datasets in (("input", version.reads), ("output", version.writes)):
                for dataset in datasets:
                    self._extend(side, dataset, version)

    def _extend(self, side: str, dataset: int, version: DerivedVersion) -> None:
        number = version.version_no
        spans = self._spans.setdefault((side, dataset), [])
        if spans and spans[-1].last_no == number - 1:
            spans[-1] = spans[-1]._replace(last_no=number, valid_to=version.valid_to)
        else:
            spans.append(ListedSpan(number, number, version.valid_from, version.valid_to))

    def until(self, side: str, dataset: int, version_no: int) -> int | None:
        """Until when this version and the next ones list it; None if this one does not."""
        spans = self._spans.get((side, dataset))
        if not spans:
            return None
        place = bisect_right(spans, version_no, key=lambda span: span.first_no) - 1
        return spans[place].valid_to if place >= 0 and version_no <= spans[place].last_no else None

    def __iter__(self) -> Iterator[tuple[str, int, ListedSpan]]:
        for (side, dataset), spans in self._spans.items():
            for span in spans:
                yield side, dataset, span
