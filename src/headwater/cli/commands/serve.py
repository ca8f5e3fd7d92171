"""`headwater serve`: collector, pipeline and API in one command."""

from dataclasses import replace

import click

from headwater.cli.commands.demo import tell_story
from headwater.cli.options.settings import log_directory, with_settings
from headwater.config import Settings


@click.command()
@click.option("--host", help="Address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option(
    "--demo", is_flag=True, help="With the demo story; the log must hold no other events."
)
@click.option("--no-pipeline", is_flag=True, help="A `headwater pipeline` elsewhere does that.")
@with_settings
def serve(
    settings: Settings, host: str | None, port: int | None, demo: bool, no_pipeline: bool
) -> None:
    """Collect events over HTTP, derive lineage from them, and answer questions about it.

    It goes on until it is stopped (Ctrl-C, SIGTERM). Events that were acknowledged are durable,
    whatever happens after.
    """
    settings = replace(
        settings,
        host=settings.host if host is None else host,
        port=settings.port if port is None else port,
    )
    if demo:
        tell_story(log_directory(settings))
    # Only here: most commands do without what a server needs.
    from headwater.cli.processes.serving import run

    run(settings, with_pipeline=not no_pipeline)
