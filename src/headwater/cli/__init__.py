"""The command line. Most commands ask a question and print the answer."""

import re
import signal
from importlib.metadata import requires
from typing import Any

import click

from headwater.cli.commands.alerts import alerts
from headwater.cli.commands.archive import archive
from headwater.cli.commands.build import build
from headwater.cli.commands.collecting.consume import consume
from headwater.cli.commands.collecting.ingest import ingest
from headwater.cli.commands.columns import columns
from headwater.cli.commands.contracts import contracts
from headwater.cli.commands.delete import delete, restore
from headwater.cli.commands.demo import demo
from headwater.cli.commands.describe import describe
from headwater.cli.commands.diff import diff
from headwater.cli.commands.export import export
from headwater.cli.commands.findings import findings
from headwater.cli.commands.history import history
from headwater.cli.commands.impact import impact
from headwater.cli.commands.keys import keys
from headwater.cli.commands.lineage import lineage
from headwater.cli.commands.mcp import mcp
from headwater.cli.commands.pipeline import pipeline
from headwater.cli.commands.retract import retract
from headwater.cli.commands.run import run
from headwater.cli.commands.runs import runs
from headwater.cli.commands.search import search
from headwater.cli.commands.serve import serve
from headwater.cli.commands.status import status
from headwater.cli.commands.tag import tag
from headwater.cli.commands.verify import verify
from headwater.cli.commands.why import why
from headwater.errors import (
    AmbiguousNodeError,
    HeadwaterError,
    MissingPartError,
    NodeIdError,
    RequestError,
    SettingError,
)

_INTERRUPTED = 128 + signal.SIGINT
"""The exit code that shells use for a process that Ctrl-C ended."""
_USAGE = (SettingError, NodeIdError, AmbiguousNodeError, RequestError)


class _Misuse(click.ClickException):
    """An error in how the command was called, with the exit code that click uses for such
    errors."""

    exit_code = 2


class _Commands(click.Group):
    """A group whose commands end with one line on standard error after expected errors and
    Ctrl-C."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except HeadwaterError as error:
            kind = _Misuse if isinstance(error, _USAGE) else click.ClickException
            raise kind(" ".join(str(error).split())) from error
        except ModuleNotFoundError as error:
            extra = extra_with(error.name or "")
            if extra is None:
                raise
            raise click.ClickException(str(MissingPartError(error.name or "", extra))) from error
        except KeyboardInterrupt as interrupt:
            click.echo(str(interrupt) or "interrupted", err=True)
            ctx.exit(_INTERRUPTED)


def extra_with(module: str) -> str | None:
    """The extra that brings a module, such as `server` for `pyspark`; None if none does.

    `dev` brings everything, and is for those who work on the program.
    """
    package = module.partition(".")[0]
    for requirement in requires("headwater") or ():
        found = re.match(r"([\w-]+).*\bextra == ['\"](?!dev\b)(\w+)", requirement)
        if found and found[1].replace("-", "_") == package:
            return found[2]
    return None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="headwater")
def main() -> None:
    """Data lineage from OpenLineage events."""


for _command in (
    serve,
    keys,
    ingest,
    consume,
    build,
    pipeline,
    status,
    findings,
    search,
    lineage,
    columns,
    impact,
    runs,
    run,
    why,
    history,
    diff,
    contracts,
    mcp,
    alerts,
    tag,
    describe,
    delete,
    restore,
    retract,
    archive,
    verify,
    export,
    demo,
):
    main.add_command(_command)
