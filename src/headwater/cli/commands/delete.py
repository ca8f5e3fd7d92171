"""`headwater delete` and `headwater restore`: hide jobs, datasets and namespaces, or undo that."""

import click

from headwater.cli.options.editing import editing, log_edit
from headwater.cli.options.settings import with_settings
from headwater.config import Settings
from headwater.query.catalog.subjects import subject


@click.command()
@click.argument("node")
@with_settings
def delete(settings: Settings, node: str) -> None:
    """Hide a job, a dataset or a namespace.

    NODE is job:NAMESPACE:NAME, dataset:NAMESPACE:NAME or namespace:NAMESPACE. It is hidden from
    now on, until an event with a later time lists it or until it is restored. Its history stays.
    """
    with editing(settings) as snapshot:
        about = subject(snapshot, node, others=("namespace",))
    log_edit(settings, "delete", about)


@click.command()
@click.argument("node")
@with_settings
def restore(settings: Settings, node: str) -> None:
    """Show a deleted job, dataset or namespace again.

    NODE is written as for `headwater delete`. A job or dataset becomes visible even if its
    namespace is deleted.
    """
    with editing(settings) as snapshot:
        about = subject(snapshot, node, others=("namespace",), deleted=True)
    log_edit(settings, "restore", about)
