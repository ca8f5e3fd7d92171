"""What columns are derived from, as of an instant (semantics 7.2)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Literal

import msgspec

from headwater.answers.columns import ColumnGraph
from headwater.answers.names import NodeKind
from headwater.errors import BadRequestError, NodeIdError
from headwater.model.directions import Direction
from headwater.query.columns.column_graph import Columns, Derivation, FieldPlace, column_graph
from headwater.query.columns.stated_columns import stated_columns
from headwater.query.columns.version_columns import VersionColumns
from headwater.query.graph.current import CurrentGraph
from headwater.query.moments import in_force
from headwater.query.node_ids import Found, parse, resolve
from headwater.query.versions.schema import version_fields
from headwater.query.versions.versions import (
    job_versions_at,
    job_versions_in,
    latest_dataset_versions,
)
from headwater.questions.graph import ColumnsQuestion
from headwater.store import Snapshot


def columns(snapshot: Snapshot, question: ColumnsQuestion) -> ColumnGraph:
    """The column lineage of a field, of all fields of a dataset, or of all that a job writes."""
    nodes = question.node_id
    if question.dataset_version is not None:
        nodes = tuple(_versioned(snapshot, node, question) for node in nodes)
    if question.lineage_at is None:
        return _stated(snapshot, nodes, question)
    if question.at is not None:
        raise BadRequestError("lineageAt goes by versions, and at does not: leave out one of them")
    return _made_at(snapshot, nodes, question.lineage_at, question)


def _versioned(snapshot: Snapshot, node: str, question: ColumnsQuestion) -> str:
    is_version = parse(node).version and resolve(snapshot, node, deleted=True).version
    if question.lineage_at is not None or is_version:
        raise BadRequestError(
            "datasetVersion stands for one version: leave out lineageAt and #VERSION"
        )
    versioned = f"{node}#{question.dataset_version}"
    if parse(versioned).version is None:
        raise BadRequestError(
            f"datasetVersion is {question.dataset_version!r}; expected the UUID of a version"
        )
    return versioned


def _stated(snapshot: Snapshot, nodes: Iterable[str], question: ColumnsQuestion) -> ColumnGraph:
    """The column lineage that is stated at the moment of the question.

    A dataset version as node means what that version was made from. A job version as node means the
    columns as they were when it ended or, if it has not, as they are now.
    """
    moment = in_force(question.at)
    found = [resolve(snapshot, node, kinds=_KINDS, at=moment) for node in nodes]
    by_version = [one for one in found if one.version is not None and one.kind != "job"]
    if by_version:
        if len(by_version) < len(found):
            raise NodeIdError("versions of datasets and other nodes cannot be asked for together")
        versions = [(str(one.version), one.field) for one in found]
        return _version_graph(snapshot, versions, question)
    for one in found:
        if one.version is not None:
            [version] = job_versions_in(snapshot, [one.version])
            moment = min(version.valid_to - 1, moment)
    current = CurrentColumns(CurrentGraph(snapshot, moment))
    start = set().union(*(current.start(one, question.way) for one in found))
    return _drawn(snapshot, current, start, question)


def _made_at(
    snapshot: Snapshot, nodes: Iterable[str], at: int, question: ColumnsQuestion
) -> ColumnGraph:
    """What the latest version of each dataset at `at` was made from (semantics 7.3).

    A job stands for the datasets that it wrote then. A dataset without a version adds nothing.
    """
    fields: defaultdict[int, set[str | None]] = defaultdict(set)
    for node in nodes:
        found = resolve(snapshot, node, kinds=_KINDS, at=at)
        if found.version is not None:
            raise NodeIdError(f"{node!r} is a version; ask for it, or for a time, not for both")
        if found.kind == "job":
            held = job_versions_at(snapshot, [found.entity.key], at).get(found.entity.key)
            for dataset in msgspec.json.decode(held.outputs, type=list[int]) if held else ():
                fields[dataset].add(None)
        else:
            fields[found.entity.key].add(found.field)
    versions = latest_dataset_versions(snapshot, fields, at)
    wanted = [
        (version.version_id, field)
        for dataset, version in versions.items()
        for field in fields[dataset]
    ]
    return _version_graph(snapshot, wanted, question)


_KINDS: tuple[NodeKind, ...] = ("datasetField", "dataset", "job")


def _version_graph(
    snapshot: Snapshot, wanted: Iterable[tuple[str, str | None]], question: ColumnsQuestion
) -> ColumnGraph:
    """The column lineage of dataset versions, each with one field or None for all fields."""
    made = VersionColumns(snapshot)
    start = set().union(*(made.start(version, field, question.way) for version, field in wanted))
    return _drawn(snapshot, made, start, question)


def _drawn(
    snapshot: Snapshot, known: Columns, start: set[FieldPlace], question: ColumnsQuestion
) -> ColumnGraph:
    return column_graph(snapshot, known, start, depth=question.depth, direction=question.way)


class CurrentColumns:
    """The column edges that are in force at an instant, loaded dataset by dataset."""

    def __init__(self, graph: CurrentGraph) -> None:
        self._graph = graph
        self._into: dict[int, set[Derivation]] = {}
        self._out_of: dict[int, set[Derivation]] = {}

    def start(self, found: Found, direction: Direction) -> set[FieldPlace]:
        """The field of the question, all known fields of the dataset, or all that the job writes.

        Downstream, edges may lead away from columns that no schema contains, so these are included.
        """
        key = found.entity.key
        if found.field is not None:
            place = FieldPlace(key, "", found.field)
            return {place} if self._is_known(place) else set()
        if found.kind == "job":
            rows = self._graph.snapshot.query(
                "SELECT DISTINCT target_id FROM flows"
                " WHERE stated_by = ? AND valid_from <= ? AND valid_to > ?",
                (key, self._graph.at, self._graph.at),
            )
            stated = self._touching("target_id", [target for (target,) in rows])
            return {edge.target for edge in stated if edge.job == key}
        fields = self._schemas([key]).get(key, {})
        start = {FieldPlace(key, "", field) for field in fields}
        start |= {edge.target for edge in self._touching("target_id", [key])}
        if direction != "upstream":
            start |= {edge.source for edge in self._touching("source_id", [key])}
        return start

    def _is_known(self, place: FieldPlace) -> bool:
        """Whether a schema or a statement names the field at that time.

        A statement counts even if its other end is deleted, as a deletion hides only that end.
        """
        if place.field in self._schemas([place.dataset]).get(place.dataset, {}):
            return True
        # A source may end before its statement (semantics 7.2), so the row of flows decides.
        holding = (
            "SELECT 1 FROM flows f JOIN column_sets c ON c.set_hash = f.set_hash"
            " JOIN nodes n ON n.node_id = c.source_node AND n.entity_id = f.source_id"
            " WHERE f.valid_from <= ? AND f.valid_to > ? AND {end} = ? AND {field} = ? LIMIT 1"
        )
        params = (self._graph.at, self._graph.at, place.dataset, place.field)
        return any(
            self._graph.snapshot.query(holding.format(end=end, field=field), params)
            for end, field in (
                ("f.target_id", "c.output_field"),
                ("f.source_id", "c.input_field"),
            )
        )

    def into(self, places: Collection[FieldPlace]) -> set[Derivation]:
        wanted = set(places)
        touching = self._touching("target_id", {place.dataset for place in wanted})
        return {edge for edge in touching if edge.target in wanted}

    def into_datasets(self, datasets: Collection[int]) -> set[Derivation]:
        """Every edge into a field of these datasets, or into one of them as a whole."""
        return self._touching("target_id", datasets)

    def out_of(self, places: Collection[FieldPlace]) -> set[Derivation]:
        wanted = set(places)
        touching = self._touching("source_id", {place.dataset for place in wanted})
        return {edge for edge in touching if edge.source in wanted}

    def types(self, places: Collection[FieldPlace]) -> Mapping[FieldPlace, str | None]:
        schemas = self._schemas({place.dataset for place in places})
        return {place: schemas.get(place.dataset, {}).get(place.field) for place in places}

    def _schemas(self, datasets: Collection[int]) -> dict[int, dict[str, str | None]]:
        versions = latest_dataset_versions(self._graph.snapshot, datasets, self._graph.at)
        fields = version_fields(self._graph.snapshot, versions.values())
        return {
            key: {field.name: field.type for field in fields.get(version.version_id, ())}
            for key, version in versions.items()
        }

    def between(self, datasets: Collection[int]) -> set[Derivation]:
        """Every edge from one of these datasets to one of them."""
        touching = self._touching("target_id", datasets)
        return {edge for edge in touching if edge.source.dataset in datasets}

    def _touching(
        self, end: Literal["source_id", "target_id"], datasets: Collection[int]
    ) -> set[Derivation]:
        """Every edge into, or out of, these datasets."""
        loaded = self._into if end == "target_id" else self._out_of
        missing = set(datasets) - loaded.keys()
        if missing:
            found: defaultdict[int, set[Derivation]] = defaultdict(set)
            for edge in self._load(end, missing):
                found[(edge.target if end == "target_id" else edge.source).dataset].add(edge)
            loaded.update({dataset: found[dataset] for dataset in missing})
        return set().union(*(loaded[dataset] for dataset in datasets))

    def _load(
        self, end: Literal["source_id", "target_id"], datasets: Collection[int]
    ) -> set[Derivation]:
        stated = stated_columns(self._graph.snapshot, end, datasets, self._graph.at)
        visible = self._graph.visible(
            key for edge in stated for key in (edge.source, edge.target, edge.stated_by)
        )
        return {
            Derivation(
                FieldPlace(edge.source, "", edge.input_field),
                FieldPlace(edge.target, "", edge.output_field),
                edge.transformations,
                # A dataset event states edges for its own dataset and not for a job.
                edge.stated_by if visible[edge.stated_by].kind == "job" else 0,
            )
            for edge in stated
            if {edge.source, edge.target, edge.stated_by} <= visible.keys()
            and visible[edge.target].kind == "dataset"
        }
