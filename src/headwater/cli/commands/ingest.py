"""`headwater ingest`: take events from files into the log, or send them to a server."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from headwater.cli.options.settings import log_writer, with_settings
from headwater.cli.printing.output import counted, print_json
from headwater.collector import IngestReport
from headwater.collector import ingest as append
from headwater.config import Settings


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--url",
    help="The Headwater or Marquez server to send events to, instead of the log of"
    " this machine. Failed requests are repeated for about 10 s.",
)
@click.option("--key", help="The API key for the server.")
@click.option("--strict", is_flag=True, help="Refuse events that have findings.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@with_settings
def ingest(
    settings: Settings,
    paths: tuple[str, ...],
    url: str | None,
    key: str | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Take events from files into the log.

    PATH... are files, directories, or - for standard input. They contain NDJSON, JSON objects or
    JSON arrays, and may be packed by gzip or zstd. Refused events are reported with their file and
    line, and all others are taken. The exit code is 1 if any event was refused.
    """
    strict = strict or settings.strict
    url, key = url or settings.url, key or settings.key
    max_bytes = settings.max_event_mb << 20
    with _progress() as progress:
        if url:
            # Imported only here, as events can be taken into the log without what HTTP needs.
            from headwater.cli.processes.sending import send

            report = send(
                paths,
                url,
                key=key or None,
                strict=strict,
                max_event_bytes=max_bytes,
                progress=progress,
                on_retry=partial(click.echo, err=True),
            )
        else:
            with log_writer(settings) as writer:
                report = append(
                    paths, writer, strict=strict, max_event_bytes=max_bytes, progress=progress
                )
    _print(report, as_json, is_logged=not url)
    if report.refused:
        sys.exit(1)


@contextmanager
def _progress() -> Iterator[Callable[[int, int, int], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (BarColumn(), TextColumn("{task.fields[events]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, events=counted(0, "event"))

        def update(done: int, total: int, events: int) -> None:
            label = counted(events, "event")
            bar.update(task, completed=done, total=total or None, events=label)

        yield update


def _print(report: IngestReport, as_json: bool, *, is_logged: bool) -> None:
    if as_json:
        print_json(report)
        return
    for refusal in report.refused:
        place = f"{refusal.file}:{refusal.line}" if refusal.line else refusal.file
        click.echo(f"{place}: {refusal.reason}", err=True)
    findings = f", {counted(report.findings, 'finding')}" if report.findings else ""
    refused = f", {len(report.refused)} refused" if report.refused else ""
    click.echo(f"{counted(report.accepted, 'event')} taken{findings}{refused}")
    if is_logged and report.accepted:
        odd = ", `headwater findings` for what was odd" if report.findings else ""
        click.echo(
            "next: `headwater build`, unless `headwater pipeline` runs;"
            f" then `headwater search TEXT` for names{odd}"
        )
