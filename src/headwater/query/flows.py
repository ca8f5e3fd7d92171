"""The ways through jobs: everything they touch, or along the flows inside them (semantics 6.3).

A walk goes through a job by a *passage*: the job, and the node it was entered from. What a
dataset event states without a job is a passage of job 0, so that every way from one dataset to
the next leads through a passage.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import NamedTuple, Protocol

from headwater.query.current import CurrentGraph

NO_JOB = 0
AT_START = -1
"""Entered from nowhere: a walk that begins at a job leads on to all the job touches."""


class Passage(NamedTuple):
    job: int
    entered_from: int


class Reached(NamedTuple):
    datasets: set[int]
    passages: set[Passage]
    """Into jobs that are fed by jobs, or feed them, without a dataset between."""


class Ways(Protocol):
    def onward(self, datasets: Collection[int]) -> set[Passage]:
        """The passages that lead away from datasets."""

    def through(self, passages: Collection[Passage]) -> Reached:
        """What passages lead to."""


class Undirected:
    """To everything that jobs (as shown) touch, whatever flows where."""

    def __init__(self, graph: CurrentGraph) -> None:
        self._graph = graph

    def onward(self, datasets: Collection[int]) -> set[Passage]:
        found = set()
        for link in self._graph.links(datasets):
            jobs = [end for end in link[:2] if self._graph.is_job(end)]
            found |= {Passage(job, AT_START) for job in jobs}
            if not jobs:
                found.add(Passage(NO_JOB, link.destination))
        return found

    def through(self, passages: Collection[Passage]) -> Reached:
        jobs = {passage.job for passage in passages} - {NO_JOB}
        fed = {passage.entered_from for passage in passages if passage.job == NO_JOB}
        datasets, further = set(fed), set()
        for link in self._graph.links(jobs | fed):
            if not jobs.isdisjoint(link[:2]) or link.destination in fed:
                for end in link[:2]:
                    if not self._graph.is_job(end):
                        datasets.add(end)
                    elif not jobs.isdisjoint(link[:2]):
                        further.add(Passage(end, AT_START))
        return Reached(datasets, further)


class Directed:
    """To what a job's flows say: its sources going upstream, its targets going downstream."""

    def __init__(self, graph: CurrentGraph, *, upstream: bool) -> None:
        self._graph = graph
        self._upstream = upstream

    def onward(self, datasets: Collection[int]) -> set[Passage]:
        return {
            Passage(far if self._graph.is_job(far) else NO_JOB, near)
            for near, far in self._ahead(datasets)
        }

    def through(self, passages: Collection[Passage]) -> Reached:
        entered: defaultdict[int, set[int]] = defaultdict(set)
        for job, node in passages:
            entered[job].add(node)
        datasets = self._without_job(entered.pop(NO_JOB, set()))
        further: set[Passage] = set()
        for job, inside in self._insides(passages).items():
            found = self._led(inside, entered[job])
            datasets |= found.datasets
            further |= found.passages
        return Reached(datasets, further)

    def each(self, passages: Collection[Passage]) -> dict[Passage, Reached]:
        """What each passage leads to by itself."""
        insides = self._insides(passages)
        return {
            passage: Reached(self._without_job({passage.entered_from}), set())
            if passage.job == NO_JOB
            else self._led(insides[passage.job], {passage.entered_from})
            for passage in passages
        }

    def _without_job(self, entered: set[int]) -> set[int]:
        return {far for _, far in self._ahead(entered) if not self._graph.is_job(far)}

    def _insides(self, passages: Collection[Passage]) -> dict[int, "_Inside"]:
        """Upstream, what comes out of a job matters only where it was entered from a job."""
        jobs = {passage.job for passage in passages} - {NO_JOB}
        if not self._upstream:
            return _insides(self._graph, jobs, jobs)
        datasets = {
            passage.entered_from
            for passage in passages
            if passage.entered_from != AT_START and not self._graph.is_job(passage.entered_from)
        }
        fed = {passage.job for passage in passages if passage.entered_from not in datasets}
        return _insides(self._graph, jobs, fed & jobs)

    def _led(self, inside: "_Inside", entered: set[int]) -> Reached:
        lead = inside.sources if self._upstream else inside.targets
        datasets: set[int] = set()
        further: set[Passage] = set()
        for far in lead(entered):
            if self._graph.is_job(far):
                further.add(Passage(far, inside.job))
            else:
                datasets.add(far)
        return Reached(datasets, further)

    def _ahead(self, nodes: Collection[int]) -> Iterator[tuple[int, int]]:
        """The edges that lead on from nodes, their ends in the direction of the walk."""
        if self._upstream:
            return ((link.destination, link.origin) for link in self._graph.into(nodes))
        return ((link.origin, link.destination) for link in self._graph.out_of(nodes))


class _Inside:
    """What goes into a job and comes out of it, and which feeds which."""

    __slots__ = (
        "every_target",
        "fed_jobs",
        "inputs",
        "job",
        "outputs",
        "stated",
        "waits_for",
    )

    def __init__(self, job: int) -> None:
        self.job = job
        self.inputs: set[int] = set()
        self.every_target: set[int] = set()
        """Inputs that feed whatever has no statement of its own."""
        self.outputs: set[int] = set()
        self.fed_jobs: set[int] = set()
        self.waits_for: set[int] = set()
        self.stated: defaultdict[int, set[int]] = defaultdict(set)

    def sources(self, targets: Collection[int]) -> set[int]:
        """What feeds any of the targets."""
        found = set(self.waits_for)
        for target in targets:
            if self._takes_all(target):
                return self.inputs
            stated = self.stated.get(target)
            found |= self.every_target if stated is None else stated & self.inputs
        return found

    def targets(self, sources: Collection[int]) -> set[int]:
        """What is fed by any of the sources."""
        feeds_unstated = AT_START in sources or not (
            (self.every_target | self.waits_for).isdisjoint(sources)
        )
        found = set()
        for target in self.outputs:
            stated = self.stated.get(target)
            if self._takes_all(target):
                found.add(target)
            elif stated is None:
                found |= {target} if feeds_unstated else set()
            elif AT_START in sources or not (stated | self.waits_for).isdisjoint(sources):
                found.add(target)
        return found

    def _takes_all(self, target: int) -> bool:
        """Whether the job as a whole feeds the target."""
        return (
            target == AT_START or target in self.fed_jobs or self.job in self.stated.get(target, ())
        )


def _insides(
    graph: CurrentGraph, jobs: Collection[int], with_outputs: Collection[int]
) -> dict[int, _Inside]:
    insides = {job: _Inside(job) for job in jobs}
    for origin, destination, basis in graph.into(jobs):
        inside = insides[destination]
        inside.inputs.add(origin)
        if basis == "listed":
            inside.every_target.add(origin)
        elif basis == "control":
            inside.waits_for.add(origin)
    for origin, destination, _ in graph.out_of(with_outputs):
        insides[origin].outputs.add(destination)
        if graph.is_job(destination):
            insides[origin].fed_jobs.add(destination)
    statements = _statements(graph, jobs)
    speakers = graph.visible(job for job, *_ in statements)
    for job, target, source in statements:
        if job in insides:
            insides[job].stated[target].add(source)
        if target in insides and job in speakers:
            insides[target].every_target |= {source} & insides[target].inputs
    return insides


def _statements(graph: CurrentGraph, jobs: Collection[int]) -> set[tuple[int, int, int]]:
    """(job, target, source) for what these jobs state, and for what is stated to feed them."""
    in_force = (
        "SELECT stated_by, target_id, source_id FROM flows"
        " WHERE is_flow = 1 AND valid_from <= ? AND valid_to > ?"
    )
    rows = graph.snapshot.query_in(
        f"{in_force} AND stated_by IN {{keys}} UNION ALL {in_force} AND target_id IN {{keys}}",
        sorted(jobs),
        (graph.at,) * 4,
    )
    return {(job, target, source) for job, target, source in rows}
