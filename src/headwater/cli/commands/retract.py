"""`headwater retract`: make an event count as never accepted."""

import re

import click

from headwater.cli.options.asking import Answerer, print_outcome, with_answerer


@click.command()
@click.argument("digest")
@with_answerer
def retract(answerer: Answerer, digest: str) -> None:
    """Retract an event for good.

    DIGEST names the event, as `headwater findings`, `GET /events/lineage` and the table `events` of
    an export show it. The event counts as never accepted, even if it is sent again.
    """
    digest = digest.lower()
    if not re.fullmatch("[0-9a-f]{32}", digest):
        raise click.BadParameter("expected 32 hexadecimal digits", param_hint="DIGEST")
    answerer.retract(digest)
    print_outcome(answerer)
