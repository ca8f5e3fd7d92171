"""`headwater contracts`: data contracts, one command per file."""

import click

from headwater.cli.contracts.check import check


@click.group()
def contracts() -> None:
    """Data contracts: what is promised, and what becomes of it."""


for _command in (check,):
    contracts.add_command(_command)
