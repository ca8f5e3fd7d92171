"""In which form a graph is printed: the option of every command that draws one."""

import click

from headwater.cli.options.settings import Command


def with_form(command: Command) -> Command:
    """Adds `--format`, and `--json` for it; the command gets `form`."""
    forms = click.Choice(["tree", "json", "dot", "mermaid", "csv"])
    as_json = click.option("--json", "form", flag_value="json", help="The same as --format json.")
    form = click.option(
        "--format", "form", type=forms, default="tree", show_default=True, help="How to print it."
    )
    return form(as_json(command))
