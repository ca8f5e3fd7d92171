"""`headwater status`: what is there, and how far the store has come."""

import click

from headwater.cli.output import print_fields, print_json, print_line, print_table
from headwater.cli.settings import log_directory, reading, with_settings
from headwater.config import Settings
from headwater.log import head
from headwater.query.status import Status
from headwater.query.status import status as ask_status


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_settings
def status(settings: Settings, as_json: bool) -> None:
    """Show what is stored, and how far behind the log."""
    log = log_directory(settings)
    with reading(settings) as snapshot:
        # The log may grow meanwhile: its end is looked for after the store's state is fixed.
        found = ask_status(snapshot, log, head(log))
    if as_json:
        print_json(found)
        return
    print_fields(
        (
            ("log", f"{found.log_bytes} bytes in {log}"),
            ("behind the log", _lag(found)),
            ("built", found.built_at or "never in full"),
            ("first event", found.first_event),
            ("last event", found.last_event),
            ("future events", found.future_events or None),
            ("shared run ids", found.shared_run_ids or None),
        )
    )
    print_line("")
    print_table(("TABLE", "ROWS"), found.rows.items())
    if found.findings:
        print_line("")
        print_table(("FINDING", "EVENTS"), found.findings.items())
        print_line("`headwater findings` lists them")


def _lag(found: Status) -> str:
    if not found.lag.bytes:
        return "not at all"
    records = "many" if found.lag.records is None else found.lag.records
    return f"{found.lag.bytes} bytes, {records} records: run `headwater build`"
