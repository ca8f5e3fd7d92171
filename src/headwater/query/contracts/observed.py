"""What runs, as far as it concerns contracts: what their datasets are made of, and when."""

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import NamedTuple

from headwater.contracts.observed import (
    NOTHING,
    BoundDataset,
    DatasetKey,
    Observed,
    Write,
)
from headwater.contracts.schema_drift import FoundFields
from headwater.model import schemas
from headwater.query.contracts.walks import FlowWalks, Walked
from headwater.query.facets.values import facet_values
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.marks import once_written
from headwater.query.names.entities import Entity, written
from headwater.query.names.run_ids import PUBLIC_ID
from headwater.query.node_ids import near_names
from headwater.query.registry.bindings import Bindings, Bound
from headwater.query.versions.versions import LATEST, latest_dataset_versions

_VERSION = (
    "SELECT v.dataset_id, v.kind, v.valid_from, v.version_id, v.schema_hash, v.schema_value,"
    f" r.job_id, {PUBLIC_ID} FROM dataset_versions v LEFT JOIN runs r ON r.run_key = v.run_key"
    " WHERE v.dataset_id IN {keys} AND v.valid_from <= ?"
)
_IN_FORCE = f"{_VERSION} AND v.valid_to > ? AND v.kind {LATEST[0]}"
_LAST_WRITE = (
    f"{_VERSION} AND v.kind = 'write'"
    " AND NOT EXISTS (SELECT 1 FROM dataset_versions w WHERE w.dataset_id = v.dataset_id"
    " AND w.kind = 'write' AND w.valid_from <= ?"
    " AND (w.valid_from, w.place_kind, w.place_id) > (v.valid_from, v.place_kind, v.place_id))"
)
_SUGGESTED = 5
"""Similar names are looked up for at most this many unknown names, as each takes a while."""


class _Version(NamedTuple):
    dataset: int
    kind: str
    since: int
    id: str
    schema: str | None
    """The hash of the schema."""
    schema_value: str | None
    job: int | None
    run: str | None
    """The public id of the run."""


class Observations:
    """What is observed of contracts, as of the time of a graph."""

    def __init__(
        self,
        graph: CurrentGraph,
        bindings: Bindings,
        observed: Iterable[str],
        beside: Iterable[str] = (),
    ) -> None:
        """`observed` are the contracts to observe.

        For contracts that are only `beside` these, no similar names are looked up.
        """
        self._graph = graph
        self._snapshot = graph.snapshot
        self._bindings = bindings
        self._observed_contracts = sorted(set(observed))
        self._contracts = sorted({*self._observed_contracts, *beside})
        self._datasets = bindings.datasets_of(self._contracts)

    @cached_property
    def all(self) -> dict[str, Observed]:
        """The observations by contract, including the contracts beside."""
        return {contract: self._observed(contract) for contract in self._contracts}

    def _observed(self, contract: str) -> Observed:
        bounds = self._bindings.of_contract(contract)
        if not bounds:
            return NOTHING
        outputs = tuple(self._output(bound) for bound in bounds)
        runs = (output.last_write.run for output in outputs if output.last_write is not None)
        inputs: dict[str, DatasetKey] = {}
        uncontracted: list[int] = []
        contracts_of = self._bindings.contracts_of
        for dataset, passage in self._walked(contract).datasets.items():
            others = contracts_of(dataset)
            if passage is None or contract in others:
                continue  # a dataset of the contract itself
            for other in others:
                inputs.setdefault(other, dataset)
            if not others and not self._walks.leads_on(dataset):
                uncontracted.append(dataset)
        return Observed(outputs, inputs, tuple(uncontracted), next(runs, None))

    # What the datasets of contracts are made of

    @cached_property
    def _walks(self) -> FlowWalks:
        return FlowWalks(self._graph, self._datasets, upstream=True, ends=self._bindings.datasets)

    def _walked(self, contract: str) -> Walked:
        bounds = self._bindings.of_contract(contract)
        return self._walks.walk({bound.key for bound in bounds if bound.key in self.entities})

    def path(self, contract: str, dataset: DatasetKey) -> tuple[str, ...]:
        """The node ids from a dataset to the contract's own, in the direction of the data."""
        assert isinstance(dataset, int)
        keys = self._walked(contract).path(dataset)
        found = self._graph.visible(keys)
        return tuple(found[key].id for key in keys)

    # What the datasets of contracts are

    @cached_property
    def entities(self) -> dict[int, Entity]:
        """The datasets that the contracts are bound to, by key."""
        return self._graph.visible(self._datasets)

    @cached_property
    def _versions(self) -> dict[int, _Version]:
        """The version in force of each dataset."""
        return self._versions_by(_IN_FORCE, self._datasets)

    def _versions_by(self, sql: str, datasets: set[int]) -> dict[int, _Version]:
        at = self._graph.at
        rows = self._snapshot.query_in(sql, sorted(datasets), (at, at))
        return {row[0]: _Version._make(row) for row in rows}

    @cached_property
    def _writes(self) -> dict[int, Write]:
        written = {key: one for key, one in self._versions.items() if one.kind == "write"}
        written |= self._versions_by(_LAST_WRITE, self._datasets.difference(written))
        jobs = self._graph.visible(one.job for one in written.values() if one.job is not None)
        return {
            key: Write(one.since, one.id, one.run, jobs[one.job].id if one.job in jobs else None)
            for key, one in written.items()
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
        """The jobs that once wrote those of the datasets that no job writes now."""
        return once_written(self._graph, self._datasets - self._written)

    @cached_property
    def _fields(self) -> dict[int, tuple[str, FoundFields]]:
        """The fields of each dataset in its latest version, which is mostly the one in force."""
        others = self._datasets.difference(self._versions)
        latest = latest_dataset_versions(self._snapshot, others, self._graph.at)
        found = [(k, one.id, one.schema, one.schema_value) for k, one in self._versions.items()]
        found += [(k, v.version_id, v.schema_hash, v.schema_value) for k, v in latest.items()]
        values = {schema: value for *_, schema, value in found if schema is not None}
        stored = facet_values(self._snapshot, (key for key in values if values[key] is None))
        fields = {
            key: FoundFields(schemas.fields(value or stored[key])) for key, value in values.items()
        }
        return {k: (version, fields[schema]) for k, version, schema, _ in found if schema}

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
        """Datasets with names similar to those that no event contains."""
        unknown = [
            bound.output
            for contract in self._observed_contracts
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
