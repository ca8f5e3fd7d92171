"""What Marquez's clients expect of the jobs and datasets of a graph, beyond what a graph needs.

Everything is looked up for all nodes at once; what stands in their versions leads to the rest.
"""

from collections.abc import Collection, Iterable

import msgspec

from headwater.answers.graph import Node
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetId
from headwater.answers.versions import Field
from headwater.model.canonical import node_id
from headwater.query.catalog.sources import PLACE, physical_name, source_name
from headwater.query.facets.entity_facets import entity_facets
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.groups import Groups
from headwater.query.moments import in_force, instant
from headwater.query.names.entities import entity_keys
from headwater.query.names.occurrences import first_seen, last_seen
from headwater.query.versions.job_change import JobLists
from headwater.query.versions.schema import version_fields
from headwater.query.versions.version_facets import lifecycle_changes
from headwater.query.versions.versions import dataset_versions_in, job_versions_in
from headwater.store import Snapshot


class JobDetails(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    created_at: Instant | None
    updated_at: Instant | None
    inputs: tuple[DatasetId, ...]
    outputs: tuple[DatasetId, ...]
    location: str | None
    parent: str | None
    """The name of the job that starts it."""


class DatasetDetails(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    created_at: Instant | None
    updated_at: Instant | None
    source_name: str
    physical_name: str
    fields: tuple[Field, ...]
    last_modified_at: Instant | None
    lifecycle: str | None


class NodeDetails:
    """Of the nodes of one graph, as of its time."""

    def __init__(self, snapshot: Snapshot, nodes: Collection[Node], at: int | None) -> None:
        self._snapshot = snapshot
        self._graph = CurrentGraph(snapshot, in_force(at))
        by_version = {node.version: node for node in nodes if node.version is not None}
        self._jobs = {v.job_id: v for v in job_versions_in(snapshot, _of(nodes, "JOB"))}
        held = dataset_versions_in(snapshot, "version_id", _of(nodes, "DATASET"))
        self._datasets = {version.dataset_id: version for version in held}
        self._keys = {by_version[v.version_id].id: key for key, v in self._jobs.items()}
        self._keys |= {by_version[v.version_id].id: key for key, v in self._datasets.items()}
        self._keys |= _keys(snapshot, [node for node in nodes if node.id not in self._keys])
        self._fields = version_fields(snapshot, held)
        self._changes = lifecycle_changes(snapshot, held)
        self._first = first_seen(snapshot, self._keys.values())
        silent = {self._keys[node.id] for node in nodes if node.updated_at is None}
        self._last = last_seen(snapshot, silent)
        datasets = {self._keys[node.id] for node in nodes if node.type == "DATASET"}
        self._places = entity_facets(snapshot, datasets, ("dataSource", PLACE))
        self._names = {self._keys[n.id]: DatasetId(n.namespace, n.name) for n in nodes}
        self._parents = self._load_parents(nodes)
        self._lists = {key: JobLists.of(version) for key, version in self._jobs.items()}
        self._name({k for lists in self._lists.values() for k in (*lists.inputs, *lists.outputs)})

    def _load_parents(self, nodes: Iterable[Node]) -> dict[int, str]:
        groups = Groups(self._snapshot, self._graph.at, "parent", self._graph.visible)
        parents = groups.parents({self._keys[node.id] for node in nodes if node.type == "JOB"})
        above = self._graph.visible(parents.values())
        return {job: above[parent].name for job, parent in parents.items()}

    def _name(self, datasets: set[int]) -> None:
        """Those that are not among the nodes, unless they are deleted."""
        for key, dataset in self._graph.visible(datasets - self._names.keys()).items():
            self._names[key] = DatasetId(dataset.namespace, dataset.name)

    def of_job(self, node: Node) -> JobDetails:
        key = self._keys[node.id]
        version, lists = self._jobs.get(key), self._lists.get(key)
        return JobDetails(
            created_at=instant(self._first.get(key)),
            updated_at=node.updated_at or instant(self._last.get(key)),
            inputs=self._ids(lists.inputs) if lists else (),
            outputs=self._ids(lists.outputs) if lists else (),
            location=version.code_url if version else None,
            parent=self._parents.get(key),
        )

    def _ids(self, datasets: Iterable[int]) -> tuple[DatasetId, ...]:
        return tuple(sorted(self._names[key] for key in datasets if key in self._names))

    def of_dataset(self, node: Node) -> DatasetDetails:
        key = self._keys[node.id]
        version, place = self._datasets.get(key), self._places.get(key, {})
        return DatasetDetails(
            created_at=instant(self._first.get(key)),
            updated_at=node.updated_at or instant(self._last.get(key)),
            source_name=source_name(node.namespace, place),
            physical_name=physical_name(node.name, place),
            fields=self._fields.get(node.version or "", ()),
            last_modified_at=instant(version.valid_from) if version else None,
            lifecycle="DROP" if node.marks.dropped else self._changes.get(node.version or ""),
        )


def _of(nodes: Iterable[Node], type_: str) -> set[str]:
    return {node.version for node in nodes if node.type == type_ and node.version is not None}


def _keys(snapshot: Snapshot, nodes: Iterable[Node]) -> dict[str, int]:
    """Of nodes that have no version to be known by."""
    named = {node.id: node_id(node.type.lower(), node.namespace, node.name) for node in nodes}
    keys = entity_keys(snapshot, named.values())
    return {node: keys[name] for node, name in named.items()}
