"""Walks along flows of data, from the datasets of contracts to those of other contracts."""

from collections.abc import Iterable
from functools import cached_property

from headwater.query.graph.current import CurrentGraph, EntityKeys
from headwater.query.graph.flows import NO_JOB, Directed, Passage, Reached


class Walked:
    """What one walk reached, nearest first, and by which way."""

    def __init__(self, starts: Iterable[int]) -> None:
        self.datasets: dict[int, Passage | None] = dict.fromkeys(sorted(starts))
        """The reached datasets, each with the passage that led to it, or None for a start."""
        self.passages: dict[Passage, Passage | None] = {}
        """The passages, each with the one before it if a job is directly next to a job."""

    @cached_property
    def jobs(self) -> dict[int, Passage]:
        """The reached jobs, each with the first passage through it."""
        found: dict[int, Passage] = {}
        for passage in self.passages:
            if passage.job != NO_JOB:
                found.setdefault(passage.job, passage)
        return found

    @cached_property
    def _hops(self) -> dict[Passage, int]:
        found: dict[Passage, int] = {}
        for passage, before in self.passages.items():
            came_by = self.datasets[passage.entered_from] if before is None else before
            found[passage] = 1 if came_by is None else found[came_by] + 1
        return found

    def hops(self, node: int) -> int:
        """The number of jobs from the start to a node, including the node."""
        passage = self.datasets[node] if node in self.datasets else self.jobs[node]
        return 0 if passage is None else self._hops[passage]

    def before(self, node: int) -> int:
        """The node before this one on its way from the start."""
        return self.path(node, 2)[1]

    def path(self, node: int, most: int | None = None) -> tuple[int, ...]:
        """The nodes from a dataset or job back to the start, or the first `most` of them."""
        found = [node]
        passage = self.datasets[node] if node in self.datasets else self.jobs[node]
        while passage is not None and (most is None or len(found) < most):
            if passage.job not in (NO_JOB, found[-1]):
                found.append(passage.job)
            before = self.passages[passage]
            if before is None:
                found.append(passage.entered_from)
                before = self.datasets[passage.entered_from]
            passage = before
        return tuple(found)


class FlowWalks:
    """Walks in one direction, each from its own start. What several walks pass is loaded once.

    A walk stops at the datasets in `ends`, unless it begins there.
    """

    def __init__(
        self,
        graph: CurrentGraph,
        starts: Iterable[int],
        *,
        upstream: bool,
        ends: EntityKeys = frozenset(),
    ) -> None:
        self._ends = ends
        self._onward: dict[int, list[Passage]] = {}
        """The passages that lead away from each dataset."""
        self._through: dict[Passage, Reached] = {}
        self._load(Directed(graph, upstream=upstream), set(starts))

    def _load(self, ways: Directed, datasets: set[int]) -> None:
        """Loads level by level what all walks together may pass."""
        passages: set[Passage] = set()
        while datasets or passages:
            self._onward |= {dataset: [] for dataset in datasets}
            for passage in ways.onward(datasets):
                self._onward[passage.entered_from].append(passage)
                passages.add(passage)
            reached = ways.each(passages.difference(self._through))
            self._through |= reached
            passages = set().union(*(one.passages for one in reached.values()))
            datasets = set().union(*(one.datasets for one in reached.values()))
            datasets = datasets.difference(self._onward) - self._ends

    def leads_on(self, dataset: int) -> bool:
        return bool(self._onward.get(dataset))

    def walk(self, starts: Iterable[int]) -> Walked:
        """Everything that is reached from the starts, up to the ends."""
        found = Walked(starts)
        queue = list(found.datasets)
        for dataset in queue:
            for passage in sorted(self._onward.get(dataset, ())):
                queue += self._passed(found, passage)
        return found

    def _passed(self, found: Walked, first: Passage) -> list[int]:
        """Goes through a job and the jobs directly next to it, to the datasets to go on from."""
        onward: list[int] = []
        waiting: list[tuple[Passage, Passage | None]] = [(first, None)]
        for passage, before in waiting:
            if passage in found.passages:
                continue
            found.passages[passage] = before
            datasets, passages = self._through[passage]
            if passages:
                waiting += [(further, passage) for further in sorted(passages)]
            fresh = sorted(datasets.difference(found.datasets))
            found.datasets |= dict.fromkeys(fresh, passage)
            onward += [dataset for dataset in fresh if dataset not in self._ends]
        return onward
