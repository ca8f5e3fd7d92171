"""`headwater findings`: what was wrong or unusual in events that were accepted all the same."""

import click

from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.page import with_page
from headwater.cli.printing.output import beyond, print_json, print_line, print_table
from headwater.questions.pages import LIMIT
from headwater.questions.service import FindingsQuestion


@click.command()
@click.option(
    "--code", help="Only findings with this code; `headwater status` counts findings by code."
)
@with_page(of="findings", limit=LIMIT)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_answerer
def findings(answerer: Answerer, code: str | None, limit: int, offset: int, as_json: bool) -> None:
    """List findings about accepted events, newest first.

    A finding is something wrong or unusual in an event. Such events are accepted all the same,
    unless they are ingested with --strict. `headwater retract DIGEST` retracts one.
    """
    found = answerer.ask(FindingsQuestion(code=code, limit=limit, offset=offset))
    if as_json:
        print_json(found)
        return
    if not found.findings:
        kind = f" of the kind {code!r}" if code else ""
        print_line(f"no findings{kind}{beyond(found.total_count)}")
        return
    print_table(
        ("EVENT TIME", "FINDING", "ABOUT", "AT", "WHAT", "DIGEST"),
        ((f.event_time, f.code, f.node, f.path, f.detail, f.event) for f in found.findings),
    )
    if found.total_count > offset + len(found.findings):
        print_line(f"{len(found.findings)} of {found.total_count}")
