"""Walks along the flows of data, from the datasets of contracts to those of others."""

from collections import deque
from collections.abc import Callable, Iterable

from headwater.query.current import CurrentGraph
from headwater.query.flows import NO_JOB, Directed, Passage, Reached


class Walked:
    """What one walk reached, the nearest first, and how."""

    def __init__(self, starts: Iterable[int]) -> None:
        self.datasets: dict[int, Passage | None] = dict.fromkeys(sorted(starts))
        """Each with the passage that led to it; the start with none."""
        self.jobs: dict[int, Passage] = {}
        """Each with the first passage through it."""
        self._led_to: dict[Passage, Passage | None] = {}
        """The passage before each, where a job is next to a job."""
        self._hops: dict[Passage, int] = {}

    def enter(self, passage: Passage, before: Passage | None) -> bool:
        """Whether it is new."""
        if passage in self._led_to:
            return False
        self._led_to[passage] = before
        came_by = self.datasets[passage.entered_from] if before is None else before
        self._hops[passage] = 1 if came_by is None else self._hops[came_by] + 1
        if passage.job != NO_JOB:
            self.jobs.setdefault(passage.job, passage)
        return True

    def hops(self, node: int) -> int:
        """How many jobs lie between the start and a node, itself included."""
        passage = self.datasets[node] if node in self.datasets else self.jobs[node]
        return 0 if passage is None else self._hops[passage]

    def before(self, node: int) -> int:
        """The node that comes before one on its way from the start."""
        return self.path(node, 2)[1]

    def path(self, node: int, most: int | None = None) -> tuple[int, ...]:
        """From a dataset or job back to the start, or so many steps of it."""
        found = [node]
        passage = self.datasets[node] if node in self.datasets else self.jobs[node]
        while passage is not None and (most is None or len(found) < most):
            if passage.job not in (NO_JOB, found[-1]):
                found.append(passage.job)
            before = self._led_to[passage]
            if before is None:
                found.append(passage.entered_from)
                before = self.datasets[passage.entered_from]
            passage = before
        return tuple(found)


class FlowWalks:
    """Walks in one direction, each from its own start; what several pass is loaded once.

    `ends` says from which datasets no walk goes on that did not begin there.
    """

    def __init__(
        self,
        graph: CurrentGraph,
        starts: Iterable[int],
        *,
        upstream: bool,
        ends: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._onward: dict[int, list[Passage]] = {}
        """The passages that lead away from each dataset."""
        self._through: dict[Passage, Reached] = {}
        self._load(Directed(graph, upstream=upstream), set(starts), ends)

    def _load(self, ways: Directed, datasets: set[int], ends: Callable[[int], bool]) -> None:
        """Level by level, all walks at once."""
        passages: set[Passage] = set()
        while datasets or passages:
            self._onward |= {dataset: [] for dataset in datasets}
            for passage in ways.onward(datasets):
                self._onward[passage.entered_from].append(passage)
                passages.add(passage)
            fresh = passages - self._through.keys()
            self._through |= ways.each(fresh)
            reached = [self._through[passage] for passage in fresh]
            passages = set().union(*(one.passages for one in reached))
            datasets = {
                dataset
                for one in reached
                for dataset in one.datasets
                if dataset not in self._onward and not ends(dataset)
            }

    def leads_on(self, dataset: int) -> bool:
        return bool(self._onward.get(dataset))

    def walk(self, starts: Iterable[int], stops: Callable[[int], bool] = lambda _: False) -> Walked:
        """Everything from the starts on, up to the datasets that it stops at."""
        found = Walked(starts)
        queue = deque(found.datasets)
        while queue:
            for passage in sorted(self._onward.get(queue.popleft(), ())):
                self._pass(found, passage, queue, stops)
        return found

    def _pass(
        self, found: Walked, first: Passage, queue: deque[int], stops: Callable[[int], bool]
    ) -> None:
        """Goes through a job, and the jobs right next to it."""
        waiting: deque[tuple[Passage, Passage | None]] = deque([(first, None)])
        while waiting:
            passage, before = waiting.popleft()
            if not found.enter(passage, before):
                continue
            reached = self._through[passage]
            waiting.extend((further, passage) for further in sorted(reached.passages))
            for dataset in sorted(reached.datasets):
                if dataset not in found.datasets:
                    found.datasets[dataset] = passage
                    if not stops(dataset):
                        queue.append(dataset)
