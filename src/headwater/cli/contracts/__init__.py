"""`headwater contracts`: data contracts, one command per file."""

import click

from headwater.cli.contracts.add import add
from headwater.cli.contracts.check import check
from headwater.cli.contracts.delete import delete
from headwater.cli.contracts.diff import diff
from headwater.cli.contracts.drift import drift
from headwater.cli.contracts.impact import impact
from headwater.cli.contracts.lineage import lineage
from headwater.cli.contracts.list import list_
from headwater.cli.contracts.show import show


@click.group()
def contracts() -> None:
    """Data contracts: what is promised, and what becomes of it."""


for _command in (add, list_, show, lineage, impact, drift, diff, check, delete):
    contracts.add_command(_command)
