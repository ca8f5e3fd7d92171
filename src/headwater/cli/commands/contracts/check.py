"""`headwater contracts check`: what a change of contracts means, before it is merged."""

import sys
from pathlib import Path

import click
from msgspec.structs import replace

from headwater.cli.commands.contracts.files import read_paths, read_revision
from headwater.contracts.bundle import bundled
from headwater.contracts.check import check as check_contracts
from headwater.contracts.check import registered
from headwater.contracts.check_report import CheckReport, Level
from headwater.contracts.findings import in_order
from headwater.contracts.read import ReadContracts
from headwater.contracts.report import FORMATS
from headwater.contracts.rules import DEFAULT, Policy, read_policy
from headwater.errors import HeadwaterError

RULES_FILE = "headwater-contracts.toml"


@click.command()
@click.argument("directory", type=click.Path(exists=True, path_type=Path), metavar="DIR")
@click.option(
    "--against",
    metavar="REF|URL",
    help="A revision in Git to compare with, or a Headwater server.",
)
@click.option("--key", envvar="HEADWATER_KEY", help="API key for the server.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "never"]),
    default="error",
    show_default=True,
    help="Which findings make the exit code 1.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="How to report.",
)
@click.option(
    "--rules",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"A file that overrides levels; {RULES_FILE} in DIR, if it is there.",
)
def check(
    directory: Path,
    against: str | None,
    key: str | None,
    fail_on: Level,
    form: str,
    rules: Path | None,
) -> None:
    """Check the contracts in DIR, and what changed in them.

    A server adds the consumers it knows of, and compares with what runs. Exit code 0: nothing to
    complain of; 1: findings; 2: a contract cannot be read, or the command was given wrongly.
    """
    found, policy = read_paths([directory]), _policy(directory, rules)
    if against is not None and against.startswith(("http://", "https://")):
        report = _asked(found, against, key, policy)
    else:
        before = None if against is None else registered(read_revision(directory, against))
        report = check_contracts(
            found.read, found.refused, before=before, against=against, policy=policy
        )
    click.echo(FORMATS[form](report))
    sys.exit(report.exit_code(fail_on))


class _NotCheckedError(click.ClickException):
    """There is nothing to tell of the contracts; 1 would mean that there is."""

    exit_code = 2


def _asked(found: ReadContracts, url: str, key: str | None, policy: Policy) -> CheckReport:
    """The server's report, by our rules."""
    from headwater.client import Client

    if not found.read:
        return check_contracts((), found.refused, against=url)
    try:
        with Client(url, key, pauses=()) as client:
            report = client.contracts.check(bundled(found.read))
    except HeadwaterError as error:
        raise _NotCheckedError(str(error)) from error
    findings = in_order(policy.applied(report.findings))
    return replace(report, findings=findings, refused=found.refused)


def _policy(directory: Path, rules: Path | None) -> Policy:
    file = rules or directory / RULES_FILE
    if rules is None and not file.is_file():
        return DEFAULT
    return read_policy(file.read_text(encoding="utf-8"), str(file))
