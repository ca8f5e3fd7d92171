"""The best path to everything that is reached from a node (semantics 8.4)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias, TypeVar

from headwater.model.directions import OneWay
from headwater.query.columns.column_graph import FieldPlace, place_id
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.flows import AT_START, NO_JOB, Directed, Passage, Reached
from headwater.query.node_ids import Found


class PathStop(NamedTuple):
    """A place on a path. A job, or a dataset as a whole, is a place without a field.

    The id comes first, so that paths of equal length are ordered by their ids.
    """

    id: str
    place: FieldPlace


ImpactPath: TypeAlias = tuple[PathStop, ...]
_T = TypeVar("_T", FieldPlace, Passage)


def whole(key: int) -> FieldPlace:
    return FieldPlace(key, "", "")


class Reach:
    """The best path to each place reached so far. It is full with more than `limit` places."""

    def __init__(self, graph: CurrentGraph, start: Found, limit: int) -> None:
        self.graph = graph
        self.start = FieldPlace(start.entity.key, "", start.field or "")
        self.paths: dict[FieldPlace, ImpactPath] = {self.start: (self.stop(self.start),)}
        self._limit = limit

    @property
    def is_full(self) -> bool:
        return len(self.paths) > self._limit

    def stop(self, place: FieldPlace) -> PathStop:
        [entity] = self.graph.visible([place.dataset]).values()
        return PathStop(place_id(entity, place), place)

    def path_to(self, key: int) -> ImpactPath:
        """The path to a job or whole dataset that was reached.

        The dataset of a start that is a column has the path of the start.
        """
        return self.paths.get(whole(key), self.paths[self.start])

    def offer(self, paths: Iterable[ImpactPath]) -> set[FieldPlace]:
        """Takes the best path to each place that was not reached before. Returns these places."""
        fresh = _best((path[-1].place, path) for path in paths)
        fresh = {place: path for place, path in fresh.items() if place not in self.paths}
        self.paths |= fresh
        return set(fresh)


def _best(paths: Iterable[tuple[_T, ImpactPath]]) -> dict[_T, ImpactPath]:
    """The shortest path to each end. Of several, the smallest counts."""
    found: dict[_T, ImpactPath] = {}
    for end, path in paths:
        known = found.get(end)
        if known is None or (len(path), path) < (len(known), known):
            found[end] = path
    return found


class FlowPaths:
    """Walks from passage to passage along flows, and keeps the path to the job of each."""

    def __init__(self, reach: Reach, direction: OneWay) -> None:
        self._reach = reach
        self._ways = Directed(reach.graph, upstream=direction == "upstream")
        self._passed: set[Passage] = set()
        self._left: set[int] = set()
        """The datasets that the walk has gone on from."""

    def begin(self) -> dict[Passage, ImpactPath]:
        start = self._reach.start
        if self._reach.graph.is_job(start.dataset):
            return {Passage(start.dataset, AT_START): self._reach.paths[start]}
        self._left.add(start.dataset)
        return self.onward({start.dataset})

    def onward(self, datasets: set[int]) -> dict[Passage, ImpactPath]:
        """The passages that lead away from these datasets, each with its path."""
        found = {}
        for passage in self._ways.onward(datasets):
            path = self._reach.path_to(passage.entered_from)
            job = () if passage.job == NO_JOB else (self._reach.stop(whole(passage.job)),)
            found[passage] = (*path, *job)
        return found

    def each(self, passages: Mapping[Passage, ImpactPath]) -> dict[Passage, Reached]:
        """What each passage leads to."""
        return self._ways.each(passages)

    def through(self, passages: dict[Passage, ImpactPath]) -> dict[Passage, ImpactPath]:
        """Reaches the jobs and all that they lead to. Returns the passages of the next hop."""
        self._passed |= passages.keys()
        return self.lead(passages, self.each(passages))

    def lead(
        self, passages: Mapping[Passage, ImpactPath], ends: Mapping[Passage, Reached]
    ) -> dict[Passage, ImpactPath]:
        """Like `through`, but only for the passages in `ends`, and only to what is given there."""
        reach, is_job = self._reach, self._reach.graph.is_job
        reach.offer(passages[passage] for passage in ends if passage.job != NO_JOB)
        led = [
            (passage, far, (*passages[passage], reach.stop(whole(far))))
            for passage, found in ends.items()
            for far in found.datasets | {further.job for further in found.passages}
        ]
        reach.offer(path for _, far, path in led if not is_job(far))
        fresh = {far for _, far, _ in led if not is_job(far)} - self._left
        self._left |= fresh
        jobs = _best((Passage(far, p.job), path) for p, far, path in led if is_job(far))
        further = jobs | self.onward(fresh)
        return {passage: path for passage, path in further.items() if passage not in self._passed}

    def next_to(self, passages: Iterable[Passage]) -> set[FieldPlace]:
        """The nodes that come next, if the walk ended before everything was reached."""
        passages = list(passages)
        reached = self._reach.paths.keys()
        jobs = {whole(passage.job) for passage in passages if passage.job != NO_JOB}
        inside = {p for p in passages if p.job == NO_JOB or whole(p.job) in reached}
        return (jobs | {whole(key) for key in self._ways.through(inside).datasets}) - reached
