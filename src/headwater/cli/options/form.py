"""The option for the format of a graph, which every command that prints a graph has."""

import click

from headwater.cli.options.choice import choice_of
from headwater.cli.options.settings import Command
from headwater.cli.printing.drawing import PrintedForm


def with_form(command: Command) -> Command:
    """Adds `--format`, and `--json` as a shortcut. The command gets `form`."""
    as_json = click.option("--json", "form", flag_value="json", help="The same as --format json.")
    form = click.option(
        "--format",
        "form",
        type=choice_of(PrintedForm),
        default="tree",
        show_default=True,
        help="The format of the output.",
    )
    return form(as_json(command))
