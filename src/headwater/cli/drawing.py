"""Printing a graph in the form asked for."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import click

from headwater.cli.output import print_json
from headwater.cli.settings import Command
from headwater.cli.tree import print_tree, rest
from headwater.query.formats import dot, edge_list, mermaid
from headwater.query.picture import Picture

Form: TypeAlias = Literal["tree", "json", "dot", "mermaid", "csv"]

_WRITERS: dict[Form, Callable[[Picture], str]] = {"dot": dot, "mermaid": mermaid, "csv": edge_list}


def with_form(command: Command) -> Command:
    """Adds `--format`, and `--json` for it; the command gets `form`."""
    forms = click.Choice(["tree", "json", "dot", "mermaid", "csv"])
    as_json = click.option("--json", "form", flag_value="json", help="The same as --format json.")
    form = click.option(
        "--format", "form", type=forms, default="tree", show_default=True, help="How to print it."
    )
    return form(as_json(command))


def print_graph(answer: Any, picture: Picture, start: Sequence[str], form: Form) -> None:
    """Other forms than a tree have no place for what is left out: standard error says it."""
    if form == "json":
        print_json(answer)
    elif form == "tree":
        print_tree(picture, [spot for spot in start if spot in picture.spots])
    else:
        click.echo(_WRITERS[form](picture))
        for line in rest(picture.truncated):
            click.echo(line, err=True)
