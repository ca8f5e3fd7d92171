"""The options that choose where something is written: the data of this machine, or a server."""

from functools import wraps
from typing import Any

import click

from headwater.cli.options.settings import Command, with_settings
from headwater.config import Settings


def with_place(command: Command) -> Command:
    """Adds `--url` and `--key`. The command gets `settings`, `url` ('' for this machine) and
    `key`."""

    @click.option("--url", help="The Headwater server to use instead of the data of this machine.")
    @click.option("--key", help="The API key for the server.")
    @with_settings
    @wraps(command)
    def configured(settings: Settings, url: str | None, key: str | None, **arguments: Any) -> None:
        command(settings, url=url or settings.url, key=key or settings.key, **arguments)

    return configured
