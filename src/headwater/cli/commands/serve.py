"""`headwater serve`: collector, pipeline and API in one command."""

from dataclasses import replace

import click

from headwater.cli.commands.demo import load_story
from headwater.cli.options.settings import event_log, with_settings
from headwater.config import Settings


@click.command()
@click.option("--host", help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port to listen on.")
@click.option(
    "--demo", is_flag=True, help="Load the demo story first. The log must not contain other events."
)
@click.option(
    "--no-pipeline",
    is_flag=True,
    help="Do not run a pipeline, as a `headwater pipeline` runs elsewhere.",
)
@click.option(
    "--read-only",
    is_flag=True,
    help="Answer questions only. Events are refused, and neither a log nor a pipeline is needed.",
)
@with_settings
def serve(
    settings: Settings,
    host: str | None,
    port: int | None,
    *,
    demo: bool,
    no_pipeline: bool,
    read_only: bool,
) -> None:
    """Collect events over HTTP, derive lineage, and answer questions.

    It runs until it is stopped (Ctrl-C, SIGTERM). Events that were acknowledged are durable,
    whatever happens afterwards.
    """
    settings = replace(
        settings,
        host=settings.host if host is None else host,
        port=settings.port if port is None else port,
    )
    if demo and read_only:
        raise click.UsageError("--demo loads events, which a --read-only server does not take")
    if demo:
        load_story(event_log(settings))
    # Imported only here, as most commands do without what a server needs.
    from headwater.cli.processes.serving import run

    run(settings, with_pipeline=not (no_pipeline or read_only), read_only=read_only)
