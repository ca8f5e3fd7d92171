"""`headwater demo`: load a story with which to explore Headwater."""

import os
import shlex
from pathlib import Path

import click
import msgspec

from headwater.cli.commands.build import is_up_to_date, run_build
from headwater.cli.options.settings import event_log, with_settings
from headwater.cli.printing.output import print_line
from headwater.config import Settings
from headwater.demo.contracts import registrations
from headwater.demo.scenes import STORY
from headwater.demo.story import END, events
from headwater.errors import LogError
from headwater.log import EventLog, read_at
from headwater.model.events import accept, edit_line


@click.command()
@with_settings
def demo(settings: Settings) -> None:
    """Load the demo story, and list commands to explore it with.

    The story is about three weeks at Brightwater Coffee, an online coffee shop. The data directory
    must not contain other events.
    """
    load_story(event_log(settings))
    if not is_up_to_date(settings):
        run_build(settings, full=True)
    print_line(f"The story is in {settings.data}. For the commands below to find it:")
    if _has_virtual_environment():
        print_line("  . .venv/bin/activate")
    print_line(f"  export HEADWATER_DATA={shlex.quote(str(settings.data))}")
    for scene in STORY:
        print_line("")
        print_line(f"{scene.when:%a %d %b}  {scene.title}")
        for command in scene.commands:
            print_line(f"  {command}")


def _has_virtual_environment() -> bool:
    """Whether `make` installed the commands in an environment that is not active in this shell."""
    return Path(".venv/bin/headwater").exists() and "VIRTUAL_ENV" not in os.environ


def load_story(log: EventLog) -> None:
    """Write the story into the log, unless it is there already."""
    accepted = [accept(msgspec.json.encode(event)) for event in events()]
    found = sorted(log.head())
    if found:
        if read_at(log, found[0], 0).digest == accepted[0].digest:
            return
        raise LogError(
            f"{log} holds other events than the demo's; name an empty directory with --data"
        )
    edits = [edit_line(edit) for edit in registrations(END)]
    with log.appender() as appender:
        appender.append_many([("openlineage", event.digest, event.body) for event in accepted])
        appender.append_many([("edit", digest, line) for line, digest in edits])
