"""Turns the nodes that a walk has reached into the graph that is shown."""

from collections import defaultdict
from collections.abc import Collection
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from headwater.answers.graph import (
    ColumnLink,
    ContractMark,
    Edge,
    LineageGraph,
    Marks,
    Node,
    Truncated,
)
from headwater.answers.moments import Instant, to_json
from headwater.query.columns.column_graph import FieldPlace, transformations
from headwater.query.columns.columns import CurrentColumns
from headwater.query.facets.annotations import NONE, annotations
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.edges import STRENGTH, Link, ends
from headwater.query.graph.latest import latest_runs
from headwater.query.graph.marks import dataset_marks, dataset_types, job_marks
from headwater.query.graph.vitals import vitals
from headwater.query.moments import instant
from headwater.query.names.entities import Entity, aliases, distinct_ids
from headwater.query.names.occurrences import last_seen, not_yet_there
from headwater.query.registry.bindings import contract_marks
from headwater.query.versions.versions import (
    DatasetVersion,
    JobVersion,
    job_versions_at,
    latest_dataset_versions,
)


class Extent(NamedTuple):
    """The nodes of a graph to show."""

    graph: CurrentGraph
    nodes: set[int]
    truncated: Truncated | None = None
    start: int | None = None
    """The node of the question, which is never folded away, or None if there is no such node."""


class Shown(NamedTuple):
    """A graph as an answer, and what it was made of, for those who add details to its nodes."""

    answer: LineageGraph
    graph: CurrentGraph
    keys: dict[str, int]
    """The entity key of each node, by node id."""
    job_versions: dict[int, JobVersion]
    """The version in force of each job that has one."""
    dataset_versions: dict[int, DatasetVersion]
    """The latest version of each dataset that has one."""


def show(
    extent: Extent,
    *,
    fold_private: bool = False,
    columns: bool = False,
    with_vitals: bool = False,
) -> Shown:
    """The nodes and the edges between them and, with `columns`, the column edges too."""
    graph = extent.graph
    links = every_link = graph.links(extent.nodes)
    found = graph.visible(extent.nodes)
    datasets = {key for key, entity in found.items() if entity.kind == "dataset"}
    types = dataset_types(graph.snapshot, datasets)
    covered = contract_marks(graph.snapshot, datasets, graph.at)
    marks = dataset_marks(graph, datasets, links, types, covered)
    if fold_private:
        folded = {key for key in datasets - {extent.start} if marks[key].private}
        links = _without(links, folded)
        found = {key: entity for key, entity in found.items() if key not in folded}
    newest = _Newest(graph, found.keys() - datasets, found.keys() & datasets)
    marks |= job_marks(graph, newest.jobs, newest.runs.keys())
    apart = found.keys() - ends(links)
    for key in not_yet_there(graph.snapshot, apart, graph.at):
        marks[key] = Marks(did_not_exist_yet=True)
    kinds = {key: type_.name for key, type_ in types.items()}
    nodes = _nodes(graph, found, links, marks, kinds, covered, newest)
    if with_vitals:
        gone = {key for key in found if marks[key].dropped}
        does = vitals(graph, found, every_link, gone)
        nodes = {key: replace(node, vitals=does[key]) for key, node in nodes.items()}
    ids = {key: node.id for key, node in nodes.items()}
    answer = LineageGraph(
        tuple(sorted(nodes.values(), key=attrgetter("id"))),
        _edges(links, ids),
        extent.truncated,
        _columns(graph, ids) if columns else None,
    )
    keys = {node_id: key for key, node_id in ids.items()}
    return Shown(answer, graph, keys, newest.run_as, newest.held)


class _Newest:
    """The newest versions and runs of the nodes of a graph."""

    def __init__(self, graph: CurrentGraph, jobs: set[int], datasets: set[int]) -> None:
        snapshot, at = graph.snapshot, graph.at
        self.jobs = jobs
        self.held = latest_dataset_versions(snapshot, datasets, at)
        self.run_as = job_versions_at(snapshot, jobs, at)
        self.runs = latest_runs(snapshot, jobs, datasets, at, versions=self.held)


def _nodes(
    graph: CurrentGraph,
    found: dict[int, Entity],
    links: Collection[Link],
    marks: dict[int, Marks],
    kinds: dict[int, str | None],
    covered: dict[int, tuple[ContractMark, ...]],
    newest: _Newest,
) -> dict[int, Node]:
    snapshot = graph.snapshot
    jobs, runs, held = newest.jobs, newest.runs, newest.held
    versions = {key: version.version_id for key, version in (held | newest.run_as).items()}
    updated = {key: instant(version.valid_from) for key, version in held.items()}
    updated |= {
        job: runs[job].run.ended_at or runs[job].run.started_at for job in jobs & runs.keys()
    }
    updated |= {
        key: Instant(time) for key, time in last_seen(snapshot, found).items() if time <= graph.at
    }
    kinds = kinds | {job: runs[job].processing for job in jobs & runs.keys()}
    names = aliases(snapshot, found.values())
    annotated = annotations(snapshot, found.keys())
    members = _members(graph, jobs)
    ids = distinct_ids(found.values())
    above, below = _hidden(links, found)
    return {
        key: Node(
            id=ids[key],
            type="JOB" if key in jobs else "DATASET",
            namespace=entity.namespace,
            name=entity.name,
            kind=kinds.get(key),
            marks=marks[key],
            aliases=names.get(key, ()),
            members=members.get(key, ()),
            version=versions.get(key),
            run=runs[key].run if key in runs else None,
            description=annotated.get(key, NONE).description,
            tags=annotated.get(key, NONE).tags,
            contracts=covered.get(key, ()),
            updated_at=updated.get(key),
            hidden_upstream=len(above[key]),
            hidden_downstream=len(below[key]),
        )
        for key, entity in found.items()
    }


def _members(graph: CurrentGraph, jobs: Collection[int]) -> dict[int, tuple[str, ...]]:
    """The members of each group of several jobs, by the job that the group is shown as."""
    groups = {
        job: members for job, members in graph.groups.by_group(jobs).items() if members != {job}
    }
    found = graph.visible(member for members in groups.values() for member in members)
    return {
        job: tuple(sorted(found[member].id for member in members))
        for job, members in groups.items()
    }


def _hidden(
    links: Collection[Link], found: Collection[int]
) -> tuple[defaultdict[int, set[int]], defaultdict[int, set[int]]]:
    """The neighbours of each shown node, upstream and downstream, that are not shown."""
    above: defaultdict[int, set[int]] = defaultdict(set)
    below: defaultdict[int, set[int]] = defaultdict(set)
    for origin, destination, _ in links:
        if origin not in found:
            above[destination].add(origin)
        if destination not in found:
            below[origin].add(destination)
    return above, below


def _edges(links: Collection[Link], ids: dict[int, str]) -> tuple[Edge, ...]:
    """The edge with the strongest basis between each two nodes, in order.

    Control edges count apart from data.
    """
    strongest: dict[tuple[int, int, bool], str] = {}
    for origin, destination, basis in links:
        if origin in ids and destination in ids:
            place = origin, destination, basis == "control"
            before = strongest.setdefault(place, basis)
            if STRENGTH[basis] < STRENGTH[before]:
                strongest[place] = basis
    found = [
        (ids[origin], ids[destination], basis)
        for (origin, destination, _), basis in strongest.items()
    ]
    return tuple(Edge(*edge) for edge in sorted(found))


def _columns(graph: CurrentGraph, ids: dict[int, str]) -> tuple[ColumnLink, ...]:
    """One column edge for each pair of fields, however many statements name it."""
    datasets = {key for key in ids if not graph.is_job(key)}
    stated: defaultdict[tuple[FieldPlace, FieldPlace], set[str]] = defaultdict(set)
    for edge in CurrentColumns(graph).between(datasets):
        stated[edge.source, edge.target].add(edge.transformations)
    found = [
        ColumnLink(
            ids[source.dataset],
            source.field or None,
            ids[target.dataset],
            target.field or None,
            transformations(texts),
        )
        for (source, target), texts in stated.items()
    ]
    return tuple(sorted(found, key=to_json))


def _without(links: set[Link], folded: set[int]) -> set[Link]:
    """The links after folding nodes away: what fed a folded node now feeds what that node fed."""
    into: defaultdict[int, set[Link]] = defaultdict(set)
    out_of: defaultdict[int, set[Link]] = defaultdict(set)
    for link in links:
        into[link.destination].add(link)
        out_of[link.origin].add(link)
    for key in sorted(folded):
        for a in into[key]:
            out_of[a.origin].discard(a)
        for b in out_of[key]:
            into[b.destination].discard(b)
        for a in into.pop(key):
            for b in out_of.get(key, ()):
                if a.origin != b.destination:
                    weaker = max(a.basis, b.basis, key=STRENGTH.__getitem__)
                    link = Link(a.origin, b.destination, weaker)
                    into[b.destination].add(link)
                    out_of[a.origin].add(link)
        out_of.pop(key, None)
    return set().union(*out_of.values())
