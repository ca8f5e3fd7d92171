"""`headwater describe`: a user's description of a job, dataset, namespace, source or tag."""

import click

from headwater.cli.options.editing import editing, log_edit
from headwater.cli.options.settings import with_settings
from headwater.config import Settings
from headwater.query.catalog.subjects import subject


@click.command()
@click.argument("node")
@click.argument("text")
@with_settings
def describe(settings: Settings, node: str, text: str) -> None:
    """Describe a job, dataset, namespace, source or tag.

    NODE is job:NAMESPACE:NAME, dataset:NAMESPACE:NAME, namespace:NAMESPACE, source:NAME or
    tag:NAME. TEXT is shown instead of the description by producers; an empty TEXT removes it.
    """
    with editing(settings) as snapshot:
        about = subject(snapshot, node, others=("namespace", "source", "tag"))
    log_edit(settings, "describe", about | {"description": text})
