"""Column lineage as a graph: fields, and what each field is derived from (semantics 7)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

import msgspec

from headwater.answers.columns import ColumnEdge, ColumnGraph, FieldNode, InputField
from headwater.answers.graph import Transformation, Truncated
from headwater.model.directions import Direction
from headwater.query.names.entities import Entity, entities, written
from headwater.query.walk import along, breadth_first
from headwater.store import Snapshot

MAX_FIELDS = 20_000


class FieldPlace(NamedTuple):
    """A field of a dataset or of one of its versions. An empty field is the dataset as a whole."""

    dataset: int
    version: str
    field: str


class Derivation(NamedTuple):
    """A column edge. `job` is 0 if no job states it."""

    source: FieldPlace
    target: FieldPlace
    transformations: str
    job: int


class Columns(Protocol):
    """A source of column edges, by statements in force or by versions."""

    def into(self, places: Collection[FieldPlace]) -> Iterable[Derivation]: ...

    def out_of(self, places: Collection[FieldPlace]) -> Iterable[Derivation]: ...

    def types(self, places: Collection[FieldPlace]) -> Mapping[FieldPlace, str | None]: ...


def column_graph(
    snapshot: Snapshot,
    columns: Columns,
    start: Collection[FieldPlace],
    *,
    depth: int,
    direction: Direction,
    max_nodes: int = MAX_FIELDS,
) -> ColumnGraph:
    """Everything up to `depth` edges from the start; each node with all of its inputs, and with all
    of its edges in the direction asked for (semantics 7.4)."""
    up: Mapping[FieldPlace, int] = {}
    down: Mapping[FieldPlace, int] = {}
    if direction != "downstream":
        up = breadth_first(start, along(columns.into), depth=depth, max_nodes=max_nodes)
    if direction != "upstream":
        down = breadth_first(start, along(columns.out_of), depth=depth, max_nodes=max_nodes)
    shown = {*up, *down}
    into, out_of = set(columns.into(shown)), set(columns.out_of(shown))
    beyond = {edge.source for edge in into if edge.target in up}
    beyond |= {edge.target for edge in out_of if edge.source in down}
    hidden = len(beyond - shown)
    known = _Known(snapshot, columns, shown, into | out_of)
    derivations = (into if up else set()) | (out_of if down else set())
    return ColumnGraph(
        known.nodes(),
        known.edges(derivations),
        Truncated("maxNodes" if len(shown) >= max_nodes else "depth", hidden) if hidden else None,
    )


class _Known:
    """The fields that are shown, with all edges that touch them."""

    def __init__(
        self,
        snapshot: Snapshot,
        columns: Columns,
        shown: set[FieldPlace],
        touching: set[Derivation],
    ) -> None:
        ends = {end for edge in touching for end in (edge.source, edge.target)}
        keys = {place.dataset for place in shown | ends} | {edge.job for edge in touching}
        self._entities = entities(snapshot, keys)
        self._types = columns.types(shown)
        self._shown = shown
        self._into: defaultdict[FieldPlace, set[Derivation]] = defaultdict(set)
        self._below: defaultdict[FieldPlace, set[FieldPlace]] = defaultdict(set)
        for edge in touching:
            self._into[edge.target].add(edge)
            self._below[edge.source].add(edge.target)

    def nodes(self) -> tuple[FieldNode, ...]:
        nodes = (self._node(place) for place in self._shown)
        return tuple(sorted(nodes, key=lambda node: (node.id, node.namespace)))

    def _node(self, place: FieldPlace) -> FieldNode:
        entity = self._entities[place.dataset]
        above = {edge.source for edge in self._into[place]}
        return FieldNode(
            id=self._id(place),
            type="DATASET_FIELD" if place.field else "DATASET",
            namespace=entity.namespace,
            name=entity.name,
            field=place.field or None,
            field_type=self._types.get(place),
            version=place.version or None,
            input_fields=_inputs(self._into[place], self._entities),
            hidden_upstream=len(above - self._shown),
            hidden_downstream=len(self._below[place] - self._shown),
        )

    def edges(self, derivations: Iterable[Derivation]) -> tuple[ColumnEdge, ...]:
        drawn = {ColumnEdge(self._id(edge.source), self._id(edge.target)) for edge in derivations}
        return tuple(sorted(drawn))

    def _id(self, place: FieldPlace) -> str:
        return place_id(self._entities[place.dataset], place)


def place_id(entity: Entity, place: FieldPlace) -> str:
    """The node id of a field, or of the dataset as a whole."""
    parts = (entity.namespace, entity.name, *((place.field,) if place.field else ()))
    kind = "datasetField" if place.field else entity.kind
    return written(kind, *parts, version=place.version or None)


def _inputs(edges: Iterable[Derivation], found: dict[int, Entity]) -> tuple[InputField, ...]:
    """One input for each source, however many statements name it."""
    by_source: defaultdict[FieldPlace, set[Derivation]] = defaultdict(set)
    for edge in edges:
        by_source[edge.source].add(edge)
    inputs = [
        InputField(
            id=place_id(found[source.dataset], source),
            namespace=found[source.dataset].namespace,
            name=found[source.dataset].name,
            field=source.field or None,
            version=source.version or None,
            transformations=transformations({edge.transformations for edge in stated}),
            jobs=tuple(sorted(found[edge.job].id for edge in stated if edge.job)),
        )
        for source, stated in by_source.items()
    ]
    return tuple(sorted(inputs, key=lambda field: (field.id, field.namespace)))


def transformations(stated: Iterable[str]) -> tuple[Transformation, ...]:
    found = {item for text in stated for item in _DECODER.decode(text)}
    return tuple(sorted(found, key=msgspec.json.encode))


_DECODER = msgspec.json.Decoder(list[Transformation])
