"""`headwater contracts check`: what a change of contracts means, before it is merged."""

import sys
from pathlib import Path

import click

from headwater.cli.contracts.files import read_paths, read_revision
from headwater.contracts.check import Level, registered
from headwater.contracts.check import check as check_contracts
from headwater.contracts.report import FORMATS
from headwater.contracts.rules import DEFAULT, Policy, read_policy

RULES_FILE = "headwater-contracts.toml"


@click.command()
@click.argument("directory", type=click.Path(exists=True, path_type=Path), metavar="DIR")
@click.option("--against", metavar="REF", help="A revision in Git to compare with.")
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
    directory: Path, against: str | None, fail_on: Level, form: str, rules: Path | None
) -> None:
    """Check the contracts in DIR, and what changed in them.

    Exit code 0: nothing to complain of; 1: findings; 2: a contract cannot be read, or the command
    was given wrongly.
    """
    read, refused = read_paths([directory])
    before = None
    if against is not None:
        before = registered(read_revision(directory, against))
    report = check_contracts(
        read, refused, before=before, against=against, policy=_policy(directory, rules)
    )
    click.echo(FORMATS[form](report))
    sys.exit(report.exit_code(fail_on))


def _policy(directory: Path, rules: Path | None) -> Policy:
    file = rules or directory / RULES_FILE
    if rules is None and not file.is_file():
        return DEFAULT
    return read_policy(file.read_text(encoding="utf-8"), str(file))
