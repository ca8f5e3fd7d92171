"""`headwater contracts diff`: what changed between two versions of a contract."""

import click

from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.printing.output import print_json, print_line, print_table


@click.command()
@click.argument("contract")
@click.argument("before", required=False)
@click.argument("after", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_answerer
def diff(
    answerer: Answerer, *, contract: str, before: str | None, after: str | None, as_json: bool
) -> None:
    """Show what changed in CONTRACT from version BEFORE to AFTER.

    By default, the next lower version is compared with the current one.
    """
    found = answerer.contracts.diff(contract, before, after)
    if as_json:
        print_json(found)
        return
    print_line(f"{found.before} → {found.after}: {found.bump or 'no'} change")
    if found.changes:
        print_table(
            ("IMPACT", "CHANGE", "WHAT"),
            (
                (
                    change.impact + (" (writers break)" if change.breaks_writers else ""),
                    change.kind,
                    change.message,
                )
                for change in found.changes
            ),
        )
    if found.suggested_version:
        print_line(f"version should be at least {found.suggested_version}")
