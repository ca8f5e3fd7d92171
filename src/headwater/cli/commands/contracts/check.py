"""`headwater contracts check`: what a change of contracts would mean, before it is merged."""

import sys
from pathlib import Path

import click
from msgspec.structs import replace

from headwater.cli.commands.contracts.files import read_paths, read_revision
from headwater.cli.options.choice import choice_of
from headwater.contracts.checking.check import check as check_contracts
from headwater.contracts.checking.check import registered
from headwater.contracts.checking.check_report import CheckReport, FailLevel
from headwater.contracts.checking.formats import FORMATS
from headwater.contracts.checking.rules import DEFAULT, Policy, read_policy
from headwater.contracts.documents.bundle import bundled
from headwater.contracts.documents.read import ReadContracts
from headwater.contracts.findings import in_order
from headwater.errors import HeadwaterError

RULES_FILE = "headwater-contracts.toml"


@click.command()
@click.argument("directory", type=click.Path(exists=True, path_type=Path), metavar="DIR")
@click.option(
    "--against",
    metavar="REF|URL",
    help="The Git revision or the Headwater server to compare with.",
)
@click.option("--key", envvar="HEADWATER_KEY", help="The API key for the server.")
@click.option(
    "--fail-on",
    type=choice_of(FailLevel),
    default="error",
    show_default=True,
    help="The findings for which the exit code is 1.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="The format of the report.",
)
@click.option(
    "--rules",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"A file that overrides the levels of findings; by default {RULES_FILE} in"
    " DIR, if it exists.",
)
def check(
    directory: Path,
    against: str | None,
    key: str | None,
    fail_on: FailLevel,
    form: str,
    rules: Path | None,
) -> None:
    """Check the contracts in DIR, and what changed in them.

    If compared with a server, the report includes the consumers that the server knows, and a
    comparison with what runs. The exit code is 0 if there are no findings, 1 if there are, and 2
    if a contract cannot be read or the command was called wrongly.
    """
    found, policy = read_paths([directory]), _policy(directory, rules)
    if against is not None and against.startswith(("http://", "https://")):
        report = _report_of_server(found, against, key, policy)
    else:
        before = None if against is None else registered(read_revision(directory, against))
        report = check_contracts(
            found.read, found.refused, before=before, against=against, policy=policy
        )
    click.echo(FORMATS[form](report))
    sys.exit(report.exit_code(fail_on))


class _NotCheckedError(click.ClickException):
    """The check could not be made. The exit code is 2, as 1 would mean that there are findings."""

    exit_code = 2


def _report_of_server(
    found: ReadContracts, url: str, key: str | None, policy: Policy
) -> CheckReport:
    """The report of a server, with the levels of findings that the local policy sets."""
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
