"""`headwater alerts remove`: end a subscription."""

import click

from headwater.cli.commands.alerts.keeper import keeper
from headwater.cli.options.place import with_place
from headwater.cli.printing.output import print_line
from headwater.config import Settings


@click.command()
@click.argument("name")
@with_place
def remove(settings: Settings, name: str, url: str, key: str) -> None:
    """Remove the subscription NAME."""
    with keeper(settings, url, key) as kept:
        kept.unsubscribe(name)
    print_line(f"the subscription {name!r} is removed")
