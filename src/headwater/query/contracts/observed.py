"""What runs, as far as it concerns contracts: what their datasets are made of, and when."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cached_property

from headwater.contracts.observed import BoundDataset, Observed, Reached, Write
from headwater.query.contracts.bindings import Bindings, Bound
from headwater.query.contracts.walks import FlowWalks
from headwater.query.current import CurrentGraph
from headwater.query.entities import Entity, written
from headwater.query.nodes import near_names
from headwater.query.run_ids import public_ids
from headwater.query.schema import version_fields
from headwater.query.versions import dataset_versions_at

_LAST_WRITE = (
    "SELECT v.dataset_id, v.valid_from, v.version_id, v.run_key, r.job_id"
    " FROM dataset_versions v LEFT JOIN runs r ON r.run_key = v.run_key"
    " WHERE v.dataset_id IN {keys} AND v.kind = 'write' AND v.valid_from <= ?"
    " AND NOT EXISTS (SELECT 1 FROM dataset_versions w WHERE w.dataset_id = v.dataset_id"
    " AND w.kind = 'write' AND w.valid_from <= ?"
    " AND (w.valid_from, w.place_kind, w.place_id) > (v.valid_from, v.place_kind, v.place_id))"
)
_ONCE_WRITTEN = (
    "SELECT DISTINCT g.destination, g.origin FROM edges g"
    " JOIN entities e ON e.entity_id = g.origin AND e.kind = 'job'"
    " WHERE g.destination IN {keys} AND g.valid_from <= ?"
)
_SUGGESTED = 20
"""So many names that no event has are looked up for others like them."""


class Observations:
    """What is observed of contracts, as of the time of a graph."""

    def __init__(self, graph: CurrentGraph, bindings: Bindings, contracts: Iterable[str]) -> None:
        self._graph = graph
        self._snapshot = graph.snapshot
        self._bindings = bindings
        self._contracts = sorted(set(contracts))
        self._datasets = bindings.datasets(self._contracts)

    @cached_property
    def all(self) -> dict[str, Observed]:
        """By contract; what a target of theirs is known by is looked up as `is_known` alone."""
        return {contract: self._observed(contract) for contract in self._contracts}

    def _observed(self, contract: str) -> Observed:
        bounds = self._bindings.of_contract(contract)
        outputs = tuple(self._output(bound) for bound in bounds)
        runs = (output.last_write.run for output in outputs if output.last_write is not None)
        return Observed(outputs, tuple(self._reached(contract)), next(runs, None))

    # What its datasets are made of

    @cached_property
    def _walks(self) -> FlowWalks:
        return FlowWalks(
            self._graph,
            self._datasets,
            upstream=True,
            ends=lambda dataset: bool(self._bindings.of_dataset(dataset)),
        )

    def _reached(self, contract: str) -> Iterable[Reached]:
        own = self._bindings.datasets([contract])
        visible = self._graph.visible(own)
        if not visible:
            return

        def stops(dataset: int) -> bool:
            return dataset not in own and bool(self._bindings.of_dataset(dataset))

        walked = self._walks.walk(visible, stops)
        for dataset in walked.datasets:
            others = self._bindings.contracts_of(dataset)
            is_end = not self._walks.leads_on(dataset)
            if dataset not in own and (others or is_end):
                nodes = self._graph.visible(path := walked.path(dataset))
                ids = tuple(nodes[node].id for node in path)
                yield Reached(ids[0], ids, others)

    # What its datasets are

    @cached_property
    def entities(self) -> dict[int, Entity]:
        """The datasets that are bound to the contracts."""
        return self._graph.visible(self._datasets)

    @cached_property
    def _writes(self) -> dict[int, Write]:
        rows = self._snapshot.query_in(
            _LAST_WRITE, sorted(self._datasets), (self._graph.at, self._graph.at)
        )
        runs = public_ids(self._snapshot, {run for *_, run, _ in rows if run is not None})
        jobs = self._graph.visible({job for *_, job in rows if job is not None})
        return {
            dataset: Write(
                at,
                version,
                runs.get(run) if run is not None else None,
                jobs[job].id if job in jobs else None,
            )
            for dataset, at, version, run, job in rows
        }

    @cached_property
    def _writers(self) -> dict[int, set[int]]:
        """The jobs that write each dataset now."""
        found: defaultdict[int, set[int]] = defaultdict(set)
        for link in self._graph.raw_links(self._datasets):
            if link.destination in self._datasets and self._graph.is_job(link.origin):
                found[link.destination].add(link.origin)
        return found

    @cached_property
    def _once_written(self) -> dict[int, set[int]]:
        """The jobs that once wrote the datasets that none writes now."""
        orphans = sorted(self._datasets - self._writers.keys())
        found: defaultdict[int, set[int]] = defaultdict(set)
        for dataset, job in self._snapshot.query_in(_ONCE_WRITTEN, orphans, (self._graph.at,)):
            found[dataset].add(job)
        return found

    @cached_property
    def _fields(self) -> dict[int, tuple[str, tuple[tuple[str, str | None], ...]]]:
        """The version of each dataset that holds, and its fields."""
        versions = dataset_versions_at(self._snapshot, self._datasets, self._graph.at)
        fields = version_fields(self._snapshot, versions.values())
        return {
            dataset: (
                version.version_id,
                tuple((field.name, field.type) for field in fields[version.version_id]),
            )
            for dataset, version in versions.items()
            if version.version_id in fields
        }

    def _output(self, bound: Bound) -> BoundDataset:
        entity = self.entities.get(bound.key) if bound.key is not None else None
        if entity is None:
            named = written("dataset", bound.output.namespace, bound.output.name)
            return BoundDataset(
                output=bound.output, id=named, known=False, near=self._near.get(named, ())
            )
        schema_version, fields = self._fields.get(entity.key, (None, None))
        return BoundDataset(
            output=bound.output,
            id=entity.id,
            known=True,
            writers=self._job_ids(self._writers.get(entity.key, ())),
            wrote_before=self._job_ids(self._once_written.get(entity.key, ())),
            last_write=self._writes.get(entity.key),
            fields=fields,
            schema_version=schema_version,
        )

    def _job_ids(self, jobs: Collection[int]) -> tuple[str, ...]:
        return tuple(sorted(job.id for job in self._graph.visible(jobs).values()))

    @cached_property
    def _near(self) -> dict[str, tuple[str, ...]]:
        """Datasets with names like those that no event has."""
        unknown = [
            bound.output
            for contract in self._contracts
            for bound in self._bindings.of_contract(contract)
            if bound.key is None and bound.output.binding == "declared"
        ]
        return {
            written("dataset", output.namespace, output.name): tuple(
                near_names(
                    self._snapshot, "dataset", f"{output.namespace}:{output.name}", output.name
                )
            )
            for output in unknown[:_SUGGESTED]
        }
