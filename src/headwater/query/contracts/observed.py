"""What runs, as far as it concerns contracts: what their datasets are made of, and when."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from headwater.contracts.observed import (
    NOTHING,
    BoundDataset,
    Node,
    Observed,
    Reached,
    Write,
)
from headwater.contracts.schema_drift import FoundFields
from headwater.query.contracts.bindings import Bindings, Bound
from headwater.query.contracts.walks import FlowWalks, Walked
from headwater.query.current import CurrentGraph
from headwater.query.entities import Entity, written
from headwater.query.nodes import near_names
from headwater.query.run_ids import public_ids
from headwater.query.schema import version_fields
from headwater.query.versions import latest_dataset_versions

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
        if not bounds:
            return NOTHING
        outputs = tuple(self._output(bound) for bound in bounds)
        runs = (output.last_write.run for output in outputs if output.last_write is not None)
        reached = tuple(self._ends(contract))
        return Observed(outputs, reached, next(runs, None))

    # What its datasets are made of

    @cached_property
    def _walks(self) -> FlowWalks:
        return FlowWalks(
            self._graph,
            self._datasets,
            upstream=True,
            ends=lambda dataset: bool(self._bindings.of_dataset(dataset)),
        )

    def _walked(self, contract: str) -> Walked:
        own = self._bindings.datasets([contract])

        def stops(dataset: int) -> bool:
            return dataset not in own and bool(self._bindings.of_dataset(dataset))

        return self._walks.walk(own & self.entities.keys(), stops)

    def _ends(self, contract: str) -> Iterator[Reached]:
        for dataset, passage in self._walked(contract).datasets.items():
            others = self._bindings.contracts_of(dataset)
            is_own = passage is None or contract in others
            if not is_own and (others or not self._walks.leads_on(dataset)):
                yield Reached(dataset, others)

    def path(self, contract: str, dataset: Node) -> tuple[str, ...]:
        """The node ids from a dataset to the contract's own, in the direction data flows."""
        assert isinstance(dataset, int)
        keys = self._walked(contract).path(dataset)
        found = self._graph.visible(keys)
        return tuple(found[key].id for key in keys)

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
    def _written(self) -> set[int]:
        """The datasets that a job writes now."""
        return {
            link.destination
            for link in self._graph.into(self._datasets)
            if self._graph.is_job(link.origin)
        }

    @cached_property
    def _once_written(self) -> dict[int, set[int]]:
        """The jobs that once wrote the datasets that none writes now."""
        orphans = sorted(self._datasets - self._written)
        found: defaultdict[int, set[int]] = defaultdict(set)
        for dataset, job in self._snapshot.query_in(_ONCE_WRITTEN, orphans, (self._graph.at,)):
            found[dataset].add(job)
        return found

    @cached_property
    def _fields(self) -> dict[int, tuple[str, FoundFields]]:
        """The version of each dataset that holds, and its fields."""
        versions = latest_dataset_versions(self._snapshot, self._datasets, self._graph.at)
        fields = version_fields(self._snapshot, versions.values())
        by_schema: dict[str, FoundFields] = {}
        found = {}
        for dataset, version in versions.items():
            if version.schema_hash is not None:
                if version.schema_hash not in by_schema:
                    by_schema[version.schema_hash] = FoundFields(
                        (field.name, field.type) for field in fields[version.version_id]
                    )
                found[dataset] = version.version_id, by_schema[version.schema_hash]
        return found

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
            is_written=entity.key in self._written,
            wrote_before=self._job_ids(self._once_written.get(entity.key, ())),
            last_write=self._writes.get(entity.key),
            fields=fields,
            schema_version=schema_version,
        )

    def _job_ids(self, jobs: Collection[int]) -> tuple[str, ...]:
        if not jobs:
            return ()
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
