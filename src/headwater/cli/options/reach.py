"""The options for the reach of a graph, which every command that prints a graph has."""

from collections.abc import Callable
from typing import get_args

import click

from headwater.cli.options.settings import Command
from headwater.cli.options.times import Time
from headwater.model.directions import Direction, OneWay
from headwater.questions.graph import DEPTH


def with_reach(
    *, depth: str, direction: str, default: Direction, one_way: bool = False
) -> Callable[[Command], Command]:
    """Adds NODE, `--at`, `--depth` and `--direction`; `depth` and `direction` are their help
    texts."""
    ways = get_args(OneWay)
    parameters = (
        click.argument("node"),
        click.option(
            "--at",
            type=Time(),
            help="Answer as of this time: RFC 3339, a date, yesterday, '2h ago'.",
        ),
        click.option(
            "--depth", type=click.IntRange(min=0), default=DEPTH, show_default=True, help=depth
        ),
        click.option(
            "--direction",
            type=click.Choice(ways if one_way else ["both", *ways]),
            default=default,
            show_default=True,
            help=direction,
        ),
    )

    def add(command: Command) -> Command:
        for parameter in reversed(parameters):
            command = parameter(command)
        return command

    return add
