"""The option for the format of a graph, which every command that prints a graph has."""

import click

from headwater.cli.options.settings import Command


def with_form(command: Command) -> Command:
    """Adds `--format`, and `--json` as a shortcut. The command gets `form`."""
    forms = click.Choice(["tree", "json", "dot", "mermaid", "csv"])
    as_json = click.option("--json", "form", flag_value="json", help="The same as --format json.")
    form = click.option(
        "--format",
        "form",
        type=forms,
        default="tree",
        show_default=True,
        help="The format of the output.",
    )
    return form(as_json(command))
