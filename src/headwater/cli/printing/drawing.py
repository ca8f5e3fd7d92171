"""Printing a graph in the chosen format."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import click

from headwater.cli.printing.output import print_json
from headwater.cli.printing.tree import print_tree, rest
from headwater.query.formats.picture import Picture
from headwater.query.formats.texts import dot, edge_list, mermaid

PrintedForm: TypeAlias = Literal["tree", "json", "dot", "mermaid", "csv"]

_WRITERS: dict[PrintedForm, Callable[[Picture], str]] = {
    "dot": dot,
    "mermaid": mermaid,
    "csv": edge_list,
}


def print_graph(answer: Any, picture: Picture, start: Sequence[str], form: PrintedForm) -> None:
    """Prints a graph. Formats without room for a note on what is left out have it on standard
    error."""
    if form == "json":
        print_json(answer)
    elif form == "tree":
        print_tree(picture, [spot for spot in start if spot in picture.spots])
    else:
        click.echo(_WRITERS[form](picture))
        for line in rest(picture.truncated):
            click.echo(line, err=True)
