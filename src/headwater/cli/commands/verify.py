"""`headwater verify`: check that the store is what the log says."""

import sys
import tempfile
from pathlib import Path

import click

from headwater.cli.options.settings import log_with_events, opened_store, rules, with_settings
from headwater.cli.printing.output import print_json, print_line, print_table
from headwater.cli.processes.building import build_progress, build_session
from headwater.config import Settings
from headwater.store import StoreComparison
from headwater.words.numbers import counted


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@with_settings
def verify(settings: Settings, as_json: bool) -> None:
    """Check the store against the log.

    The store is rebuilt aside and compared row by row. The exit code is 1 if the log is damaged or
    a row differs.
    """
    damage = log_with_events(settings).damage()
    if damage:
        # A damaged log cannot be rebuilt from, so there is nothing to compare with.
        if as_json:
            print_json({"log": damage, "equal": False})
        for finding in () if as_json else damage:
            print_line(f"damaged log: {finding}")
        sys.exit(1)
    comparison = _compared(settings)
    if as_json:
        print_json({"log": damage, "equal": comparison.equal, **_as_dict(comparison)})
    else:
        _print(comparison)
    if not comparison.equal:
        sys.exit(1)


def _compared(settings: Settings) -> StoreComparison:
    from headwater.pipeline.verify import verify as compare

    log = log_with_events(settings)
    with (
        opened_store(settings) as store,
        tempfile.TemporaryDirectory(prefix="verify-", dir=settings.data) as scratch,
        build_progress() as progress,
        build_session(settings) as spark,
    ):
        return compare(
            spark,
            log,
            store,
            rules(settings),
            Path(scratch),
            settings.staging,
            progress,
        )


def _as_dict(comparison: StoreComparison) -> dict[str, object]:
    return {
        "differingRows": comparison.differing_rows,
        "rows": comparison.rows,
        "differences": [
            {
                "table": found.table,
                "key": list(found.key),
                "column": found.column,
                "live": found.left,
                "rebuilt": found.right,
            }
            for found in comparison.differences
        ],
    }


def _print(comparison: StoreComparison) -> None:
    if comparison.equal:
        total = sum(live for live, _ in comparison.rows.values())
        print_line(f"equal: {counted(total, 'row')} in {len(comparison.rows)} tables")
        return
    differing = comparison.differing_rows
    differ = "differs" if differing == 1 else "differ"
    print_line(f"{counted(differing, 'row')} {differ}; the first ones:")
    print_table(
        ("TABLE", "KEY", "COLUMN", "LIVE", "REBUILT"),
        (
            (found.table, ", ".join(map(str, found.key)), found.column, found.left, found.right)
            for found in comparison.differences
        ),
    )
    print_line("rebuild with `headwater build --full`, and please report this as a bug")
