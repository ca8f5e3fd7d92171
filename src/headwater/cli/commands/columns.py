"""`headwater columns`: where columns come from, and where they go."""

import click

from headwater.answers.columns import ColumnGraph
from headwater.answers.graph import Direction
from headwater.answers.names import Identity
from headwater.cli.options.asking import Asked, with_asked
from headwater.cli.options.form import with_form
from headwater.cli.options.reach import with_reach
from headwater.cli.printing.drawing import Form, print_graph
from headwater.cli.printing.output import print_line
from headwater.model.order import format_time
from headwater.query.formats.picture import column_picture, one_way
from headwater.query.names.entities import written


@click.command()
@with_reach(
    depth="Edges to follow; 0 shows the columns asked for alone.",
    direction="Where columns come from, where they go, or both.",
    default="upstream",
)
@with_form
@with_asked
def columns(
    asked: Asked, node: str, at: int | None, depth: int, direction: Direction, form: Form
) -> None:
    """Show what the columns of NODE are derived from.

    NODE is datasetField:NAMESPACE:NAME:FIELD, a dataset (all its columns) or a job (all that it
    writes); a dataset or field with #VERSION asks what that version was made from.
    """
    draw_columns(asked, node, at, depth, direction, form)


def draw_columns(
    asked: Asked, node: str, at: int | None, depth: int, direction: Direction, form: Form
) -> None:
    graph = asked.columns(node, at=at, depth=depth, direction=direction)
    found = asked.identity(node, at=at)
    picture = one_way(column_picture(graph), direction)
    if form == "tree" and not graph.nodes:
        known = "are known" if at is None else f"were known at {format_time(at)}"
        print_line(f"no columns of {node} {known}")
        return
    print_graph(graph, picture, _start(graph, found), form)


def _start(graph: ColumnGraph, found: Identity) -> list[str]:
    if found.kind == "job":
        job = written("job", found.namespace, found.name)
        return [n.id for n in graph.nodes if any(job in field.jobs for field in n.input_fields)]
    return [
        node.id
        for node in graph.nodes
        if (node.namespace, node.name) == (found.namespace, found.name)
        and found.field in (None, node.field)
        and node.version == found.version
    ]
