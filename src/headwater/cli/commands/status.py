"""`headwater status`: what is stored, and how far the store is behind the log."""

from collections.abc import Iterator

import click

from headwater.answers.service import ArchiveState, Pipeline, Spread, Status
from headwater.cli.options.asking import Answerer, Local, with_answerer
from headwater.cli.printing.output import print_fields, print_json, print_line, print_table, records
from headwater.query.service.findings import FUTURE, SHARED
from headwater.words.numbers import about, counted, duration

_KEEP_UP = ": run `headwater build`, or `headwater pipeline` to keep up"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_answerer
def status(answerer: Answerer, as_json: bool) -> None:
    """Show what is stored, and how far the store is behind the log."""
    found = answerer.status()
    place = f" in {answerer.log}" if isinstance(answerer, Local) else ""
    advice = _KEEP_UP if isinstance(answerer, Local) and found.pipeline.doing is None else ""
    if as_json:
        print_json(found)
        return
    print_fields(
        (
            ("log", f"{found.log_bytes} bytes{place}"),
            ("behind the log", _lag(found, advice)),
            *_archive(found.archive),
            *_pipeline(found.pipeline),
            ("built", found.built_at or "never in full"),
            ("first event", found.first_event),
            ("last event", found.last_event),
            ("future events", _listed(found.future_events, FUTURE)),
            ("shared run ids", _listed(found.shared_run_ids, SHARED)),
        )
    )
    print_line("")
    print_table(("TABLE", "ROWS"), found.rows.items())
    if found.findings:
        print_line("")
        print_table(("FINDING", "EVENTS"), found.findings.items())
        print_line("`headwater findings` lists them")


def _listed(count: int, code: str) -> str | None:
    return f"{count}: see `headwater findings --code {code}`" if count else None


def _lag(found: Status, advice: str) -> str:
    if found.lag is None:
        return "unknown: the log is on another machine"
    if not found.lag.bytes:
        return "not at all"
    waiting = f"{records(found.lag.records)}, {_seconds(found.lag.seconds)}"
    return f"{found.lag.bytes} bytes, {waiting}{advice}"


def _archive(found: ArchiveState | None) -> Iterator[tuple[str, object]]:
    if found is None:
        return
    yield "archive", found.place
    if found.lag is not None:
        waiting = f"{records(found.lag.records)}, {_seconds(found.lag.seconds)}"
        amount = f"{found.lag.bytes} bytes, {waiting}" if found.lag.bytes else "nothing"
        yield "not archived", amount
    if found.alarms:
        yield "alarms", list(found.alarms)
    if found.error:
        yield "archive error", found.error


def _pipeline(found: Pipeline) -> Iterator[tuple[str, object]]:
    yield "pipeline", f"{found.doing}, {found.process}" if found.doing else "none runs"
    if found.percent is not None:
        left = "" if found.seconds_left is None else f", about {about(found.seconds_left)} left"
        yield "rebuild", f"{found.percent} % done{left}"
    if found.seconds:
        yield "last batch", found.last_batch
        events = counted(found.events, "event")
        yield "last batches", f"{found.batches} with {events}, {_both(found.seconds)}"
        slow = {name: spread for name, spread in found.step_seconds.items() if spread.p95 >= 0.001}
        yield "by step", [f"{name}: {_both(spread)}" for name, spread in slow.items()]
        written = (f"{count} {name}" for name, count in found.rows_written.items())
        yield "rows written", ", ".join(written)
    if found.set_aside:
        yield "set aside", f"{found.set_aside}: see `headwater findings --code set_aside`"
    if found.last_failure:
        name = "failing" if found.failing else "last failure"
        yield name, f"{found.last_failure.at}: {found.last_failure.error}"


def _both(spread: Spread) -> str:
    return f"{_seconds(spread.p50)} (95 %: {_seconds(spread.p95)})"


def _seconds(seconds: float) -> str | None:
    return duration(round(seconds * 1_000_000))
