"""Where contracts are kept: in the log of this machine, or on a server."""

from functools import wraps
from typing import Any

import click

from headwater.cli.options.settings import Command, with_settings
from headwater.config import Settings


def with_place(command: Command) -> Command:
    """Adds `--url` and `--key`; the command gets `settings`, `url` ('' for none) and `key`."""

    @click.option("--url", help="A Headwater server to talk to, not the log of this machine.")
    @click.option("--key", help="API key for the server.")
    @with_settings
    @wraps(command)
    def configured(settings: Settings, url: str | None, key: str | None, **arguments: Any) -> None:
        command(settings, url=url or settings.url, key=key or settings.key, **arguments)

    return configured
