"""`headwater lineage`: the graph around a node."""

import click
from msgspec.structs import replace

from headwater.answers.graph import LineageGraph
from headwater.answers.names import Identity
from headwater.answers.run_lineage import RunGraph
from headwater.cli.commands.columns import draw_columns
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.choice import choice_of
from headwater.cli.options.form import with_form
from headwater.cli.options.reach import with_reach
from headwater.cli.printing.drawing import PrintedForm, print_graph
from headwater.cli.printing.output import print_line
from headwater.model.directions import Direction
from headwater.model.order import format_time
from headwater.query.formats.picture import lineage_picture, one_way, run_picture
from headwater.query.moments import in_force
from headwater.query.names.entities import written
from headwater.query.node_ids import parse
from headwater.query.runs.batches import BATCH
from headwater.questions.graph import (
    MAX_NODES,
    ColumnsQuestion,
    GroupBy,
    IdentityQuestion,
    LineageQuestion,
    RunLineageQuestion,
    Scope,
    layers,
)
from headwater.questions.moments import Moment


@click.command()
@with_reach(
    depth="How many hops from job to job to go.",
    direction="Follow the flows of data in one direction, or show everything connected.",
    default="both",
)
@click.option(
    "--scope",
    type=choice_of(Scope),
    default="neighbourhood",
    show_default=True,
    help="Show nodes up to the depth, or everything connected.",
)
@click.option(
    "--group-by",
    type=choice_of(GroupBy),
    default="none",
    show_default=True,
    help="Show jobs as the parent or root jobs that started them.",
)
@click.option("--fold-private", is_flag=True, help="Leave out private datasets.")
@click.option("--control", is_flag=True, help="Show also which job waits for which.")
@click.option(
    "--max-nodes",
    type=click.IntRange(min=1),
    default=MAX_NODES,
    show_default=True,
    help="The largest number of nodes to show.",
)
@with_form
@with_answerer
def lineage(  # noqa: PLR0913  # one argument for each option
    answerer: Answerer,
    *,
    node: str,
    at: Moment | None,
    depth: int,
    direction: Direction,
    scope: Scope,
    group_by: GroupBy,
    fold_private: bool,
    control: bool,
    max_nodes: int,
    form: PrintedForm,
) -> None:
    """Show the graph around NODE, now or as of a time.

    NODE is job:NAMESPACE:NAME or dataset:NAMESPACE:NAME, by any of its names. For
    datasetField:NAMESPACE:NAME:FIELD it is the graph of columns; for run:ID, and for a version
    of a job or dataset (#VERSION), that of runs. batch:ID is the graph of all runs of a batch.

    The tree reads from top to bottom: sources are above NODE, and what NODE feeds is below it.
    Each line feeds those that are indented below it.
    """
    parsed = None if node.startswith(BATCH) else parse(node)
    if parsed is not None and parsed.kind == "datasetField":
        columns = ColumnsQuestion(node_id=(node,), at=at, depth=depth, direction=direction)
        draw_columns(answerer, columns, form)
    elif (
        parsed is None
        or parsed.kind == "run"
        or (parsed.version and _identity(answerer, node, at).version)
    ):
        question = RunLineageQuestion(
            node_id=node, at=at, depth=depth, direction=direction, max_nodes=max_nodes
        )
        _draw_runs(answerer, question, form)
    else:
        _draw_graph(
            answerer,
            LineageQuestion(
                node_id=node,
                at=Moment(in_force(at)),
                depth=depth,
                direction=direction,
                scope=scope,
                group_by=group_by,
                fold_private=fold_private,
                layers=layers(control=control),
                max_nodes=max_nodes,
            ),
            at,
            form,
        )


def _draw_runs(answerer: Answerer, question: RunLineageQuestion, form: PrintedForm) -> None:
    runs = answerer.ask(question)
    picture = one_way(run_picture(runs, with_job_versions=form != "tree"), question.direction)
    node = question.node_id
    if node.startswith(BATCH):
        start = _start_of_batch(runs, node.removeprefix(BATCH))
    else:
        start = _start_of_runs(runs, _identity(answerer, node, question.at))
    print_graph(runs, picture, start, form)


def _draw_graph(
    answerer: Answerer, question: LineageQuestion, at: Moment | None, form: PrintedForm
) -> None:
    """Draw the graph around a node; `at` is the time that the command line gives, if any."""
    graph = answerer.ask(question)
    picture = one_way(lineage_picture(graph), question.direction)
    if form == "tree" and question.direction == "both":
        # Arrows lead through a job to all its datasets; the tree shows only flows of data.
        near = replace(question, scope="neighbourhood")
        upstream, downstream = (
            {shown.id for shown in answerer.ask(replace(near, direction=way)).nodes}
            for way in ("upstream", "downstream")
        )
        picture = picture._replace(
            upstream=upstream,
            downstream=downstream,
            lists_apart=question.scope == "component",
            how_to_list="--scope component lists them",
        )
    print_graph(graph, picture, _start(graph, _identity(answerer, question.node_id, at)), form)
    if form == "tree" and not graph.edges:
        print_line(f"nothing {_was_known(at)} to be connected with it")


def _identity(answerer: Answerer, node: str, at: Moment | None) -> Identity:
    return answerer.ask(IdentityQuestion(node_id=node, at=at))


def _was_known(at: int | None) -> str:
    return "is known" if at is None else f"was known at {format_time(at)}"


def _start(graph: LineageGraph, found: Identity) -> list[str]:
    """The given node, or the node that stands for it."""
    return [
        shown.id
        for shown in graph.nodes
        if (shown.type.lower(), shown.namespace, shown.name)
        == (found.kind, found.namespace, found.name)
        or found.id in shown.members
    ][:1]


def _start_of_batch(graph: RunGraph, batch: str) -> list[str]:
    return [
        shown.id
        for shown in graph.nodes
        if shown.run is not None
        and batch in (shown.run.batch_id, str(shown.run.nominal_start), shown.run.run_id)
    ]


def _start_of_runs(graph: RunGraph, found: Identity) -> list[str]:
    """The given run or dataset version; for a job version, all its runs."""
    if found.run is not None:
        return [found.id]
    if found.kind == "job":
        job = written("job", found.namespace, found.name)
        return [shown.id for shown in graph.nodes if shown.run and shown.run.job == job]
    return [shown.id for shown in graph.nodes if shown.version == found.version]
