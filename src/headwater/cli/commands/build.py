"""`headwater build`: bring the store up to date with the log, or rebuild it."""

from typing import TYPE_CHECKING

import click

from headwater.cli.options.settings import (
    log_with_events,
    opened_store,
    rebuild_times,
    rules,
    with_settings,
)
from headwater.cli.printing.output import print_json, print_line
from headwater.cli.processes.building import build_progress, build_session, interruptible
from headwater.cli.processes.estimating import estimated_progress
from headwater.cli.processes.following import Announce
from headwater.config import Settings
from headwater.log import EventLog, ranges
from headwater.store import Store
from headwater.store.tables import TABLES
from headwater.words.numbers import counted, duration

if TYPE_CHECKING:
    from headwater.pipeline.spark.progress import Summary


@click.command()
@click.option(
    "--full", is_flag=True, help="Rebuild the whole store, and switch to it when it is complete."
)
@click.option(
    "--adopt-log",
    is_flag=True,
    help="Rebuild a store that belongs to another log, such as one that was lost.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@with_settings
def build(settings: Settings, full: bool, adopt_log: bool, as_json: bool) -> None:
    """Bring the store up to date with the log.

    With --full, derive the whole store anew; with --adopt-log also where the store belongs to
    another log, and from then on to this one. Even a small build takes some ten seconds, as
    Spark has to start; it takes no time if the log has nothing new.
    """
    full = full or adopt_log
    if not full and is_up_to_date(settings):
        if as_json:
            print_json({"kind": "update", "events": 0, "total_seconds": 0.0})
        else:
            print_line("up to date: nothing new in the log")
        return
    summary = run_build(settings, full=full, adopt_log=adopt_log)
    if as_json:
        print_json(summary)
        return
    what = "rebuilt" if summary.kind == "full" else "updated"
    took = duration(int(summary.total_seconds * 1_000_000))
    rate = f", {summary.events / summary.total_seconds:.0f} per second" if summary.events else ""
    print_line(f"{what}: {counted(summary.events, 'event')} in {took}{rate}")
    kept = {table.name: summary.rows.get(table.name, 0) for table in TABLES}
    print_line(", ".join(f"{count} {name}" for name, count in kept.items() if count))


def is_up_to_date(settings: Settings) -> bool:
    """Whether the store has applied the whole log. This is found out without Spark."""
    log = log_with_events(settings)
    with opened_store(settings) as store:
        store.require_log(log.id())
        applied = store.positions()
    return bool(applied) and not ranges(applied, log.head(applied))


def run_build(settings: Settings, *, full: bool, adopt_log: bool = False) -> "Summary":
    log = log_with_events(settings)
    with opened_store(settings, rebuild=full, adopt=adopt_log) as store:
        store.require_log(log.id())  # before the store is claimed, and Spark started
        with store.claimed() as announce:
            announce("building")
            return _derived(settings, log, store, announce, full=full)


def _derived(
    settings: Settings, log: EventLog, store: Store, announce: Announce, *, full: bool
) -> "Summary":
    # Imported only here, as Spark takes seconds to import, and most commands do without it.
    from headwater.pipeline.build import rebuild
    from headwater.pipeline.update import update

    if full or not store.positions():
        estimated = estimated_progress(rebuild_times(settings), "building", announce)
        with estimated as progress, build_session(settings) as spark, interruptible():
            return rebuild(spark, log, store, rules(settings), settings.staging, progress)
    with build_progress() as progress, build_session(settings) as spark, interruptible():
        batches = settings.data / "staging"
        return update(spark, log, store, rules(settings), batches, progress)
