"""The vitals of the nodes of a graph: whether they are late, what was last written, and which tests
failed (semantics 6.6).

Everything is looked up for all nodes at once.
"""

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Set

from headwater.answers.graph import Vitals
from headwater.query.facets.facets_in_force import facets_in_force
from headwater.query.facets.measures import STATISTICS, Tested, row_count, tested
from headwater.query.facets.owners import owners
from headwater.query.facets.values import decoded
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.edges import Link
from headwater.query.graph.latest import latest_runs
from headwater.query.moments import instant
from headwater.query.names.entities import Entity
from headwater.query.runs.rhythm import GAPS, rhythm
from headwater.store import Snapshot

ROWS = 10
"""For how many of the last writes of a dataset the number of rows is given."""
ROWS_IN_ALL = 3000
"""How many such numbers a graph has in all. In a graph of many datasets there are fewer for each of
them, as nobody can read thousands of histories at once."""
_TESTS = "dataQualityAssertions"
_UNTESTED = Tested((), 0)


def _last_times(times: str) -> str:
    """SQL for the last times of each entity, by steps from one to the next in an index.

    `times` is SQL for the times of the entity e; those before a time are asked for by a condition.
    """
    return (
        "WITH RECURSIVE last(key, at, place) AS ("
        f"SELECT e.entity_id, ({times.format(key='e.entity_id', before='<= ?')}), 0"
        " FROM entities e WHERE e.entity_id IN {keys}"
        f" UNION ALL SELECT l.key, ({times.format(key='l.key', before='< l.at')}), l.place + 1"
        " FROM last l WHERE l.at IS NOT NULL AND l.place < ?)"
    )


_COMPLETED = (
    _last_times(
        "SELECT max(r.ended_at) FROM runs r WHERE r.job_id = {key} AND r.processing = 'BATCH'"
        " AND r.state = 'COMPLETED' AND r.ended_at {before}"
    )
    + " SELECT key, at FROM last WHERE at IS NOT NULL ORDER BY key, at DESC"
)
_WRITTEN = (
    _last_times(
        "SELECT max(v.valid_from) FROM dataset_versions v WHERE v.dataset_id = {key}"
        " AND v.kind = 'write' AND v.valid_from {before}"
    )
    + " SELECT l.key, l.at, v.run_key FROM last l JOIN dataset_versions v"
    " ON v.dataset_id = l.key AND v.valid_from = l.at AND v.kind = 'write'"
    " ORDER BY l.key, l.at DESC, v.place_kind DESC, v.place_id DESC"
)


def vitals(
    graph: CurrentGraph, found: Mapping[int, Entity], links: Collection[Link], gone: Set[int]
) -> dict[int, Vitals]:
    """The vitals of each of these nodes.

    `links` must contain every link that touches one of them; `gone` are those that were dropped,
    which nobody waits for.
    """
    snapshot = graph.snapshot
    datasets = {key for key, entity in found.items() if entity.kind == "dataset"}
    writes = _writes(snapshot, datasets, graph.at)
    times = _completed(snapshot, found.keys() - datasets, graph.at)
    times |= {dataset: list(runs) for dataset, runs in writes.items()}
    rows = _rows(snapshot, writes)
    tests = _tests(graph, datasets, links)
    owned = owners(snapshot, found.keys())
    # What lies ahead of our clock is allowed for skew (6.2), and makes nobody late.
    now = min(graph.at, _last_event(snapshot), time.time_ns() // 1000)
    return {
        key: Vitals(
            owners=owned.get(key, ()),
            last_at=instant(happened[0]) if happened else None,
            longest_gap_ms=known.longest // 1000 if known else None,
            late=known is not None and known.late_from < now and key not in gone,
            rows=rows.get(key, ()),
            failed_tests=outcome.failed,
            passed_tests=outcome.passed,
        )
        for key in found
        for happened in [times.get(key, [])]
        for known in [rhythm(happened)]
        for outcome in [tests.get(key, _UNTESTED)]
    }


def _last_event(snapshot: Snapshot) -> int:
    """The time of the last event. Nobody is late while no events come at all."""
    [(last,)] = snapshot.query("SELECT max(event_time) FROM events")
    return last or 0


def _completed(snapshot: Snapshot, jobs: Iterable[int], at: int) -> dict[int, list[int]]:
    """When each job last completed, the latest first. Streams have no rhythm."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for job, ended_at in snapshot.query_in(_COMPLETED, sorted(jobs), (at, GAPS)):
        found[job].append(ended_at)
    return dict(found)


def _writes(snapshot: Snapshot, datasets: Iterable[int], at: int) -> dict[int, dict[int, str]]:
    """When each dataset was last written, the latest first, and by which run."""
    found: defaultdict[int, dict[int, str]] = defaultdict(dict)
    for dataset, written_at, run_key in snapshot.query_in(_WRITTEN, sorted(datasets), (at, GAPS)):
        found[dataset].setdefault(written_at, run_key)
    return dict(found)


def _rows(snapshot: Snapshot, writes: Mapping[int, dict[int, str]]) -> dict[int, tuple[int, ...]]:
    """The rows of the last writes of each dataset, the latest last."""
    most = max(1, min(ROWS, ROWS_IN_ALL // max(1, len(writes))))
    last = {dataset: list(runs.values())[:most] for dataset, runs in writes.items()}
    counted = ("outputFacets", STATISTICS["output"])
    keys = {run_key for runs in last.values() for run_key in runs}
    hashes: defaultdict[tuple[str, int | None], list[str]] = defaultdict(list)
    for run_key, facets in facets_in_force(snapshot, keys, lambda *part: part == counted).items():
        for facet in facets:
            hashes[run_key, facet.dataset].append(facet.hash)
    values = decoded(snapshot, (found for listed in hashes.values() for found in listed))
    found = {}
    for dataset, runs in last.items():
        counts = (row_count(values[h] for h in hashes.get((run, dataset), ())) for run in runs)
        found[dataset] = tuple(count for count in counts if count is not None)[::-1]
    return found


def _tests(graph: CurrentGraph, datasets: Set[int], links: Collection[Link]) -> dict[int, Tested]:
    """How the tests of each dataset went in the last run of a job that reads or writes it."""
    jobs = {end for link in links for end in link[:2] if graph.is_job(end)}
    runs = latest_runs(graph.snapshot, graph.groups.members(jobs), (), graph.at)
    stated = facets_in_force(
        graph.snapshot,
        {latest.run_key for latest in runs.values()},
        lambda _, facet: facet == _TESTS,
    )
    hashes: defaultdict[int, set[str]] = defaultdict(set)
    for facets in stated.values():
        for facet in facets:
            if facet.dataset is not None:
                hashes[facet.dataset].add(facet.hash)
    values = decoded(graph.snapshot, (found for listed in hashes.values() for found in listed))
    return {
        dataset: tested(values[found] for found in hashes[dataset])
        for dataset in hashes.keys() & datasets
    }
