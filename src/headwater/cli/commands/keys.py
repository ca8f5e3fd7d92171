"""`headwater keys`: the API keys of a server."""

import click

from headwater.api.http.keys import Keys
from headwater.api.http.operations import Role
from headwater.cli.options.choice import choice_of
from headwater.cli.options.settings import with_settings
from headwater.cli.printing.output import print_line, print_table
from headwater.config import Settings
from headwater.model.order import format_time


@click.group()
def keys() -> None:
    """Create, list and revoke the API keys of a server.

    Without any key, a server answers everyone on its own machine. As soon as there are keys, every
    question and every event needs one. A running server notices changes within a second.
    """


@keys.command()
@click.argument("name")
@click.option(
    "--role",
    type=choice_of(Role),
    default="read",
    show_default=True,
    help="What the key may do. Each role may also do what the roles before it may.",
)
@with_settings
def create(settings: Settings, name: str, role: Role) -> None:
    """Create a key and print it, once."""
    print_line(Keys(settings.data).create(name, role))


@keys.command(name="list")
@with_settings
def list_(settings: Settings) -> None:
    """List the names and roles of all keys."""
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
    """Revoke a key. After the last one, nobody may do anything until a new key is created."""
    Keys(settings.data).revoke(name)
    print_line(f"the key {name!r} is revoked")
