"""How the graphs of two moments differ, as lines."""

from collections.abc import Iterator

from headwater.answers.diff import GraphDiff, NodeChange
from headwater.answers.versions import NO_CODE
from headwater.words.changes import SIGNS, job_changes, schema_changes
from headwater.words.numbers import counted


def graph_changes(graph: GraphDiff) -> Iterator[str]:
    """The nodes and edges that differ. What differs in a node is indented below it."""
    changes = {change.id: change for change in graph.changes}
    for node in graph.nodes:
        if node.change != "same":
            yield f"{SIGNS[node.change]} {node.id}"
            if node.id in changes:
                yield from (f"    {line}" for line in _lines(changes[node.id]))
    for edge in graph.edges:
        if edge.change != "same":
            basis = "" if edge.basis == "listed" else f" ({edge.basis})"
            yield f"{SIGNS[edge.change]} {edge.origin} > {edge.destination}{basis}"


def unchanged(graph: GraphDiff) -> str:
    """How much of the graph is the same at both moments."""
    nodes = sum(node.change == "same" for node in graph.nodes)
    edges = sum(edge.change == "same" for edge in graph.edges)
    same = f"{counted(nodes, 'node')} and {counted(edges, 'edge')}"
    return f"the same from {graph.since} to {graph.until or 'now'}: {same}"


def _lines(change: NodeChange) -> Iterator[str]:
    if change.version is not None:
        after = change.version.after.code if change.version.after else NO_CODE
        yield from job_changes(change.version.change, after)
    if change.schema is not None:
        yield from schema_changes(change.schema)
    for column in change.columns:
        sign = SIGNS[column.change]
        field = column.destination.removeprefix(f"datasetField{change.id.removeprefix('dataset')}:")
        what = "all columns" if column.destination == change.id else f"column {field}"
        yield f"{sign} {what} < {column.origin}"
    yield from (f"~ now {mark}" for mark in change.marks_gained)
    yield from (f"~ no longer {mark}" for mark in change.marks_lost)
    if change.neighbourhood is not None:
        other = "now" if change.neighbourhood == "left" else "before"
        yield f"~ {change.neighbourhood} the neighbourhood: connected elsewhere {other}"
