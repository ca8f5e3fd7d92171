"""`headwater retract`: make an event count as never accepted."""

import re

import click

from headwater.cli.options.editing import editing, log_edit
from headwater.cli.options.settings import with_settings
from headwater.config import Settings


@click.command()
@click.argument("digest")
@with_settings
def retract(settings: Settings, digest: str) -> None:
    """Retract an event for good.

    DIGEST names the event, as `headwater findings`, `GET /events/lineage` and the table `events` of
    an export show it. The event counts as never accepted, even if it is sent again.
    """
    digest = digest.lower()
    if not re.fullmatch("[0-9a-f]{32}", digest):
        raise click.BadParameter("expected 32 hexadecimal digits", param_hint="DIGEST")
    with editing(settings) as snapshot:
        if not snapshot.query("SELECT 1 FROM events WHERE digest = ?", (digest,)):
            click.echo("the store has no such event; it will not count if it comes", err=True)
    log_edit(settings, "retract", {"kind": "event", "digest": digest})
