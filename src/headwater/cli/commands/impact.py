"""`headwater impact`: what a change reaches, and whom to tell."""

from collections import Counter
from typing import Literal, TypeAlias

import click
from rich.text import Text

from headwater.answers.graph import OneWay
from headwater.answers.impact import Impact, ImpactNode, ImpactType
from headwater.cli.options.asking import Asked, with_asked
from headwater.cli.options.reach import with_reach
from headwater.cli.printing.output import counted, print_json, print_line, print_table
from headwater.cli.printing.tree import rest
from headwater.model.order import format_time
from headwater.query.formats.texts import impact_table

_Form: TypeAlias = Literal["table", "json", "csv"]
_WORDS: dict[ImpactType, str] = {
    "JOB": "job",
    "DATASET": "dataset",
    "DATASET_FIELD": "column",
    "CONTRACT": "contract",
}


@click.command()
@with_reach(
    depth="Hops from job to job, or from column to column.",
    direction="What NODE leads to, or what leads to it.",
    default="downstream",
    one_way=True,
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="How to print it.",
)
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@with_asked
def impact(
    asked: Asked,
    *,
    node: str,
    at: int | None,
    depth: int,
    direction: OneWay,
    form: _Form,
) -> None:
    """List what a change to NODE reaches, and who owns it.

    NODE is job:NAMESPACE:NAME or dataset:NAMESPACE:NAME. For datasetField:NAMESPACE:NAME:FIELD
    it is where the column goes, and where it possibly goes, as nobody says which columns went on.
    Nearest first, by steps from node to node; JSON and CSV also say by which path.
    """
    found = asked.impact(node, direction=direction, depth=depth, at=at)
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
    said = ", ".join(counted(counts[word], word) for word in _WORDS.values() if counts[word])
    return f"{said} {found.direction}{whose}"
