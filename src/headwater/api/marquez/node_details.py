"""Details of jobs and datasets that Marquez's clients expect in a graph, and other callers do not.

They are looked up for all nodes of a graph at once.
"""

from collections.abc import Iterable

import msgspec

from headwater.answers.graph import Node
from headwater.answers.moments import Instant
from headwater.answers.names import DatasetId
from headwater.answers.versions import Field
from headwater.api.marquez.words import PLACE, physical_name
from headwater.query.catalog.sources import source_name
from headwater.query.facets.entity_facets import entity_facets
from headwater.query.graph.current import CurrentGraph
from headwater.query.lineage.shown import Shown
from headwater.query.moments import instant
from headwater.query.names.identifiers import dataset_id
from headwater.query.names.occurrences import first_seen, last_seen
from headwater.query.versions.job_change import JobLists
from headwater.query.versions.schema import version_fields
from headwater.query.versions.version_facets import lifecycle_changes


class JobDetails(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The details of a job."""

    created_at: Instant | None
    updated_at: Instant | None
    inputs: tuple[DatasetId, ...]
    outputs: tuple[DatasetId, ...]
    location: str | None
    parent: str | None
    """The name of the job that starts this one."""


class DatasetDetails(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The details of a dataset."""

    created_at: Instant | None
    updated_at: Instant | None
    source_name: str
    physical_name: str
    fields: tuple[Field, ...]
    last_modified_at: Instant | None
    lifecycle: str | None


class NodeDetails:
    """The details of all nodes of one graph, as of the time of the graph."""

    def __init__(self, shown: Shown) -> None:
        graph, nodes = shown.graph, shown.answer.nodes
        self._keys = shown.keys
        self._jobs, self._datasets = shown.job_versions, shown.dataset_versions
        held = self._datasets.values()
        self._fields = version_fields(graph.snapshot, held)
        self._changes = lifecycle_changes(graph.snapshot, held)
        self._first = first_seen(graph.snapshot, self._keys.values())
        silent = {self._keys[node.id] for node in nodes if node.updated_at is None}
        self._last = last_seen(graph.snapshot, silent)
        jobs = {self._keys[node.id] for node in nodes if node.type == "JOB"}
        datasets = set(self._keys.values()) - jobs
        self._places = entity_facets(graph.snapshot, datasets, ("dataSource", PLACE))
        self._parents = _parents(graph, jobs)
        self._lists = {key: JobLists.of(version) for key, version in self._jobs.items()}
        listed = {key for lists in self._lists.values() for side in lists for key in side}
        self._listed = {key: dataset_id(found) for key, found in graph.visible(listed).items()}

    def of_job(self, node: Node) -> JobDetails:
        key = self._keys[node.id]
        version, lists = self._jobs.get(key), self._lists.get(key)
        return JobDetails(
            created_at=instant(self._first.get(key)),
            updated_at=self._updated(node),
            inputs=self._ids(lists.inputs) if lists else (),
            outputs=self._ids(lists.outputs) if lists else (),
            location=version.code_url if version else None,
            parent=self._parents.get(key),
        )

    def _updated(self, node: Node) -> Instant | None:
        """When the node last occurred. Marquez's clients cannot do without a time."""
        key = self._keys[node.id]
        return node.updated_at or instant(self._last.get(key, self._first.get(key)))

    def _ids(self, datasets: Iterable[int]) -> tuple[DatasetId, ...]:
        """The names of those datasets that are not deleted."""
        return tuple(sorted(self._listed[key] for key in datasets if key in self._listed))

    def of_dataset(self, node: Node) -> DatasetDetails:
        key = self._keys[node.id]
        version, place = self._datasets.get(key), self._places.get(key, {})
        return DatasetDetails(
            created_at=instant(self._first.get(key)),
            updated_at=self._updated(node),
            source_name=source_name(node.namespace, place),
            physical_name=physical_name(node.name, place),
            fields=self._fields.get(node.version or "", ()),
            last_modified_at=instant(version.valid_from) if version else None,
            lifecycle="DROP" if node.marks.dropped else self._changes.get(node.version or ""),
        )


def _parents(graph: CurrentGraph, jobs: set[int]) -> dict[int, str]:
    """The name of the job that starts each of these jobs, if it is known."""
    parents = graph.groups.parents(jobs)
    above = graph.visible(parents.values())
    return {job: above[parent].name for job, parent in parents.items()}
