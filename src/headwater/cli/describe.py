"""`headwater describe`: a user's description of a job or dataset."""

import click

from headwater.cli.editing import log_edit, subject
from headwater.cli.settings import reading, with_settings
from headwater.config import Settings


@click.command()
@click.argument("node")
@click.argument("text")
@with_settings
def describe(settings: Settings, node: str, text: str) -> None:
    """Describe a job or dataset.

    TEXT is shown instead of what producers say; an empty one shows theirs again.
    """
    with reading(settings) as snapshot:
        about = subject(snapshot, node)
    log_edit(settings, "describe", about | {"description": text})
