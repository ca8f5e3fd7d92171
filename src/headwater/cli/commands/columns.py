"""`headwater columns`: where columns come from, and where they go."""

import click

from headwater.answers.columns import ColumnGraph
from headwater.answers.names import Identity
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.form import with_form
from headwater.cli.options.reach import with_reach
from headwater.cli.printing.drawing import PrintedForm, print_graph
from headwater.cli.printing.output import print_line
from headwater.model.directions import Direction
from headwater.model.order import format_time
from headwater.query.formats.picture import column_picture, one_way
from headwater.query.names.entities import written
from headwater.questions.graph import ColumnsQuestion, IdentityQuestion
from headwater.questions.moments import Moment


@click.command()
@with_reach(
    depth="How many edges to follow; 0 shows only the given columns.",
    direction="Show where columns come from, where they go, or both.",
    default="upstream",
)
@with_form
@with_answerer
def columns(
    answerer: Answerer,
    node: str,
    at: Moment | None,
    depth: int,
    direction: Direction,
    form: PrintedForm,
) -> None:
    """Show what the columns of NODE are derived from.

    NODE is datasetField:NAMESPACE:NAME:FIELD, a dataset (for all its columns) or a job (for all
    columns that it writes). A dataset or field with #VERSION shows what that version was derived
    from.
    """
    question = ColumnsQuestion(node_id=(node,), at=at, depth=depth, direction=direction)
    draw_columns(answerer, question, form)


def draw_columns(answerer: Answerer, question: ColumnsQuestion, form: PrintedForm) -> None:
    """Ask for the graph of the columns of one node, and print it."""
    graph = answerer.ask(question)
    [node], at = question.node_id, question.at
    found = answerer.ask(IdentityQuestion(node_id=node, at=at))
    picture = one_way(column_picture(graph), question.way)
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
