"""`headwater contracts lineage`: which contract depends on which, or what runs behind one."""

from typing import get_args

import click

from headwater.answers.contracts import DesignGraph
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.choice import choice_of
from headwater.cli.options.form import with_form
from headwater.cli.options.times import Time
from headwater.cli.printing.drawing import PrintedForm, print_graph
from headwater.cli.printing.output import print_line
from headwater.model.directions import Direction, OneWay
from headwater.query.formats.picture import design_picture, lineage_picture, one_way
from headwater.questions.contracts import DesignLevel, DesignQuestion, OperationalQuestion
from headwater.questions.moments import Moment


@click.command()
@click.argument("contract", required=False)
@click.option(
    "--level",
    type=choice_of(DesignLevel),
    default="contract",
    show_default=True,
    help="Show contracts, or sum them up by product.",
)
@click.option(
    "--direction",
    type=click.Choice(["both", *get_args(OneWay)]),
    default="both",
    show_default=True,
    help="Follow inputs (upstream), consumers (downstream), or both.",
)
@click.option("--depth", type=click.IntRange(min=0), help="How many steps to go; all by default.")
@click.option("--at", type=Time(), help="Answer as of this time.")
@click.option("--operational", is_flag=True, help="Show the jobs and datasets behind CONTRACT.")
@with_form
@with_answerer
def lineage(  # noqa: PLR0913  # one argument for each option
    answerer: Answerer,
    *,
    contract: str | None,
    level: DesignLevel,
    direction: Direction,
    depth: int | None,
    at: Moment | None,
    operational: bool,
    form: PrintedForm,
) -> None:
    """Show the graph that contracts declare.

    CONTRACT is the id or name of a contract or product.

    With --operational, what really runs behind CONTRACT, up to the datasets of other contracts.
    """
    if operational:
        if contract is None:
            raise click.UsageError("--operational needs a CONTRACT")
        graph = answerer.ask(OperationalQuestion(contract=contract, depth=depth, at=at))
        start = _datasets(answerer, contract, at)
        print_graph(graph, one_way(lineage_picture(graph), "upstream"), start, form)
        return
    design = answerer.ask(
        DesignQuestion(id=contract, level=level, direction=direction, depth=depth, at=at)
    )
    if form == "tree" and not design.start:
        _print_edges(design)
        return
    print_graph(design, one_way(design_picture(design), direction), design.start, form)


def _datasets(answerer: Answerer, contract: str, at: Moment | None) -> list[str]:
    """The output datasets of a contract, or of all contracts of a product."""
    alone = answerer.ask(DesignQuestion(id=contract, depth=0, at=at))
    registered = [node.id for node in alone.nodes if node.registered]
    outputs = (answerer.contracts.details(node, at=at).outputs for node in registered)
    return [output.dataset for those in outputs for output in those if output.dataset is not None]


def _print_edges(graph: DesignGraph) -> None:
    """Prints the edges, as a tree of the whole graph would have no root."""
    names = {node.id: node.name for node in graph.nodes}
    for edge in graph.edges:
        print_line(f"{names[edge.origin]} → {names[edge.destination]}")
    connected = {end for edge in graph.edges for end in (edge.origin, edge.destination)}
    for node in graph.nodes:
        if node.id not in connected:
            print_line(node.name)
    if not graph.nodes:
        print_line("no contracts; register some with `headwater contracts add PATH`")
