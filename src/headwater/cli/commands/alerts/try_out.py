"""`headwater alerts test`: send a test message, to see whether it arrives."""

import click

from headwater.cli.commands.alerts.keeper import keeper
from headwater.cli.options.place import with_place
from headwater.cli.printing.output import print_line
from headwater.config import Settings


@click.command()
@click.argument("name")
@with_place
def test(settings: Settings, name: str, url: str, key: str) -> None:
    """Send a test message to the subscription NAME, to see whether it arrives."""
    with keeper(settings, url, key) as kept:
        kept.test(name)
    print_line("a running server sends it now; `headwater alerts list` says whether it arrived")
