"""The ways through jobs: to everything they touch, or along the flows inside them (semantics 6.3).

A walk goes through a job by a *passage*: the job, and the node it was entered from. A flow that a
dataset event states without a job is a passage of job 0, so that every way from one dataset to the
next leads through a passage.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Set
from typing import NamedTuple, Protocol

from headwater.query.graph.current import CurrentGraph, EntityKeys
from headwater.query.graph.edges import Link, ends

NO_JOB = 0
AT_START = -1
"""A walk that begins at a job has entered it from nowhere, and goes on to all the job touches."""


class Passage(NamedTuple):
    job: int
    entered_from: int


class Reached(NamedTuple):
    datasets: EntityKeys
    passages: Set[Passage] = frozenset()
    """Passages into jobs that are directly next to jobs, without a dataset between."""


class Ways(Protocol):
    def onward(self, datasets: EntityKeys) -> set[Passage]:
        """The passages that lead away from datasets."""

    def through(self, passages: Collection[Passage]) -> Reached:
        """What passages lead to."""


class Undirected:
    """Leads to everything that jobs (or groups of jobs) touch, whatever flows where."""

    def __init__(self, graph: CurrentGraph) -> None:
        self._graph = graph

    def onward(self, datasets: EntityKeys) -> set[Passage]:
        near = self._graph.neighbours(datasets)
        jobs = self._graph.jobs_among(near)
        found = {Passage(job, AT_START) for job in jobs}
        if len(jobs) < len(near):  # edges may lead from dataset to dataset, without a job
            found |= {
                Passage(NO_JOB, destination)
                for origin, destination, _ in self._graph.links(datasets)
                if origin not in jobs and destination not in jobs
            }
        return found

    def through(self, passages: Collection[Passage]) -> Reached:
        jobs = {passage.job for passage in passages} - {NO_JOB}
        fed = {passage.entered_from for passage in passages if passage.job == NO_JOB}
        if not fed:
            touched = self._graph.neighbours(jobs)
            further = self._graph.jobs_among(touched)
            return Reached(touched - further, {Passage(job, AT_START) for job in further})
        links = self._graph.links(jobs | fed)
        touched = ends([link for link in links if link[0] in jobs or link[1] in jobs])
        led = ends([link for link in links if link.destination in fed])
        further = self._graph.jobs_among(touched)
        datasets = (touched | led | fed) - self._graph.jobs_among(touched | led)
        return Reached(datasets, {Passage(job, AT_START) for job in further})


class Directed:
    """Leads along a job's flows: to its sources going upstream, to its targets going downstream."""

    def __init__(self, graph: CurrentGraph, *, upstream: bool) -> None:
        self._graph = graph
        self._upstream = upstream

    def onward(self, datasets: EntityKeys) -> set[Passage]:
        return {
            Passage(far if self._graph.is_job(far) else NO_JOB, near)
            for near, far in self._ahead(datasets)
        }

    def through(self, passages: Collection[Passage]) -> Reached:
        entered: defaultdict[int, set[int]] = defaultdict(set)
        for job, node in passages:
            entered[job].add(node)
        insides = self._insides(passages)
        datasets = self._without_job(entered.pop(NO_JOB, set()))
        further: set[Passage] = set()
        for job, nodes in entered.items():
            found = self._led(insides[job], nodes)
            datasets |= found.datasets
            further |= found.passages
        return Reached(datasets, further)

    def each(self, passages: Collection[Passage]) -> dict[Passage, Reached]:
        """What each passage leads to by itself."""
        insides = self._insides(passages)
        return {
            passage: Reached(self._without_job({passage.entered_from}))
            if passage.job == NO_JOB
            else self._led(insides[passage.job], {passage.entered_from})
            for passage in passages
        }

    def _without_job(self, entered: set[int]) -> set[int]:
        return {far for _, far in self._ahead(entered) if not self._graph.is_job(far)}

    def _insides(self, passages: Collection[Passage]) -> dict[int, "_Inside"]:
        """The inputs, outputs and flows of the jobs that the passages go through.

        Downstream, only those inputs are needed that the job was entered from.
        """
        jobs = {passage.job for passage in passages} - {NO_JOB}
        if self._upstream:
            into = self._graph.into_each(jobs)
            insides = {job: _Inside(self._graph, job, into[job]) for job in jobs}
        else:
            entered = {passage.entered_from for passage in passages} - {AT_START}
            by_job: defaultdict[int, list[Link]] = defaultdict(list)
            for link in self._graph.out_of(entered):
                by_job[link.destination].append(link)
            insides = {job: _Inside(self._graph, job, by_job[job]) for job in jobs}
            for link in self._graph.out_of(jobs):
                insides[link.origin].outputs.add(link.destination)
        self._add_statements(insides)
        return insides

    def _add_statements(self, insides: dict[int, "_Inside"]) -> None:
        statements = _statements(self._graph, insides)
        speakers = self._graph.visible(job for job, *_ in statements)
        for job, target, source in statements:
            if job in insides:
                insides[job].states(target, source)
            if target in insides and job in speakers:
                insides[target].every_target |= {source} & insides[target].inputs

    def _led(self, inside: "_Inside", entered: set[int]) -> Reached:
        found = inside.sources(entered) if self._upstream else inside.targets(entered)
        jobs = self._graph.jobs_among(found)
        if not jobs:
            return Reached(found)
        return Reached(found - jobs, {Passage(job, inside.job) for job in jobs})

    def _ahead(self, nodes: EntityKeys) -> Iterator[tuple[int, int]]:
        """The edges that lead on from nodes, as (near end, far end) of the walk."""
        if self._upstream:
            return ((link.destination, link.origin) for link in self._graph.into(nodes))
        return ((link.origin, link.destination) for link in self._graph.out_of(nodes))


class _Inside:
    """What goes into a job and comes out of it, and which input feeds which output."""

    __slots__ = ("_graph", "every_target", "inputs", "job", "outputs", "stated", "waits_for")

    def __init__(self, graph: CurrentGraph, job: int, into: Collection[Link]) -> None:
        self._graph = graph
        self.job = job
        self.inputs = {origin for origin, _, _ in into}
        self.every_target = {origin for origin, _, basis in into if basis == "listed"}
        """The inputs that feed every target for which nothing is stated."""
        self.waits_for = frozenset(origin for origin, _, basis in into if basis == "control")
        self.outputs: set[int] = set()
        self.stated: dict[int, set[int]] = {}

    def states(self, target: int, source: int) -> None:
        self.stated.setdefault(target, set()).add(source)

    def sources(self, targets: Collection[int]) -> EntityKeys:
        """Everything that feeds one of the targets."""
        found: EntityKeys = self.waits_for
        for target in targets:
            if self._takes_all(target):
                return self.inputs
            stated = self.stated.get(target)
            fed = self.every_target if stated is None else stated & self.inputs
            found = found | fed if found else fed
        return found

    def targets(self, sources: Collection[int]) -> EntityKeys:
        """Everything that one of the sources feeds."""
        feeds_stated = AT_START in sources or not self.waits_for.isdisjoint(sources)
        if feeds_stated or not self.every_target.isdisjoint(sources):
            found = self.outputs
        else:
            found = self._graph.jobs_among(self.outputs)
        if not self.stated:
            return found
        fed = {
            target
            for target, stated in self.stated.items()
            if feeds_stated or self._takes_all(target) or not stated.isdisjoint(sources)
        }
        return (found - self.stated.keys()) | (fed & self.outputs)

    def _takes_all(self, target: int) -> bool:
        """Whether the target is fed by the job as a whole, and so by all of its inputs."""
        return (
            target == AT_START
            or self._graph.is_job(target)
            or self.job in self.stated.get(target, ())
        )


def _statements(graph: CurrentGraph, jobs: Iterable[int]) -> set[tuple[int, int, int]]:
    """Rows (job, target, source) that these jobs state, or that state what feeds these jobs."""
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
