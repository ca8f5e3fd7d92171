"""What runs report about the data they handled: the number of rows, and which tests failed."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from headwater.query.facets.facets_in_force import facets_in_force
from headwater.query.facets.values import decoded
from headwater.store import Snapshot

STATISTICS = {"input": "inputStatistics", "output": "outputStatistics"}


JUMP = 1.5
"""A count or duration has jumped if it grew or shrank by more than this factor (semantics 8.1)."""


class Volume(NamedTuple):
    rows: int | None
    bytes: int | None


def volume(statistics: Collection[Any]) -> Volume:
    """The rows and bytes of all partitions together, None where nobody counted."""
    return Volume(row_count(statistics), _total(statistics, "size"))


def row_count(statistics: Iterable[Any]) -> int | None:
    """The number of rows of all partitions together, or None if nobody counted."""
    return _total(statistics, "rowCount")


def _total(statistics: Iterable[Any], name: str) -> int | None:
    counts = [facet.get(name) for facet in statistics if isinstance(facet, dict)]
    counted = [n for n in counts if isinstance(n, int) and not isinstance(n, bool)]
    return sum(counted) if counted else None


def added_up(statistics: Sequence[Any]) -> Any:
    """The statistics of several partitions as one facet.

    Counts are added up. Other values are kept if all partitions agree on them.

    >>> added_up([{"rowCount": 1, "of": "x"}, {"rowCount": 2, "size": 3, "of": "x"}])
    {'of': 'x', 'rowCount': 3, 'size': 3}
    """
    if len(statistics) == 1:
        return statistics[0]
    facets = [facet for facet in statistics if isinstance(facet, dict)]
    found = {}
    for name in sorted({name for facet in facets for name in facet}):
        values = [facet[name] for facet in facets if name in facet]
        if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            found[name] = sum(values)
        elif all(value == values[0] for value in values):
            found[name] = values[0]
    return found


def has_jumped(before: int | None, after: int | None) -> bool:
    """Whether a count or a duration has grown or shrunk by more than the factor JUMP.

    >>> has_jumped(100, 150), has_jumped(100, 151), has_jumped(100, 66), has_jumped(0, 1)
    (False, True, True, True)
    """
    if before is None or after is None or before == after:
        return False
    low, high = sorted((before, after))
    return high > low * JUMP


def rows_written(snapshot: Snapshot, run_keys: Iterable[str], dataset: int) -> dict[str, int]:
    """By run, the number of rows that it wrote to a dataset.

    Runs that did not count are left out.
    """
    counted = ("outputFacets", STATISTICS["output"])
    found = facets_in_force(snapshot, run_keys, lambda *stated: stated == counted)
    hashes = {
        run_key: [facet.hash for facet in facets if facet.dataset == dataset]
        for run_key, facets in found.items()
    }
    values = decoded(snapshot, (found for listed in hashes.values() for found in listed))
    counts = {
        run_key: row_count(values[found] for found in listed) for run_key, listed in hashes.items()
    }
    return {run_key: count for run_key, count in counts.items() if count is not None}


class Tested(NamedTuple):
    """How the data quality assertions of a dataset went, each named once."""

    failed: tuple[str, ...]
    passed: int


def tested(facets: Iterable[Any]) -> Tested:
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for facet in facets:
        listed = facet.get("assertions") if isinstance(facet, dict) else None
        for test in listed if isinstance(listed, list) else ():
            if isinstance(test, dict) and isinstance(test.get("success"), bool):
                column = test.get("column") or "the dataset"
                found[test["success"]].add(f"{test.get('assertion', 'unnamed')} of {column}")
    return Tested(tuple(sorted(found[False])), len(found[True] - found[False]))
