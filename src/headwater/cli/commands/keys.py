"""`headwater keys`: who may ask a server, and what."""

import click

from headwater.api.http.keys import Keys
from headwater.api.http.operations import Role
from headwater.cli.options.settings import with_settings
from headwater.cli.printing.output import print_line, print_table
from headwater.config import Settings
from headwater.model.order import format_time


@click.group()
def keys() -> None:
    """API keys of a server: create, list, revoke.

    Without any key, a server answers everyone on its own machine. With keys, every question and
    every event needs one. A running server knows of changes within a second.
    """


@keys.command()
@click.argument("name")
@click.option(
    "--role",
    type=click.Choice(["read", "write", "admin"]),
    default="read",
    show_default=True,
    help="What it may do; each role may also do what those before it may.",
)
@with_settings
def create(settings: Settings, name: str, role: Role) -> None:
    """Make a key, and show it this once."""
    print_line(Keys(settings.data).create(name, role))


@keys.command(name="list")
@with_settings
def list_(settings: Settings) -> None:
    """Show the names and roles of all keys."""
    known = Keys(settings.data).read()
    if known is None:
        print_line("there are no keys: a server answers everyone, on its own machine alone")
        return
    print_table(
        ("NAME", "ROLE", "CREATED"),
        ((key.name, key.role, format_time(key.created_at)) for key in known),
    )


@keys.command()
@click.argument("name")
@with_settings
def revoke(settings: Settings, name: str) -> None:
    """Take a key back. After the last one no one may do anything, until there is a new one."""
    Keys(settings.data).revoke(name)
    print_line(f"the key {name!r} is revoked")
