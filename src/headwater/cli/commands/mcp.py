"""`headwater mcp`: tools for an assistant, over standard input and output."""

import signal
from functools import partial

import click

from headwater.assistants.views import Views
from headwater.cli.options.asking import asking_anew
from headwater.cli.options.settings import with_settings
from headwater.config import Settings
from headwater.errors import MissingPartError
from headwater.wire.paths import server_address


@click.command()
@click.option("--url", help="The server to ask instead of the store of this machine.")
@click.option("--key", help="The API key for the server; one that may read is enough.")
@with_settings
def mcp(settings: Settings, url: str | None, key: str | None) -> None:
    """Answer an assistant, by the Model Context Protocol.

    An editor or assistant starts this command, and speaks with it over standard input and output.
    Its tools answer questions, and change nothing. docs/assistants.md has the lines for common
    editors. A server has the same tools at /mcp.
    """
    # Imported only here, as the package is an extra and takes a second.
    try:
        import anyio

        from headwater.assistants.server import serve_stdio
    except ModuleNotFoundError as error:
        raise MissingPartError("mcp", "mcp") from error
    url = url or settings.url
    page = server_address(url) if url else f"http://{settings.host}:{settings.port}"
    # Waiting for standard input cannot be interrupted from Python, and there is nothing to tidy up.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with asking_anew(settings, url, key or settings.key) as ask:
        anyio.run(partial(serve_stdio, ask, Views(page)))
