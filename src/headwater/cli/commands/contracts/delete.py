"""`headwater contracts delete`: a contract that no longer counts."""

import click

from headwater.cli.commands.contracts.place import with_place
from headwater.cli.options.editing import log_edits
from headwater.cli.options.settings import reading
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.query.contracts.registration import deletion


@click.command()
@click.argument("contract")
@with_place
def delete(settings: Settings, contract: str, url: str, key: str) -> None:
    """Delete CONTRACT (an id), with all of its versions so far.

    As of earlier times it is still there, and it can be registered again.
    """
    if url:
        from headwater.client import Client

        with Client(url, key or None) as client:
            client.contracts.delete(contract)
        print_line(f"{contract} deleted")
        return
    with reading(settings) as snapshot:
        edit = deletion(snapshot, contract)
    log_edits(settings, [edit])
