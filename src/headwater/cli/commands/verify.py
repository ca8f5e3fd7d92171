"""`headwater verify`: check that the store is what the log says."""

import sys
import tempfile
from pathlib import Path

import click

from headwater.cli.options.settings import log_with_events, opened_store, rules, with_settings
from headwater.cli.printing.output import counted, print_json, print_line, print_table
from headwater.cli.processes.building import build_progress
from headwater.config import Settings
from headwater.log import verify as verify_log
from headwater.store import StoreComparison


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@with_settings
def verify(settings: Settings, as_json: bool) -> None:
    """Check the store against the log.

    The store is rebuilt aside and compared row by row. The exit code is 1 if the log is damaged or
    a row differs.
    """
    damage = verify_log(log_with_events(settings))
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
    from headwater.pipeline.spark.session import session
    from headwater.pipeline.verify import verify as compare

    with (
        opened_store(settings) as store,
        tempfile.TemporaryDirectory(prefix="verify-", dir=settings.data) as scratch,
        build_progress() as progress,
    ):
        spark = session(
            master=settings.spark_master,
            memory=settings.spark_memory,
            log=settings.data / "spark.log",
        )
        return compare(
            spark, log_with_events(settings), store, rules(settings), Path(scratch), progress
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
