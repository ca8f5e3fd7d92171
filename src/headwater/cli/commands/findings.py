"""`headwater findings`: what was odd in events that were taken all the same."""

import click

from headwater.cli.options.asking import Asked, with_asked
from headwater.cli.printing.output import beyond, print_json, print_line, print_table
from headwater.questions.pages import LIMIT
from headwater.questions.service import FindingsQuestion


@click.command()
@click.option("--code", help="Only findings of this kind; `headwater status` counts them.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help="How many."
)
@click.option("--offset", type=click.IntRange(min=0), default=0, help="Skip this many.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@with_asked
def findings(asked: Asked, code: str | None, limit: int, offset: int, as_json: bool) -> None:
    """List what was odd in events, newest first.

    Such events are taken all the same, unless they are ingested with --strict. `headwater retract
    DIGEST` takes one back.
    """
    found = asked.ask(FindingsQuestion(code=code, limit=limit, offset=offset))
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
