"""What is special about the nodes of a graph (semantics 6.4)."""

from collections import defaultdict
from collections.abc import Collection, Container, Set
from typing import Any, NamedTuple

from headwater.answers.graph import Marks
from headwater.query.facets.entity_facets import entity_facets
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.edges import Link
from headwater.query.versions.versions import job_versions_at
from headwater.store import Snapshot

PRIVATE_TYPES = frozenset({"TEMPORARY", "JOB_OUTPUT"})


class DatasetType(NamedTuple):
    """The type of a dataset by its last `datasetType` facet."""

    name: str | None
    is_private: bool


def dataset_types(snapshot: Snapshot, datasets: Collection[int]) -> dict[int, DatasetType]:
    stated = entity_facets(snapshot, datasets, ("datasetType",))
    return {key: _dataset_type(facets["datasetType"]) for key, facets in stated.items()}


def _dataset_type(facet: dict[str, Any]) -> DatasetType:
    stated = [facet.get(key) for key in ("datasetType", "subType")]
    words = [text.upper() for text in stated if isinstance(text, str)]
    return DatasetType(words[0] if words else None, not PRIVATE_TYPES.isdisjoint(words))


class _Touch:
    """The jobs (or groups) that read or write one dataset, and the datasets directly next to it."""

    def __init__(self) -> None:
        self.readers: set[int] = set()
        self.writers: set[int] = set()
        self.datasets: set[int] = set()


def dataset_marks(
    graph: CurrentGraph,
    datasets: Collection[int],
    links: Collection[Link],
    types: dict[int, DatasetType],
    covered: Container[int],
) -> dict[int, Marks]:
    """The marks of datasets, by key.

    `links` must contain every link that touches one of the datasets. `covered` are the datasets
    that a contract is bound to.
    """
    touches = {dataset: _Touch() for dataset in datasets}
    for origin, destination, _ in links:
        if origin in touches:
            is_job = graph.is_job(destination)
            (touches[origin].readers if is_job else touches[origin].datasets).add(destination)
        if destination in touches:
            is_job = graph.is_job(origin)
            (touches[destination].writers if is_job else touches[destination].datasets).add(origin)
    orphans = {key for key, touch in touches.items() if touch.readers and not touch.writers}
    stale = once_written(graph, orphans)
    dropped = _dropped(graph, datasets)
    grouped = _within_one_group(graph, touches)
    return {
        key: Marks(
            stale=key in stale,
            dropped=key in dropped,
            dangling=not touch.readers and not touch.writers,
            private=key not in covered
            and (key in grouped or (key in types and types[key].is_private)),
        )
        for key, touch in touches.items()
    }


def once_written(graph: CurrentGraph, datasets: Collection[int]) -> dict[int, set[int]]:
    """The jobs that write or have written each dataset. Datasets without any are left out."""
    rows = graph.snapshot.query_in(
        "SELECT DISTINCT g.destination, g.origin FROM edges g"
        " JOIN entities e ON e.entity_id = g.origin AND e.kind = 'job'"
        " WHERE g.destination IN {keys} AND g.valid_from <= ?",
        sorted(datasets),
        (graph.at,),
    )
    found: defaultdict[int, set[int]] = defaultdict(set)
    for dataset, job in rows:
        found[dataset].add(job)
    return dict(found)


def _dropped(graph: CurrentGraph, datasets: Collection[int]) -> set[int]:
    """The datasets whose last version a drop has ended, without a new one since (semantics 5.6)."""
    rows = graph.snapshot.query_in(
        "SELECT DISTINCT d.dataset_id FROM drops d WHERE d.dataset_id IN {keys}"
        " AND d.dropped_at <= ? AND NOT EXISTS ("
        "  SELECT 1 FROM dataset_versions v WHERE v.dataset_id = d.dataset_id"
        "  AND v.kind <> 'pinned' AND v.valid_from <= ? AND v.valid_to > ?)",
        sorted(datasets),
        (graph.at,) * 3,
    )
    return {key for (key,) in rows}


def _within_one_group(graph: CurrentGraph, touches: dict[int, _Touch]) -> set[int]:
    """The datasets that one group of several jobs, and nobody else, both writes and reads."""
    inner = {
        key: min(touch.readers)
        for key, touch in touches.items()
        if len(touch.readers) == 1 and touch.readers == touch.writers and not touch.datasets
    }
    members = graph.groups.by_group(inner.values())
    return {key for key, group in inner.items() if len(members[group]) > 1}


def job_marks(
    graph: CurrentGraph, jobs: Collection[int], ran: Set[int] = frozenset()
) -> dict[int, Marks]:
    """The marks of jobs, by key.

    A group of jobs is unknown or provisional if one of its members is. `ran` are jobs that are
    already known to have run by then.
    """
    found = {}
    groups = graph.groups.by_group(jobs)
    everyone = set().union(*groups.values())
    versions = job_versions_at(graph.snapshot, everyone, graph.at)
    with_runs = ran | {
        job
        for (job,) in graph.snapshot.query_in(
            "SELECT entity_id FROM entities e WHERE entity_id IN {keys} AND EXISTS"
            " (SELECT 1 FROM runs WHERE job_id = e.entity_id AND first_time <= ?)",
            sorted(everyone - ran),
            (graph.at,),
        )
    }
    for job, members in groups.items():
        theirs = [versions[member] for member in members if member in versions]
        found[job] = Marks(
            lineage_unknown=any(version.is_unknown(graph.at) for version in theirs),
            declared_only=members.isdisjoint(with_runs),
            provisional=any(version.basis == "provisional" for version in theirs),
        )
    return found
