"""`headwater columns`: where columns come from, and where they go."""

import click

from headwater.cli.drawing import Form, print_graph, with_form
from headwater.cli.output import print_line
from headwater.cli.reach import with_reach
from headwater.cli.settings import reading, with_settings
from headwater.config import Settings
from headwater.model.order import format_time
from headwater.query.column_graph import ColumnGraph
from headwater.query.columns import columns as ask_columns
from headwater.query.nodes import Found, resolve
from headwater.query.picture import column_picture, one_way
from headwater.query.walk import Direction
from headwater.store import Snapshot


@click.command()
@with_reach(
    depth="Edges to follow; 0 shows the columns asked for alone.",
    direction="Where columns come from, where they go, or both.",
    default="upstream",
)
@with_form
@with_settings
def columns(
    settings: Settings, node: str, at: int | None, depth: int, direction: Direction, form: Form
) -> None:
    """Show what the columns of NODE are derived from.

    NODE is datasetField:NAMESPACE:NAME:FIELD, a dataset (all its columns) or a job (all that it
    writes); a dataset or field with #VERSION asks what that version was made from.
    """
    with reading(settings) as snapshot:
        draw_columns(snapshot, node, at, depth, direction, form)


def draw_columns(
    snapshot: Snapshot, node: str, at: int | None, depth: int, direction: Direction, form: Form
) -> None:
    graph = ask_columns(snapshot, node, at=at, depth=depth, direction=direction)
    found = resolve(snapshot, node, at=at)
    picture = one_way(column_picture(graph), direction)
    if form == "tree" and not graph.nodes:
        known = "are known" if at is None else f"were known at {format_time(at)}"
        print_line(f"no columns of {node} {known}")
        return
    print_graph(graph, picture, _start(graph, found), form)


def _start(graph: ColumnGraph, found: Found) -> list[str]:
    if found.kind == "job":
        job = found.entity.id
        return [n.id for n in graph.nodes if any(job in field.jobs for field in n.input_fields)]
    return [
        node.id
        for node in graph.nodes
        if (node.namespace, node.name) == (found.entity.namespace, found.entity.name)
        and found.field in (None, node.field)
        and node.version == found.version
    ]
