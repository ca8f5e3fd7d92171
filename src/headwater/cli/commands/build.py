"""`headwater build`: bring the store up to date with the log, or rebuild it."""

from typing import TYPE_CHECKING

import click

from headwater.cli.options.settings import log_with_events, opened_store, rules, with_settings
from headwater.cli.printing.output import counted, duration, print_json, print_line
from headwater.cli.processes.building import build_progress, interruptible
from headwater.config import Settings
from headwater.log import head, ranges
from headwater.store.tables import TABLES

if TYPE_CHECKING:
    from headwater.pipeline.spark.progress import Summary


@click.command()
@click.option(
    "--full", is_flag=True, help="Rebuild the whole store, and switch to it when it is complete."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@with_settings
def build(settings: Settings, full: bool, as_json: bool) -> None:
    """Bring the store up to date with the log.

    With --full, derive the whole store anew. Even a small build takes half a minute, as Spark
    has to start; it takes no time if the log has nothing new.
    """
    if not full and is_up_to_date(settings):
        if as_json:
            print_json({"kind": "update", "events": 0, "total_seconds": 0.0})
        else:
            print_line("up to date: nothing new in the log")
        return
    summary = run_build(settings, full=full)
    if as_json:
        print_json(summary)
        return
    what = "rebuilt" if summary.kind == "full" else "updated"
    took = duration(int(summary.total_seconds * 1_000_000))
    rate = summary.events / summary.total_seconds if summary.total_seconds else 0
    print_line(f"{what}: {counted(summary.events, 'event')} in {took}, {rate:.0f} per second")
    kept = {table.name: summary.rows.get(table.name, 0) for table in TABLES}
    print_line(", ".join(f"{count} {name}" for name, count in kept.items() if count))


def is_up_to_date(settings: Settings) -> bool:
    """Whether the store has applied the whole log. This is found out without Spark."""
    log = log_with_events(settings)
    with opened_store(settings) as store:
        applied = store.positions()
    return bool(applied) and not ranges(applied, head(log, applied))


def run_build(settings: Settings, *, full: bool) -> "Summary":
    # Imported only here, as Spark takes seconds to import, and most commands do without it.
    from headwater.pipeline.build import rebuild
    from headwater.pipeline.spark.session import session
    from headwater.pipeline.update import update

    log, staging, shaping = log_with_events(settings), settings.data / "staging", rules(settings)
    with (
        opened_store(settings, rebuild=full) as store,
        store.claimed() as announce,
        build_progress() as progress,
    ):
        announce("building")
        spark = session(
            master=settings.spark_master,
            memory=settings.spark_memory,
            log=settings.data / "spark.log",
        )
        derive = rebuild if full else update
        with interruptible():
            return derive(spark, log, store, shaping, staging, progress)
