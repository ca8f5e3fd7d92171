"""`headwater build`: derive lineage from the log."""

from typing import TYPE_CHECKING

import click

from headwater.cli.building import build_progress
from headwater.cli.output import duration, print_json, print_line
from headwater.cli.settings import log_directory, opened_store, rules, with_settings
from headwater.config import Settings
from headwater.store.tables import TABLES

if TYPE_CHECKING:
    from headwater.pipeline.progress import Summary


@click.command()
@click.option("--full", is_flag=True, help="Everything anew, switched in when complete.")
@click.option("--json", "as_json", is_flag=True, help="Report as JSON.")
@with_settings
def build(settings: Settings, full: bool, as_json: bool) -> None:
    """Bring the store up to date with the log; with --full, derive all of it anew."""
    summary = run_build(settings, full=full)
    if as_json:
        print_json(summary)
        return
    what = "rebuilt" if summary.kind == "full" else "updated"
    took = duration(int(summary.total_seconds * 1_000_000))
    rate = summary.events / summary.total_seconds if summary.total_seconds else 0
    print_line(f"{what}: {summary.events} events in {took}, {rate:.0f} per second")
    kept = {table.name: summary.rows.get(table.name, 0) for table in TABLES}
    print_line(", ".join(f"{count} {name}" for name, count in kept.items() if count))


def run_build(settings: Settings, *, full: bool) -> "Summary":
    # Only here: Spark takes seconds to import and to start, and most commands do without.
    from headwater.pipeline.build import rebuild
    from headwater.pipeline.session import session
    from headwater.pipeline.update import update

    log, staging = log_directory(settings), settings.data / "staging"
    with opened_store(settings, rebuild=full) as store, build_progress() as progress:
        spark = session(master=settings.spark_master, memory=settings.spark_memory)
        derive = rebuild if full else update
        return derive(spark, log, store, rules(settings), staging, progress)
