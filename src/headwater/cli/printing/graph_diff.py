"""Prints how the graphs of two moments differ."""

from collections.abc import Iterator

from rich.text import Text

from headwater.answers.diff import GraphDiff, NodeChange
from headwater.answers.versions import CodeVersion
from headwater.cli.printing.changes import SIGNS, job_changes, print_change, schema_changes
from headwater.cli.printing.output import counted, print_line
from headwater.cli.printing.tree import rest


def print_graph_diff(graph: GraphDiff) -> None:
    changes = {change.id: change for change in graph.changes}
    nodes = [node for node in graph.nodes if node.change != "same"]
    edges = [edge for edge in graph.edges if edge.change != "same"]
    for node in nodes:
        print_change(f"{SIGNS[node.change]} {node.id}")
        for line in _lines(changes[node.id]) if node.id in changes else ():
            print_change(line, indent=4)
    for edge in edges:
        basis = "" if edge.basis == "listed" else f" ({edge.basis})"
        print_change(f"{SIGNS[edge.change]} {edge.origin} > {edge.destination}{basis}")
    same = (
        f"{counted(len(graph.nodes) - len(nodes), 'node')} and "
        f"{counted(len(graph.edges) - len(edges), 'edge')}"
    )
    when = f"from {graph.since} to {graph.until or 'now'}"
    print_line(Text(f"the same {when}: {same}", style="dim"))
    for line in rest(graph.truncated):
        print_line(Text(line, style="dim"))


def _lines(change: NodeChange) -> Iterator[str]:
    if change.version is not None:
        after = change.version.after.code if change.version.after else CodeVersion(None, None)
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
