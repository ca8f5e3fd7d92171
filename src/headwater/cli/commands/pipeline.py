"""`headwater pipeline`: follow the log, and keep the store up to date."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.cli.options.settings import (
    end_note,
    event_log,
    opened_store,
    rebuild_times,
    rules,
    with_settings,
)
from headwater.cli.processes.archiving import archiving
from headwater.cli.processes.building import build_progress
from headwater.cli.processes.dead_letters import sending_dead_letters
from headwater.cli.processes.estimating import estimated_progress
from headwater.cli.processes.following import OTHER_PIPELINE, StatusLines, report
from headwater.cli.processes.standby import claimed_when_free, own_staging
from headwater.config import Settings
from headwater.errors import (
    FencedError,
    HeadwaterError,
    StoreInUseError,
    StoreSchemaError,
    in_words,
)
from headwater.log import size_until
from headwater.pipeline.spark.parent import end_with
from headwater.store import Store
from headwater.words.numbers import counted

if TYPE_CHECKING:
    from headwater.pipeline.engine import SparkEngine
    from headwater.pipeline.follow import Followed, StopSignal

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _OtherPipeline(click.ClickException):
    exit_code = OTHER_PIPELINE


@click.command()
@click.option("--once", is_flag=True, help="Stop when the store has caught up with the log.")
@click.option(
    "--standby",
    is_flag=True,
    help="While another pipeline has the store, wait with Spark ready, and take over from it.",
)
@click.option(
    "--with-process", type=int, hidden=True, help="Stop when this process, the parent, ends."
)
@with_settings
def pipeline(settings: Settings, *, once: bool, standby: bool, with_process: int | None) -> None:
    """Follow the log, and keep the store up to date.

    It runs until it is stopped (Ctrl-C, SIGTERM): after its batch, or at once if it is asked twice.
    It can be killed at any time: nothing is lost, and nothing is counted twice. The exit code is 3
    if another pipeline has claimed the store; with --standby, it waits until that one ends.
    """
    # Imported only here, as Spark takes seconds to import, and most commands do without it.
    from headwater.pipeline.follow import Followed

    if with_process is not None:
        end_with(with_process)
    follow = _stand_by if standby else _follow
    try:
        with (
            _logging_to_standard_error(),
            _signals_restored(),
            _followed_store(settings) as store,
        ):
            try:
                done = follow(settings, store, once=once)
            except KeyboardInterrupt:  # before following began
                done = Followed(positions=store.positions())
    except (FencedError, StoreInUseError) as error:
        if with_process is not None:
            raise SystemExit(OTHER_PIPELINE) from error  # the parent process reports it
        raise _OtherPipeline(" ".join(str(error).split())) from error
    except Exception as error:
        end_note(settings).write(_plain(error))
        raise
    log = event_log(settings)
    reached, whole = size_until(log, done.positions), size_until(log, log.head())
    aside = f", {done.set_aside} set aside" if done.set_aside else ""
    click.echo(
        f"stopped after {counted(done.events, 'event')} in {counted(done.batches, 'batch')}{aside};"
        f" the store has {reached} of the {whole} bytes of the log"
    )


def _plain(error: Exception) -> str:
    """The error as it is printed. Expected errors have a message that is meant for users."""
    is_on_purpose = isinstance(error, HeadwaterError)
    return " ".join(str(error).split()) if is_on_purpose else in_words(error)


@contextmanager
def _followed_store(settings: Settings) -> Iterator[Store]:
    """The store, whatever code or settings wrote it. ForeignLogError if it belongs to another log
    than ours."""
    with opened_store(settings, rebuild=True) as store:
        store.require_log(event_log(settings).id())
        yield store


def _is_stale(settings: Settings) -> bool:
    """Whether other code or settings wrote the store, so that it must be rebuilt."""
    try:
        opened_store(settings).close()
    except StoreSchemaError:
        return True
    return False


def _follow(settings: Settings, store: Store, *, once: bool) -> "Followed":
    """Claims the store, starts Spark, and follows the log."""
    with (
        store.claimed() as announce,
        _spark(settings, store, settings.data / "staging") as (engine, stop),
        report(str(event_log(settings)), announce) as reporting,
    ):
        reporting.say("starting Spark, and getting ready: some ten seconds")
        store.take_over()  # an error in writing to the store shows before Spark starts
        engine.start()
        return _followed(settings, store, engine, reporting, stop, once=once)


def _stand_by(settings: Settings, store: Store, *, once: bool) -> "Followed":
    """Starts Spark, waits for the claim on the store, and follows the log."""
    waits_for = ""

    def meanwhile(who: str) -> None:
        nonlocal waits_for
        if who != waits_for:
            click.echo(f"standing by: {who} keeps the store up to date")
            waits_for = who
        if engine.loss():
            engine.revive()

    with (
        own_staging(settings.data / "staging") as staging,
        _spark(settings, store, staging) as (engine, stop),
    ):
        click.echo("starting Spark, and getting ready: some ten seconds")
        engine.start()
        with (
            claimed_when_free(store, meanwhile) as announce,
            report(str(event_log(settings)), announce) as reporting,
        ):
            return _followed(settings, store, engine, reporting, stop, once=once)


def _followed(
    settings: Settings,
    store: Store,
    engine: "SparkEngine",
    reporting: StatusLines,
    stop: "StopSignal",
    *,
    once: bool,
) -> "Followed":
    from headwater.pipeline.follow import Follower

    end_note(settings).clear()
    engine.progress = partial(
        estimated_progress, rebuild_times(settings), "rebuilding", reporting.come
    )
    follower = Follower(event_log(settings), store, engine, reporting, stop)
    with archiving(event_log(settings)), sending_dead_letters(settings):
        return follower.run(stale=_is_stale(settings), once=once)


@contextmanager
def _spark(
    settings: Settings, store: Store, staging: Path
) -> Iterator[tuple["SparkEngine", "StopSignal"]]:
    """An engine that is not started yet, and the signal to stop. Java ends with the block."""
    from headwater.pipeline.engine import SparkEngine
    from headwater.pipeline.follow import StopSignal
    from headwater.pipeline.spark.java import interrupt_java
    from headwater.pipeline.spark.session import session

    stop = StopSignal(interrupt_java)
    start = partial(
        session,
        master=settings.spark_master,
        memory=settings.spark_memory,
        log=settings.data / "spark.log",
    )
    log = event_log(settings)
    engine = SparkEngine(start, log, store, rules(settings), staging, build_progress)
    engine.staging = settings.staging
    engine.when_started = partial(_listen, stop)  # as Spark installs a handler of its own
    try:
        _listen(stop)
        yield engine, stop
    finally:
        engine.end()


@contextmanager
def _logging_to_standard_error() -> Iterator[None]:
    """Log to standard error, one line each; but not Py4J's long reports about a JVM that ends."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    own, root = logging.getLogger("headwater"), logging.getLogger()
    before = own.propagate, own.level, root.level
    own.addHandler(handler)
    own.propagate = False
    own.setLevel(logging.INFO)
    root.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        own.removeHandler(handler)
        own.propagate, own_level, root_level = before
        own.setLevel(own_level)
        root.setLevel(root_level)


@contextmanager
def _signals_restored() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _listen(stop: "StopSignal") -> None:
    for number in _SIGNALS:
        signal.signal(number, lambda *_: stop.request())
