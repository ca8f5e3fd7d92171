"""`headwater contracts`: the commands on data contracts, one per file."""

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
    """Register data contracts, and compare them with what runs."""


for _command in (add, list_, show, lineage, impact, drift, diff, check, delete):
    contracts.add_command(_command)
