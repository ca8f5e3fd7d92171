"""`headwater contracts`: data contracts, one command per file."""

import click

from headwater.cli.commands.contracts.add import add
from headwater.cli.commands.contracts.check import check
from headwater.cli.commands.contracts.delete import delete
from headwater.cli.commands.contracts.diff import diff
from headwater.cli.commands.contracts.drift import drift
from headwater.cli.commands.contracts.impact import impact
from headwater.cli.commands.contracts.lineage import lineage
from headwater.cli.commands.contracts.list import list_
from headwater.cli.commands.contracts.show import show


@click.group()
def contracts() -> None:
    """Data contracts: what is promised, and what becomes of it."""


for _command in (add, list_, show, lineage, impact, drift, diff, check, delete):
    contracts.add_command(_command)
