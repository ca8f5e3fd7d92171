"""One form for every graph that is drawn: nodes with a note, and edges with a label."""

from collections.abc import Collection
from typing import NamedTuple

from headwater.answers.columns import ColumnGraph, FieldNode, InputField
from headwater.answers.contracts import DesignEdge, DesignGraph, DesignNode
from headwater.answers.graph import LineageGraph, Node, Truncated
from headwater.answers.run_lineage import RunGraph, RunNode
from headwater.questions.graph import Way


class Spot(NamedTuple):
    """A node as it is drawn. `kind` is its type, and `marks` are what is special about it."""

    id: str
    kind: str
    note: str
    marks: tuple[str, ...]
    hidden_upstream: int
    hidden_downstream: int


class Arrow(NamedTuple):
    origin: str
    destination: str
    label: str


class Picture(NamedTuple):
    spots: dict[str, Spot]
    arrows: list[Arrow]
    truncated: Truncated | None
    upstream: Collection[str] | None = None
    """The nodes that feed the start along flows, if following the arrows would lead to more."""
    downstream: Collection[str] | None = None
    lists_apart: bool = False
    """Whether to list the nodes that are not connected with the start along flows, or to count
    them."""
    how_to_list: str = "--format csv has their edges"


def lineage_picture(graph: LineageGraph) -> Picture:
    spots = {node.id: _node(node) for node in graph.nodes}
    arrows = [Arrow(edge.origin, edge.destination, edge.basis) for edge in graph.edges]
    return Picture(spots, arrows, graph.truncated)


def _node(node: Node) -> Spot:
    notes = []
    if node.kind is not None and node.kind != "BATCH":
        notes.append(node.kind.lower())
    if node.run is not None and node.type == "JOB":
        notes.append(f"{node.run.state} {node.run.ended_at or node.run.started_at}")
    if node.run is not None and node.marks.stale:
        notes.append(f"last written {node.run.ended_at or node.run.started_at}")
    if node.members:
        notes.append(f"{len(node.members)} jobs")
    if node.contracts:
        notes.append(f"contract {', '.join(mark.name for mark in node.contracts)}")
    if node.aliases:
        notes.append(f"also {', '.join(node.aliases)}")
    return Spot(
        node.id,
        node.type.lower(),
        ", ".join(notes),
        node.marks.words(),
        node.hidden_upstream,
        node.hidden_downstream,
    )


def design_picture(graph: DesignGraph) -> Picture:
    spots = {node.id: _design_node(node) for node in graph.nodes}
    arrows = [
        Arrow(edge.origin, edge.destination, ", ".join((*edge.versions, *_coarse(edge))))
        for edge in graph.edges
    ]
    return Picture(spots, arrows, graph.truncated)


def _coarse(edge: DesignEdge) -> tuple[str, ...]:
    return ("of the product",) if edge.coarse else ()


def _design_node(node: DesignNode) -> Spot:
    name = "" if node.id.endswith(f":{node.name}") else node.name
    members = f"{len(node.members)} contracts" if len(node.members) > 1 else ""
    notes = (name, node.version or "", node.status or "", members)
    return Spot(
        node.id,
        node.type.lower(),
        ", ".join(note for note in notes if note),
        () if node.registered else ("not registered",),
        node.hidden_upstream,
        node.hidden_downstream,
    )


def column_picture(graph: ColumnGraph) -> Picture:
    spots = {node.id: _field(node) for node in graph.nodes}
    labels = {
        (field.id, node.id): _label(field) for node in graph.nodes for field in node.input_fields
    }
    arrows = [
        Arrow(edge.origin, edge.destination, labels[edge.origin, edge.destination])
        for edge in graph.edges
        if edge.origin in spots and edge.destination in spots
    ]
    return Picture(spots, arrows, graph.truncated)


def _field(node: FieldNode) -> Spot:
    kind = "field" if node.field is not None else "dataset"
    return Spot(
        node.id, kind, node.field_type or "", (), node.hidden_upstream, node.hidden_downstream
    )


def _label(field: InputField) -> str:
    """How a column is derived from another."""
    words = []
    for how in field.transformations:
        word = how.subtype or how.type or "derived"
        words.append(f"{word} (masked)" if how.masking else word)
    return ", ".join(dict.fromkeys(words))


def run_picture(graph: RunGraph, *, with_job_versions: bool) -> Picture:
    spots = {
        node.id: _run_node(node)
        for node in graph.nodes
        if with_job_versions or node.type != "JOB_VERSION"
    }
    arrows = [
        Arrow(edge.origin, edge.destination, edge.type)
        for edge in graph.edges
        if edge.destination in spots
    ]
    return Picture(spots, arrows, graph.truncated)


def _run_node(node: RunNode) -> Spot:
    if node.run is not None:
        note = f"{node.run.state} {node.run.job} {node.run.ended_at or node.run.started_at}"
    else:
        stored = f" {node.storage_version}" if node.storage_version else ""
        since = f" since {node.since}" if node.since else ""
        note = f"{node.kind}{stored}{since}"
    kinds = {"RUN": "run", "DATASET_VERSION": "dataset", "JOB_VERSION": "job"}
    return Spot(node.id, kinds[node.type], note, (), node.hidden_upstream, node.hidden_downstream)


def one_way(picture: Picture, direction: Way) -> Picture:
    """The picture of a walk in one direction.

    A circle leads back to the start, but not beyond it.
    """
    if direction == "upstream":
        return picture._replace(downstream=())
    if direction == "downstream":
        return picture._replace(upstream=())
    return picture
