"""`headwater alerts add`: subscribe to alerts."""

import click

from headwater.answers.alerts import MessageForm
from headwater.cli.commands.alerts.keeper import keeper
from headwater.cli.options.choice import choice_of
from headwater.cli.options.place import with_place
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.questions.alerts import (
    EVERYTHING,
    MAX_AGE_HOURS,
    WAIT_MINUTES,
    NewSubscription,
    Occasion,
)


@click.command()
@click.argument("name")
@click.option("--to", required=True, help="The URL of a webhook, or `log` for the server's log.")
@click.option(
    "--about",
    default=EVERYTHING,
    show_default=True,
    help="A node id, namespace:NAME, tag:NAME, owner:NAME, contract:ID or everything.",
)
@click.option(
    "--on",
    multiple=True,
    type=choice_of(Occasion),
    default=("failed",),
    show_default=True,
    help="On what occasion to send a message; may be given several times.",
)
@click.option(
    "--form",
    type=choice_of(MessageForm),
    default="cloudevents",
    show_default=True,
    help="What the webhook gets.",
)
@click.option(
    "--wait-minutes",
    type=click.FloatRange(min=0),
    default=WAIT_MINUTES,
    show_default=True,
    help="How long to wait for a run to end after something below it failed.",
)
@click.option(
    "--max-age-hours",
    type=click.FloatRange(min=0, min_open=True),
    default=MAX_AGE_HOURS,
    show_default=True,
    help="What is older than this when it becomes known is not reported.",
)
@with_place
def add(  # noqa: PLR0913  # one argument for each option
    settings: Settings,
    *,
    name: str,
    to: str,
    about: str,
    on: tuple[Occasion, ...],
    form: MessageForm,
    wait_minutes: float,
    max_age_hours: float,
    url: str,
    key: str,
) -> None:
    """Subscribe under NAME, and print the secret that messages to a webhook are signed with, once.

    A subscription of the same name is replaced.
    """
    new = NewSubscription(
        name=name,
        to=to,
        about=about,
        on=on,
        form=form,
        wait_minutes=wait_minutes,
        max_age_hours=max_age_hours,
    )
    with keeper(settings, url, key) as kept:
        made = kept.subscribe(new)
    if made.secret is not None:
        print_line(made.secret)
        click.echo("This secret signs the messages, and is not shown again.", err=True)
    click.echo(f"{made.name} is subscribed", err=made.secret is not None)
