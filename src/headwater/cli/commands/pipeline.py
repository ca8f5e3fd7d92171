"""`headwater pipeline`: follow the log, and keep the store up to date."""

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from headwater.cli.options.settings import (
    end_note,
    log_directory,
    opened_store,
    rules,
    with_settings,
)
from headwater.cli.printing.output import counted
from headwater.cli.processes.building import build_progress
from headwater.cli.processes.following import OTHER_PIPELINE, Announce, report
from headwater.config import Settings
from headwater.errors import (
    FencedError,
    HeadwaterError,
    StoreInUseError,
    StoreSchemaError,
    in_words,
)
from headwater.log import head
from headwater.pipeline.spark.parent import end_with
from headwater.store import Store

if TYPE_CHECKING:
    from headwater.pipeline.follow import Followed, StopSignal

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _OtherPipeline(click.ClickException):
    exit_code = OTHER_PIPELINE


@click.command()
@click.option("--once", is_flag=True, help="Stop when the store has caught up with the log.")
@click.option(
    "--with-process", type=int, hidden=True, help="Stop when this process, the parent, ends."
)
@with_settings
def pipeline(settings: Settings, once: bool, with_process: int | None) -> None:
    """Follow the log, and keep the store up to date.

    It runs until it is stopped (Ctrl-C, SIGTERM). It can be killed at any time: nothing is lost,
    and nothing is counted twice. The exit code is 3 if another pipeline has claimed the store.
    """
    if with_process is not None:
        end_with(with_process)
    try:
        with (
            _logging_to_standard_error(),
            _signals_restored(),
            _followed_store(settings) as (store, stale),
            store.claimed() as announce,
        ):
            done = _follow(settings, store, announce, stale=stale, once=once)
    except (FencedError, StoreInUseError) as error:
        if with_process is not None:
            raise SystemExit(OTHER_PIPELINE) from error  # the parent process reports it
        raise _OtherPipeline(" ".join(str(error).split())) from error
    except Exception as error:
        end_note(settings).write(_plain(error))
        raise
    reached, whole = sum(done.positions.values()), sum(head(log_directory(settings)).values())
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
def _followed_store(settings: Settings) -> Iterator[tuple[Store, bool]]:
    """The store, and whether other code or settings wrote it, so that it must be rebuilt."""
    try:
        store, stale = opened_store(settings), False
    except StoreSchemaError:
        store, stale = opened_store(settings, rebuild=True), True
    with store:
        yield store, stale


def _follow(
    settings: Settings, store: Store, announce: Announce, *, stale: bool, once: bool
) -> "Followed":
    # Imported only here, as Spark takes seconds to import, and most commands do without it.
    from headwater.pipeline.engine import SparkEngine
    from headwater.pipeline.follow import Followed, Follower, StopSignal
    from headwater.pipeline.spark.session import session

    log, stop = log_directory(settings), StopSignal()
    start = partial(
        session,
        master=settings.spark_master,
        memory=settings.spark_memory,
        log=settings.data / "spark.log",
    )
    engine = SparkEngine(
        start,
        log,
        store,
        rules(settings),
        settings.data / "staging",
        build_progress,
        stays=not once,
    )
    engine.when_started = partial(_listen, stop)  # as Spark installs a handler of its own
    try:
        _listen(stop)
        with report(str(log), announce) as reporting:
            reporting.say("starting Spark, and getting ready: half a minute or more")
            store.take_over()  # an error in writing to the store shows before Spark starts
            engine.start()
            end_note(settings).clear()
            return Follower(log, store, engine, reporting, stop).run(stale=stale, once=once)
    except KeyboardInterrupt:  # before following began
        return Followed(positions=store.positions())
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
