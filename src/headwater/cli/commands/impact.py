"""`headwater impact`: what a change affects, and who owns it."""

from collections import Counter
from typing import Literal, TypeAlias

import click
from rich.text import Text

from headwater.answers.impact import Impact, ImpactNode, ImpactType
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.choice import choice_of
from headwater.cli.options.reach import with_reach
from headwater.cli.printing.output import print_json, print_line, print_table
from headwater.cli.printing.tree import rest
from headwater.model.directions import OneWay
from headwater.model.order import format_time
from headwater.query.formats.texts import impact_table
from headwater.questions.graph import ImpactQuestion
from headwater.questions.moments import Moment
from headwater.words.numbers import counted

_Form: TypeAlias = Literal["table", "json", "csv"]
_WORDS: dict[ImpactType, str] = {
    "JOB": "job",
    "DATASET": "dataset",
    "DATASET_FIELD": "column",
    "CONTRACT": "contract",
}


@click.command()
@with_reach(
    depth="How many hops from job to job, or from column to column, to go.",
    direction="Show what NODE leads to, or what leads to it.",
    default="downstream",
    one_way=True,
)
@click.option(
    "--format",
    "form",
    type=choice_of(_Form),
    default="table",
    show_default=True,
    help="The format of the output.",
)
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@with_answerer
def impact(
    answerer: Answerer,
    *,
    node: str,
    at: Moment | None,
    depth: int,
    direction: OneWay,
    form: _Form,
) -> None:
    """List what a change to NODE affects, and who owns it.

    NODE is job:NAMESPACE:NAME or dataset:NAMESPACE:NAME. For datasetField:NAMESPACE:NAME:FIELD,
    the list has where the column goes, and where it possibly goes, because nobody stated which
    columns were used. The nearest nodes come first, by steps from node to node. JSON and CSV also
    have a path to each.
    """
    question = ImpactQuestion(node_id=node, direction=direction, depth=depth, at=at)
    found = answerer.ask(question)
    if form == "json":
        print_json(found)
    elif form == "csv":
        click.echo(impact_table(found))
        for line in rest(found.truncated):
            click.echo(line, err=True)
    else:
        _print_table(found, at)


def _print_table(found: Impact, at: int | None) -> None:
    if not found.reached:
        when = "is known" if at is None else f"was known at {format_time(at)}"
        print_line(f"nothing {found.direction} of {found.node} {when}")
        return
    headers = ("STEPS", "NODE", "LAST RUN", "AT", "OWNERS")
    print_table(headers, (_row(node) for node in found.reached))
    print_line(_summary(found))
    for line in rest(found.truncated):
        print_line(Text(line, style="dim"))


def _row(node: ImpactNode) -> tuple[object, ...]:
    name = node.id if node.certainty == "certain" else f"{node.id} (possibly)"
    if node.run is None:
        return (node.distance, name, None, None, _owners(node))
    when = node.run.ended_at or node.run.started_at
    return (node.distance, name, node.run.state, when, _owners(node))


def _owners(node: ImpactNode) -> str:
    return ", ".join(node.owner_names)


def _summary(found: Impact) -> str:
    counts = Counter(_WORDS[node.type] for node in found.reached)
    owners = sorted({owner.name for node in found.reached for owner in node.owners})
    whose = f"; owners: {', '.join(owners)}" if owners else ""
    reached = ", ".join(counted(counts[word], word) for word in _WORDS.values() if counts[word])
    return f"{reached} {found.direction}{whose}"
