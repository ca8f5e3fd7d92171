"""What a change to a column reaches, certainly by column lineage, or possibly (semantics 8.4).

Where it is unknown which columns of a dataset went into another, any of them may have.
"""

from collections.abc import Iterator, Mapping

from headwater.model.directions import OneWay
from headwater.query.columns.column_graph import Derivation, FieldPlace
from headwater.query.columns.columns import CurrentColumns
from headwater.query.graph.flows import NO_JOB, Passage, Reached
from headwater.query.impact.impact_paths import FlowPaths, ImpactPath, Reach, whole
from headwater.query.node_ids import Found


class ColumnImpact:
    def __init__(self, reach: Reach, start: Found, direction: OneWay, depth: int) -> None:
        self._reach = reach
        self._columns = CurrentColumns(reach.graph)
        self._start = self._columns.start(start, direction)
        self._is_upstream = direction == "upstream"
        self._flows = FlowPaths(reach, direction)
        self._depth = depth
        self._leaves_at = {place.dataset: 0 for place in self._start}
        """The hop at which the walk leaves each dataset that has a certain column."""

    def certain(self) -> set[FieldPlace]:
        """Walks along column edges, through the jobs that state them.

        Also reaches the datasets of the columns as a whole. Returns the columns that come next.
        """
        reach = self._reach
        frontier = self._start
        hop = 0
        while frontier and hop <= self._depth and not reach.is_full:
            edges = self._ends(frontier)
            through = [
                (*reach.paths[near], *((reach.stop(whole(edge.job)),) if edge.job else ()))
                for edge, near, _ in edges
            ]
            reach.offer(path for path, (edge, *_) in zip(through, edges, strict=True) if edge.job)
            frontier = reach.offer(
                (*path, reach.stop(far)) for path, (*_, far) in zip(through, edges, strict=True)
            )
            hop += 1
            for place in frontier:
                if place.field:
                    self._leaves_at.setdefault(place.dataset, hop)
        beyond = {far for _, _, far in self._ends(frontier)} - reach.paths.keys()
        reach.offer(
            (*path[:-1], reach.stop(whole(place.dataset)))
            for place, path in list(reach.paths.items())
            if place.field and place.dataset != reach.start.dataset
        )
        return beyond

    def _ends(self, places: set[FieldPlace]) -> list[tuple[Derivation, FieldPlace, FieldPlace]]:
        if self._is_upstream:
            return [(edge, edge.target, edge.source) for edge in self._columns.into(places)]
        return [(edge, edge.source, edge.target) for edge in self._columns.out_of(places)]

    def possible(self) -> set[FieldPlace]:
        """Walks along flows, by whole datasets, where nobody states which columns they concern.

        Returns the jobs and datasets that come next.
        """
        passages: dict[Passage, ImpactPath] = {}
        last = max(self._leaves_at.values(), default=-1)
        hop = 0
        while (passages or hop <= last) and hop <= self._depth and not self._reach.is_full:
            left = {dataset for dataset, when in self._leaves_at.items() if when == hop}
            entered = self._flows.onward(left)
            unclear = self._flows.lead(entered, dict(self._unclear(self._flows.each(entered))))
            passages = self._flows.through(passages) | unclear
            hop += 1
        return self._flows.next_to(passages)

    def _unclear(self, led: Mapping[Passage, Reached]) -> Iterator[tuple[Passage, Reached]]:
        """The passages by which the column may go on, each with what it may go on to."""
        fed = {key for found in led.values() for key in found.datasets}
        if self._is_upstream:
            fed = {passage.entered_from for passage in led}
        edges = self._columns.into_datasets(fed)
        stated = {(e.job, e.target.dataset) for e in edges if e.source.field or e.target.field}
        # An edge may name a dataset as the source without naming the column.
        vague = {(e.job, e.target.dataset, e.source.dataset) for e in edges if not e.source.field}
        outputs = {link.origin for link in self._reach.graph.out_of({p.job for p in led})}
        for passage, found in led.items():
            job, near = passage
            ends = {
                far
                for far in found.datasets
                for target, source in [(near, far) if self._is_upstream else (far, near)]
                if (job, target) not in stated or (job, target, source) in vague
            }
            if self._is_upstream:
                is_open = bool(ends) or (job, near) not in stated
            else:
                is_open = bool(ends or found.passages) or job not in outputs
            if is_open and (job != NO_JOB or ends):
                yield passage, Reached(ends, found.passages)
