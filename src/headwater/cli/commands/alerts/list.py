"""`headwater alerts list`: the subscriptions, and how their messages are delivered."""

import click

from headwater.answers.alerts import SubscriptionState
from headwater.cli.commands.alerts.keeper import keeper
from headwater.cli.options.place import with_place
from headwater.cli.printing.output import print_json, print_line, print_table
from headwater.config import Settings


@click.command(name="list")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_place
def list_(settings: Settings, url: str, key: str, as_json: bool) -> None:
    """List the subscriptions, and how their messages are delivered."""
    with keeper(settings, url, key) as kept:
        found = kept.list()
    if as_json:
        print_json(found)
    elif not found.subscriptions:
        print_line("no subscriptions; add one with `headwater alerts add`")
    else:
        print_table(
            ("NAME", "ABOUT", "ON", "TO", "LAST DELIVERED", "TROUBLE"),
            map(_row, found.subscriptions),
        )


def _row(one: SubscriptionState) -> tuple[object, ...]:
    trouble = None
    if one.error is not None:
        trouble = f"{one.error}; tried {one.failures} times, next at {one.next_try_at}"
    return one.name, one.about, ", ".join(one.on), one.to, one.last_delivered_at, trouble
