"""`headwater contracts delete`: delete a contract with all its versions."""

import click

from headwater.cli.options.editing import log_edits
from headwater.cli.options.place import with_place
from headwater.cli.options.settings import store_snapshot
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.query.contracts.registration import deletion


@click.command()
@click.argument("contract")
@with_place
def delete(settings: Settings, contract: str, url: str, key: str) -> None:
    """Delete CONTRACT, given by its id, with all its present versions.

    As of earlier times it is still visible, and it can be registered again.
    """
    if url:
        from headwater.client import Client

        with Client(url, key or None) as client:
            client.contracts.delete(contract)
        print_line(f"{contract} deleted")
        return
    with store_snapshot(settings) as snapshot:
        edit = deletion(snapshot, contract)
    log_edits(settings, [edit])
