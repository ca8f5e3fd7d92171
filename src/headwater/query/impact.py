"""What a change to a job, a dataset or a column reaches, and whom to tell (semantics 8.4)."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from headwater.errors import NodeIdError
from headwater.query.column_graph import Derivation, Place, place_id
from headwater.query.columns import CurrentColumns
from headwater.query.current import CurrentGraph
from headwater.query.entities import distinct_ids
from headwater.query.flows import AT_START, NO_JOB, Directed, Passage
from headwater.query.graph import LatestRun, Truncated
from headwater.query.latest import latest_runs
from headwater.query.lineage import DEPTH, MAX_NODES
from headwater.query.moments import in_force
from headwater.query.nodes import Found, resolve
from headwater.query.owners import Owner, owners
from headwater.store import Snapshot

OneWay: TypeAlias = Literal["upstream", "downstream"]


ImpactType: TypeAlias = Literal["JOB", "DATASET", "DATASET_FIELD"]

_TYPES: dict[str, ImpactType] = {"job": "JOB", "dataset": "DATASET"}


class ImpactNode(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A job, a dataset or a column that is reached."""

    id: str
    type: ImpactType
    namespace: str
    name: str
    field: str | None
    distance: int
    """Steps from the start: the length of the path."""
    path: tuple[str, ...]
    """One shortest path from the start to this node, both included."""
    owners: tuple[Owner, ...]
    """Of a column, those of its dataset."""
    run: LatestRun | None
    """The last run of a job, with its state at that time."""


class Impact(msgspec.Struct, frozen=True, rename="camel"):
    """Everything reached, the nearest first."""

    node: str
    direction: OneWay
    reached: tuple[ImpactNode, ...]
    truncated: Truncated | None


def impact(
    snapshot: Snapshot,
    node: str,
    *,
    direction: OneWay = "downstream",
    depth: int = DEPTH,
    at: int | None = None,
) -> Impact:
    """Every job and dataset that a node leads to along flows; from a column, also every column.

    `depth` counts hops as in `lineage`: what the jobs next to the start lead to is hop 0. Of
    several paths the one with the fewest hops counts, then the shortest, then the smallest by ids.
    """
    moment = in_force(at)
    found = resolve(snapshot, node, kinds=("job", "dataset", "datasetField"), at=moment)
    if found.version is not None:
        raise NodeIdError(f"{node!r} is a version; ask for its run lineage, or as of a time")
    reach = _Reach(CurrentGraph(snapshot, moment), found)
    if found.kind == "datasetField":
        beyond = _along_columns(reach, found, direction, depth)
    else:
        beyond = _along_flows(reach, direction, depth)
    return reach.answer(direction, beyond)


class _Stop(NamedTuple):
    """A place on a path; a job, or a dataset as a whole, is a place without a field.

    With its id in front, paths of one length are in the order of their ids.
    """

    id: str
    place: Place


_Path: TypeAlias = tuple[_Stop, ...]
_T = TypeVar("_T", Place, Passage)


class _Reach:
    """The best path to each place reached so far."""

    def __init__(self, graph: CurrentGraph, start: Found) -> None:
        self.graph = graph
        self.start = Place(start.entity.key, "", start.field or "")
        self.paths: dict[Place, _Path] = {self.start: (self.stop(self.start),)}

    @property
    def is_full(self) -> bool:
        return len(self.paths) > MAX_NODES

    def stop(self, place: Place) -> _Stop:
        [entity] = self.graph.visible([place.dataset]).values()
        return _Stop(place_id(entity, place), place)

    def offer(self, paths: Iterable[_Path]) -> set[Place]:
        """Takes the best path to each place that was not reached before; returns those places."""
        fresh = _best((path[-1].place, path) for path in paths)
        fresh = {place: path for place, path in fresh.items() if place not in self.paths}
        self.paths |= fresh
        return set(fresh)

    def answer(self, direction: OneWay, beyond: int) -> Impact:
        snapshot, at = self.graph.snapshot, self.graph.at
        found = self.graph.visible({place.dataset for place in self.paths})
        ids = distinct_ids(found.values())

        def named(place: Place) -> str:
            entity = found[place.dataset]
            return place_id(entity, place) if place.field else ids[place.dataset]

        answered = owners(snapshot, found)
        runs = latest_runs(snapshot, [key for key in found if self.graph.is_job(key)], (), at)
        nodes = [
            ImpactNode(
                id=named(place),
                type="DATASET_FIELD" if place.field else _TYPES[entity.kind],
                namespace=entity.namespace,
                name=entity.name,
                field=place.field or None,
                distance=len(path) - 1,
                path=tuple(named(stop.place) for stop in path),
                owners=answered.get(place.dataset, ()),
                run=runs[place.dataset].run if place.dataset in runs else None,
            )
            for place, path in self.paths.items()
            for entity in (found[place.dataset],)
            if place != self.start
        ]
        nodes.sort(key=lambda node: (node.distance, node.id))
        reason: Literal["maxNodes", "depth"] = "maxNodes" if self.is_full else "depth"
        hidden = beyond + len(nodes[MAX_NODES:])
        return Impact(
            named(self.start),
            direction,
            tuple(nodes[:MAX_NODES]),
            Truncated(reason, hidden) if hidden else None,
        )


def _best(paths: Iterable[tuple[_T, _Path]]) -> dict[_T, _Path]:
    """The shortest path to each end, of several the smallest."""
    found: dict[_T, _Path] = {}
    for end, path in paths:
        known = found.get(end)
        if known is None or (len(path), path) < (len(known), known):
            found[end] = path
    return found


def _along_flows(reach: _Reach, direction: OneWay, depth: int) -> int:
    """Walks along the flows inside jobs; returns how many nodes come next."""
    walk = _Flows(reach, direction)
    passages = walk.begin()
    hop = 0
    while passages and hop <= depth and not reach.is_full:
        passages = walk.through(passages)
        hop += 1
    return len(walk.next_to(passages))


class _Flows:
    """From passage to passage, each with the path that ends at its job."""

    def __init__(self, reach: _Reach, direction: OneWay) -> None:
        self._reach = reach
        self._ways = Directed(reach.graph, upstream=direction == "upstream")
        self._passed: set[Passage] = set()

    def begin(self) -> dict[Passage, _Path]:
        start = self._reach.start
        if self._reach.graph.is_job(start.dataset):
            return {Passage(start.dataset, AT_START): self._reach.paths[start]}
        return self._onward({start})

    def _onward(self, datasets: Iterable[Place]) -> dict[Passage, _Path]:
        found = {}
        for passage in self._ways.onward({place.dataset for place in datasets}):
            path = self._reach.paths[_whole(passage.entered_from)]
            job = () if passage.job == NO_JOB else (self._reach.stop(_whole(passage.job)),)
            found[passage] = (*path, *job)
        return found

    def through(self, passages: dict[Passage, _Path]) -> dict[Passage, _Path]:
        """Reaches the jobs, and what they lead to; returns the passages of the next hop."""
        reach, is_job = self._reach, self._reach.graph.is_job
        reach.offer(path for passage, path in passages.items() if passage.job != NO_JOB)
        self._passed |= passages.keys()
        ends = [
            (passage, far, (*passages[passage], reach.stop(_whole(far))))
            for passage, found in self._ways.each(passages).items()
            for far in found.datasets | {further.job for further in found.passages}
        ]
        fresh = reach.offer(path for _, far, path in ends if not is_job(far))
        jobs = _best((Passage(far, p.job), path) for p, far, path in ends if is_job(far))
        further = jobs | self._onward(fresh)
        return {passage: path for passage, path in further.items() if passage not in self._passed}

    def next_to(self, passages: Iterable[Passage]) -> set[Place]:
        """The nodes that come next, where the walk ended before all were reached."""
        reached = self._reach.paths.keys()
        jobs = {_whole(passage.job) for passage in passages if passage.job != NO_JOB}
        inside = {p for p in passages if p.job == NO_JOB or _whole(p.job) in reached}
        return (jobs | {_whole(key) for key in self._ways.through(inside).datasets}) - reached


def _whole(key: int) -> Place:
    return Place(key, "", "")


def _along_columns(reach: _Reach, found: Found, direction: OneWay, depth: int) -> int:
    """Walks along column edges, through the jobs that state them; ends at whole datasets too."""
    columns = CurrentColumns(reach.graph)

    def ends(places: set[Place]) -> list[tuple[Derivation, Place, Place]]:
        if direction == "upstream":
            return [(edge, edge.target, edge.source) for edge in columns.into(places)]
        return [(edge, edge.source, edge.target) for edge in columns.out_of(places)]

    frontier = columns.start(found, direction)
    hop = 0
    while frontier and hop <= depth and not reach.is_full:
        edges = ends(frontier)
        through = [
            (*reach.paths[near], *((reach.stop(_whole(edge.job)),) if edge.job else ()))
            for edge, near, _ in edges
        ]
        reach.offer(path for path, (edge, *_) in zip(through, edges, strict=True) if edge.job)
        frontier = reach.offer(
            (*path, reach.stop(far)) for path, (*_, far) in zip(through, edges, strict=True)
        )
        hop += 1
    beyond = {far for _, _, far in ends(frontier)} - reach.paths.keys()
    reach.offer(
        (*path[:-1], reach.stop(_whole(place.dataset)))
        for place, path in list(reach.paths.items())
        if place.field and place.dataset != reach.start.dataset
    )
    return len(beyond)
