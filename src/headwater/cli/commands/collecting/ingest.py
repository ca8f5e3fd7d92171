"""`headwater ingest`: events from files or a Marquez, into the log or to a server."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from headwater.cli.options.settings import event_log, with_settings
from headwater.cli.printing.output import print_json
from headwater.cli.processes.importing import Destination, take_over
from headwater.collector import IngestReport, append_events
from headwater.collector import ingest as append
from headwater.collector.marquez.labels import append_labels
from headwater.collector.marquez.notes import ImportNotes
from headwater.collector.marquez.opening import is_marquez
from headwater.config import Settings
from headwater.words.numbers import counted


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--url",
    help="The Headwater or Marquez server to send events to, instead of the log of"
    " this machine. Failed requests are repeated for about 10 s.",
)
@click.option("--key", help="The API key for the server.")
@click.option("--strict", is_flag=True, help="Refuse events that have findings.")
@click.option(
    "--again", is_flag=True, help="Read all events of a Marquez, also those that were read before."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@with_settings
def ingest(
    settings: Settings,
    paths: tuple[str, ...],
    url: str | None,
    key: str | None,
    strict: bool,
    again: bool,
    as_json: bool,
) -> None:
    """Take events from files, or from a Marquez, into the log.

    PATH... are files, directories, or - for standard input. They contain NDJSON, JSON objects or
    JSON arrays, and may be packed by gzip or zstd. Refused events are reported with their file and
    line, and all others are taken. The exit code is 1 if any event was refused.

    PATH may also be marquez+http://HOST:PORT or marquez+postgresql://USER:PASSWORD@HOST/DATABASE,
    for all events of a Marquez server, with its users' tags and descriptions. If that is
    interrupted, the same command goes on from there (docs/from-marquez.md).
    """
    strict = strict or settings.strict
    url, key = url or settings.url, key or settings.key
    files = [path for path in paths if not is_marquez(path)]
    marquez = [path for path in paths if is_marquez(path)]
    report = IngestReport()
    with _progress() as progress, _destination(settings, url, key, strict=strict) as to:
        if files:
            max_bytes = settings.max_event_mb << 20
            report.add(to.take_files(files, max_event_bytes=max_bytes, progress=progress))
        for place in marquez:
            notes = ImportNotes(settings.data)
            report.add(take_over(place, to, notes, again=again, progress=progress))
    if marquez and url:
        click.echo("tags and descriptions stay behind: they are taken without --url", err=True)
    _print(report, as_json, is_logged=not url)
    if report.refused:
        sys.exit(1)


@contextmanager
def _destination(settings: Settings, url: str, key: str, *, strict: bool) -> Iterator[Destination]:
    if url:
        # Imported only here, as events can be taken into the log without what HTTP needs.
        from headwater.cli.processes.sending import SendOptions, send, send_events

        options = SendOptions(
            key=key or None, strict=strict, on_retry=partial(click.echo, err=True)
        )
        events = partial(send_events, url=url, **options)
        yield Destination(url, partial(send, url=url, **options), events, None)
        return
    with event_log(settings).appender() as appender:
        events = partial(append_events, appender=appender, strict=strict)
        labels = partial(append_labels, appender)
        files = partial(append, appender=appender, strict=strict)
        yield Destination("", files, events, labels)


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
    labels = f", tags and descriptions: {report.labels}" if report.labels else ""
    click.echo(f"{counted(report.accepted, 'event')} taken{labels}{findings}{refused}")
    if is_logged and report.accepted:
        odd = ", `headwater findings` for what was odd" if report.findings else ""
        click.echo(
            "next: `headwater build`, unless `headwater pipeline` runs;"
            f" then `headwater search TEXT` for names{odd}"
        )
