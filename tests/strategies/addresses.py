"""Addresses of the API that make sense for a store: what to ask about, and with which options.

Every operation that reads has a case, which says what it can be asked about. Options are drawn
from the types of its parameters, and else from `_values`. An operation without a case, or a
parameter whose values are unknown, is an error: whoever adds it says what to ask.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import inspect

from headwater.api.http.openapi import full_path
from headwater.api.http.operations import Nothing, Operation
from headwater.questions.moments import Moment
from headwater.store.tables import TABLES
from headwater.wire.media import PLAIN
from headwater.wire.paths import part_of_path
from tests.strategies.chooser import Choices, Chooser
from tests.strategies.known import Given, Known

MOMENTS = (
    "2024-05-01T03:00:00Z",
    "2024-05-01",
    "2024-05-01T05:30:00+00:00",
    "1714521600",
    "2030-01-01",
)
"""Times while the worlds of the tests happen, and long after."""
OPTIONS_AT_ONCE = 3


class Address(NamedTuple):
    operation: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    accept: str = "application/json"


Cases = dict[str, Sequence[Given]]

EVERYTHING: list[Given] = [{}]
"""The subject of operations that need no parameter."""


def cases(known: Known) -> Cases:
    """What each operation can be asked about, by the operation's name."""
    return (
        _graphs(known) | _catalog(known) | _runs_and_events(known) | _contracts(known) | _counts()
    )


def _graphs(known: Known) -> Cases:
    return {
        "lineage": [*known.nodes, *known.pinned_nodes],
        "lineage_changes": known.nodes,
        "impact": [*known.nodes, *known.fields],
        "graph_diff": [node | {"from": when} for node in known.nodes for when in MOMENTS[:3]],
        "column_lineage": [
            *known.fields,
            *known.nodes,
            *known.version_nodes,
            *known.pinned_nodes,
        ],
        "run_lineage": [*known.run_nodes, *known.version_nodes, *known.nodes],
        "upstream_runs": [{"runId": run} for run in known.runs],
        "run_diff": [{"from": before, "to": after} for before, after in known.pairs_of_runs],
        "why": [
            *({"runId": run} for run in known.runs),
            *({"runId": run, "against": other} for other, run in known.pairs_of_runs),
        ],
        "history_of_node": known.nodes,
        "edge": known.edges,
        "node": [*known.nodes, *known.fields, *known.run_nodes, *known.version_nodes],
    }


def _catalog(known: Known) -> Cases:
    jobs, datasets = known.entities("job"), known.entities("dataset")
    texts = [{"q": text} for text in ("o", "load", "shop.orders", "PII", "ö")]
    return {
        "entity_catalog": [
            {"kind": kind, **more}
            for kind in ("job", "dataset")
            for more in ({}, {"mark": "dangling"}, {"mark": "lineageUnknown"})
        ],
        "search": texts,
        "search_jobs": texts,
        "search_datasets": texts,
        "all_namespaces": EVERYTHING,
        "one_namespace": known.namespaces,
        "datasets_of_namespace": known.namespaces,
        "one_dataset": datasets,
        "dataset_versions": datasets,
        "dataset_version": known.versions("dataset"),
        "all_sources": EVERYTHING,
        "one_source": known.sources,
        "all_tags": EVERYTHING,
        "all_jobs": EVERYTHING,
        "jobs_of_namespace": known.namespaces,
        "one_job": jobs,
        "job_versions": jobs,
        "job_version": known.versions("job"),
    }


def _runs_and_events(known: Known) -> Cases:
    runs = [{"id": run} for run in known.runs]
    return {
        "runs_of_node": [*EVERYTHING, *known.nodes],
        "runs_of_job": known.entities("job"),
        "one_run": runs,
        "details_of_run": runs,
        "run_facets": runs,
        "lineage_events": EVERYTHING,
        "all_events": EVERYTHING,
        "events_of_namespace": known.namespaces,
        "findings": EVERYTHING,
        "finding_groups": EVERYTHING,
        "incidents": EVERYTHING,
    }


def _contracts(known: Known) -> Cases:
    contracts, either = known.contracts("contract"), known.contracts("contract", "product")
    return {
        "contracts": EVERYTHING,
        "contract": contracts,
        "versions_of_contract": contracts,
        "contract_version": known.contract_versions,
        "diff_of_contract": contracts,
        "contract_lineage": [*EVERYTHING, *({"id": one["contract"]} for one in either)],
        "contracts_drift": EVERYTHING,
        "operational_lineage_of_contract": either,
        "impact_of_contract": either,
        "drift_of_contract": contracts,
    }


def _counts() -> Cases:
    stats = ("event_stats", "job_stats", "dataset_stats", "source_stats", "run_stats")
    exported = [{"table": table.name} for table in TABLES if table.content == table.names]
    return {
        **dict.fromkeys((*stats, "status", "all_tables"), EVERYTHING),
        "one_table": exported,  # in the others, some columns tell where and when events arrived
    }


def _values(known: Known) -> dict[str, Sequence[str]]:
    """Values of parameters that may be left out, by name, where their types do not tell them."""
    nodes = [one["nodeId"] for one in known.nodes]
    versions = [one["version"] for one in known.contract_versions]
    return {
        "depth": ("0", "1", "2", "7"),
        "maxNodes": ("1", "3"),
        "limit": ("0", "1", "2", "30"),
        "offset": ("1", "3"),
        "days": ("1", "3"),
        "timezone": ("Europe/Berlin", "America/New_York"),
        "staleAfter": ("0.5", "1000"),
        "layers": ("data", "control", "data,control"),
        "text": ("o", "A"),
        "tag": ("pii", "pii=strict"),
        "product": ("A", "orders"),
        "code": (*known.codes, "schema_drift"),
        "before": versions,
        "after": versions,
        "namespace": [one["namespace"] for one in known.namespaces],
        "batch": known.batches,
        "runId": known.runs,
        "under": known.runs,
        "against": known.runs,
        "id": [one["contract"] for one in known.contracts("contract", "product")],
        "datasetVersion": [one["datasetVersion"] for one in known.pinned_nodes],
        "nodeId": nodes,
        "expandUpstream": nodes,
        "expandDownstream": nodes,
        "job": [node for node in nodes if node.startswith("job:")],
        "parent": [node for node in nodes if node.startswith("job:")],
        "dataset": [node for node in nodes if node.startswith("dataset:")],
    }


class AddressAuthor(Choices):
    """Writes addresses for one store; the chooser decides."""

    def __init__(self, chooser: Chooser, known: Known) -> None:
        super().__init__(chooser)
        self._cases, self._values = cases(known), _values(known)

    def can_ask(self, operation: Operation) -> bool:
        """Whether the store has anything that the operation could be asked about."""
        return bool(self._cases[operation.name])

    def address(self, operation: Operation) -> Address:
        """Any subject of the operation, with some options."""
        options = self.options(operation)
        chosen = self.some(sorted(options), OPTIONS_AT_ONCE)
        return self._written(operation, {name: self.pick(options[name]) for name in chosen})

    def each_option(self, operation: Operation) -> Iterator[Address]:
        """One address without options for each media type, and one for each value that an option
        may have. Of names there are many, and a few are taken."""
        for accept in _media(operation):
            yield self._written(operation, {}, accept)
        for name, values in self.options(operation).items():
            for value in values if len(values) <= 5 else self.some(values, 3):
                yield self._written(operation, {name: value})

    def _written(self, operation: Operation, options: Given, accept: str = "") -> Address:
        given = options | self.pick(self._cases[operation.name])
        path = re.sub(
            r"{(\w+)}", lambda part: part_of_path(given.pop(part[1])), full_path(operation)
        )
        accept = accept or self.pick(_media(operation))
        return Address(operation.name, path, tuple(given.items()), accept)

    def options(self, operation: Operation) -> Mapping[str, Sequence[str]]:
        """The parameters that may be left out, and values of each. Pages are continued by whoever
        gets them, so `next` is none."""
        if operation.question is Nothing:
            return {}
        found = inspect.type_info(operation.question)
        assert isinstance(found, inspect.StructType)
        values = {
            field.encode_name: _own_values(field.type) or self._values[field.encode_name]
            for field in found.fields
            if not field.required and field.encode_name != "next"
        }
        return {name: known for name, known in values.items() if known}


def _media(operation: Operation) -> Sequence[str]:
    """What a caller may accept."""
    return ("application/json", *([PLAIN] if operation.plain else ()), *operation.media)


def _own_values(kind: inspect.Type) -> tuple[str, ...]:
    """The values that a type has by itself; none for numbers and texts."""
    match kind:
        case inspect.Metadata():
            return _own_values(kind.type)
        case inspect.UnionType():
            return tuple(value for one in kind.types for value in _own_values(one))
        case inspect.VarTupleType():
            return _own_values(kind.item_type)
        case inspect.LiteralType():
            return tuple(str(value) for value in kind.values)
        case inspect.BoolType():
            return ("true", "false")
        case inspect.CustomType() if kind.cls is Moment:
            return MOMENTS
        case _:
            return ()
