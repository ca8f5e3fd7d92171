"""`headwater alerts`: who is told when something happens."""

import click

from headwater.cli.commands.alerts.add import add
from headwater.cli.commands.alerts.list import list_
from headwater.cli.commands.alerts.remove import remove
from headwater.cli.commands.alerts.try_out import test


@click.group()
def alerts() -> None:
    """Say who is told when something happens.

    A running server sends the messages. It notices changes within a second.
    """


for _command in (add, list_, remove, test):
    alerts.add_command(_command)
