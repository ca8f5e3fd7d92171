"""The options for a page of a list, which every command that prints a list has."""

from collections.abc import Callable

import click

from headwater.cli.options.settings import Command


def with_page(*, of: str, limit: int = 20) -> Callable[[Command], Command]:
    """Adds `--limit`, which is `limit` if it is left out, and `--offset`. `of` says in the help
    what the list is of, in the plural."""
    limited = click.option(
        "--limit",
        type=click.IntRange(min=1),
        default=limit,
        show_default=True,
        help=f"The number of {of} to list.",
    )
    skipped = click.option(
        "--offset", type=click.IntRange(min=0), default=0, help=f"The number of {of} to skip."
    )
    return lambda command: limited(skipped(command))
