"""`headwater pipeline`, with an engine that only counts; with Spark: tests/pipeline."""

import logging
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import ClassVar

import pytest
from click.testing import Result

from headwater.answers.service import Lag
from headwater.cli.options.settings import opened_store
from headwater.cli.processes import standby
from headwater.cli.processes.following import StatusLines, in_words
from headwater.cli.processes.standby import own_staging
from headwater.config import read_settings
from headwater.errors import FencedError, StoreError
from headwater.log import EventLog, LogWriter, Range, head, log_id
from headwater.pipeline.spark.progress import Applied
from headwater.store import Store, open_store

Invoke = Callable[..., Result]


class Counting:
    """Takes the place of Spark."""

    errors: tuple[Exception, ...] = ()
    started: ClassVar[list[str]] = []
    asked: ClassVar[list[Callable[[], str]]] = []
    """What each question for its loss does and answers, in order; further ones are answered ''."""

    def __init__(self, _: object, log: EventLog, store: Store, *__: object) -> None:
        self._log, self._store = log, store
        self._errors = list(self.errors)

    def start(self) -> None:
        self.started.append("started")

    def end(self) -> None:
        self.started.append("ended")

    def apply(self, spans: list[Range], epoch: int, *_: object) -> Applied:
        if self._errors:
            raise self._errors.pop()
        with self._store.transaction(epoch) as transaction:
            transaction.advance({span.segment: span.end for span in spans})
        count = sum(1 for s in spans for _ in self._log.read(s))
        return Applied(count)

    def rebuild(self) -> None:
        with self._store.rebuild(self._store.take_over()) as target:
            target.publish(self._log.head())

    def loss(self) -> str:
        return self.asked.pop(0)() if self.asked else ""

    def revive(self) -> None:
        self.started.append("revived")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> type[Counting]:
    class Own(Counting):
        started: ClassVar[list[str]] = []
        asked: ClassVar[list[Callable[[], str]]] = []

    monkeypatch.setattr(standby, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr("headwater.pipeline.engine.SparkEngine", Own)
    monkeypatch.setattr("headwater.pipeline.follow.FIRST_WAIT", 0.01)
    return Own


@pytest.fixture
def log(tmp_path: Path) -> Path:
    directory = tmp_path / "data" / "log"
    with LogWriter(directory) as writer:
        writer.append_many([("openlineage", f"{n:032x}", b"{}") for n in range(3)])
    return directory


def read_only(data: Path) -> None:
    """Makes a store that can be read, but not be written to, whoever we are."""
    opened_store(read_settings({"data": data})).close()
    [file] = (data / "store.sqlite").glob("*.sqlite")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "CREATE TRIGGER read_only BEFORE UPDATE ON meta"
            " BEGIN SELECT raise(ABORT, 'the store is read-only'); END"
        )


def writable(data: Path) -> None:
    [file] = (data / "store.sqlite").glob("*.sqlite")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TRIGGER read_only")


def test_it_tells_when_it_follows_each_batch_and_how_far_it_came(
    invoke: Invoke, engine: type[Counting], log: Path
) -> None:
    result = invoke("pipeline", "--once")
    assert (result.exit_code, result.stderr) == (0, "")
    starting, following, batch, stopped = result.stdout.splitlines()
    assert (starting.split(",")[0], following) == ("starting Spark", f"following {log}")
    assert batch.startswith("3 events in 0.0")
    assert batch.endswith(" s, caught up")
    size = sum(head(log).values())
    assert stopped == (
        f"stopped after 3 events in 1 batch; the store has {size} of the {size} bytes of the log"
    )


def test_without_any_event_it_waits_for_some(invoke: Invoke, engine: type[Counting]) -> None:
    result = invoke("pipeline", "--once")
    assert result.exit_code == 0
    assert "stopped after 0 events in 0 batches" in result.stdout


def test_a_failure_is_a_line_on_standard_error(
    invoke: Invoke, engine: type[Counting], log: Path
) -> None:
    engine.errors = (StoreError("the store\n does not answer"),)
    result = invoke("pipeline", "--once")
    assert result.exit_code == 0
    [line] = result.stderr.splitlines()
    assert line.endswith("next attempt in 0.0 s: StoreError: the store does not answer")
    assert "3 events" in result.stdout


def test_a_store_of_another_log_is_refused_with_both_named_and_neither_claimed_nor_changed(
    invoke: Invoke, engine: type[Counting], log: Path, tmp_path: Path
) -> None:
    store = f"sqlite:///{tmp_path}/data/store.sqlite"
    assert invoke("pipeline", "--once").exit_code == 0
    with open_store(store, rebuild=True) as theirs:
        before = theirs.meta()

    result = invoke("pipeline", "--once", "--data", "elsewhere", "--store", store)

    assert result.exit_code == 1
    named = f"belongs to the log {log_id(log)}, and this is the log {log_id(Path('elsewhere/log'))}"
    assert named in result.stderr
    assert engine.started == ["started", "ended"], "only the pipeline of the store's own log ran"
    with open_store(store, rebuild=True) as theirs:
        assert theirs.meta() == before
    assert invoke("pipeline", "--once").exit_code == 0


def test_a_store_that_another_pipeline_keeps_up_to_date_is_left_alone(
    invoke: Invoke, engine: type[Counting], log: Path, tmp_path: Path
) -> None:
    with open_store(f"sqlite:///{tmp_path}/data/store.sqlite", rebuild=True) as store:
        with store.claimed():
            result = invoke("pipeline", "--once")
        assert store.positions() == {}
    assert (result.exit_code, result.stdout) == (3, "")
    assert "is kept up to date by another pipeline" in result.stderr
    assert result.stderr.count("\n") == 1


_HOLDING = """
import sys, time
from headwater.store import open_store

with open_store(sys.argv[1], rebuild=True) as store, store.claimed():
    print("claimed", flush=True)
    time.sleep(600)
"""


def test_a_pipeline_that_stands_by_is_ready_and_takes_over_when_the_other_is_killed(
    invoke: Invoke, engine: type[Counting], log: Path, tmp_path: Path
) -> None:
    settings = read_settings({"data": tmp_path / "data"})
    seen: list[tuple[list[str], dict[str, int]]] = []
    holding = [sys.executable, "-c", _HOLDING, settings.store]
    with (
        opened_store(settings) as store,
        subprocess.Popen(holding, stdout=subprocess.PIPE) as other,
    ):
        assert other.stdout
        assert other.stdout.readline() == b"claimed\n"

        def kill() -> str:
            seen.append((list(engine.started), store.positions()))
            other.kill()
            return ""

        engine.asked.append(kill)
        result = invoke("pipeline", "--standby", "--once")
        assert sum(store.positions().values()) == sum(head(log).values())
    assert result.exit_code == 0, result.output
    assert seen == [(["started"], {})], "Spark was ready before the other pipeline ended"
    getting_ready, waiting, following, *_ = result.stdout.splitlines()
    assert getting_ready.startswith("starting Spark")
    who = f"process {other.pid} on {socket.gethostname()}"
    assert waiting == f"standing by: {who} keeps the store up to date"
    assert following == f"following {log}"
    assert list((tmp_path / "data").glob("staging/standby-*")) == []


def test_a_pipeline_that_stands_by_starts_a_spark_that_has_died_again(
    invoke: Invoke, engine: type[Counting], log: Path, tmp_path: Path
) -> None:
    with ExitStack() as other:
        store = other.enter_context(
            open_store(f"sqlite:///{tmp_path}/data/store.sqlite", rebuild=True)
        )
        other.enter_context(store.claimed())

        def dies() -> str:
            other.close()
            return "Java was killed"

        engine.asked.append(dies)
        assert invoke("pipeline", "--standby", "--once").exit_code == 0
    assert engine.started == ["started", "revived", "ended"]


def test_a_pipeline_that_stands_by_rebuilds_a_store_that_was_changed_meanwhile(
    invoke: Invoke, engine: type[Counting], log: Path, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/data/store.sqlite"
    with ExitStack() as other:
        store = other.enter_context(open_store(url, settings_digest="other", rebuild=True))
        other.enter_context(store.claimed())

        def ends() -> str:
            with store.rebuild(store.take_over()) as target:
                target.publish({})
            other.close()
            return ""

        engine.asked.append(ends)
        result = invoke("pipeline", "--standby", "--once")
    assert "rebuilding: the store was written by other code or settings" in result.stdout


def test_the_staging_of_a_pipeline_that_was_killed_is_removed_by_the_next(tmp_path: Path) -> None:
    machine = f"standby-{socket.gethostname()}-"
    gone, elsewhere = tmp_path / f"{machine}999999999", tmp_path / "standby-elsewhere-1"
    for left in (gone, elsewhere):
        left.mkdir()
    with own_staging(tmp_path) as own:
        own.mkdir()
        assert sorted(tmp_path.iterdir()) == sorted([elsewhere, own])
        with own_staging(tmp_path) as again:
            assert again == own, "a folder of a process that runs stays"
    assert list(tmp_path.iterdir()) == [elsewhere]


def test_a_store_that_cannot_be_written_to_is_told_before_spark_is_started(
    invoke: Invoke, engine: type[Counting], log: Path, tmp_path: Path
) -> None:
    read_only(tmp_path / "data")
    result = invoke("pipeline")
    assert (result.exit_code, engine.started) == (1, ["ended"])
    assert "the store is read-only" in result.stderr


def test_why_a_pipeline_ended_is_told_by_status_until_another_one_has_started(
    invoke: Invoke, engine: type[Counting], log: Path, tmp_path: Path
) -> None:
    read_only(tmp_path / "data")
    invoke("pipeline")
    printed = invoke("status").stdout
    assert re.search(r"pipeline +none runs\n", printed)
    [failing] = re.findall("failing +(.*)", printed)
    assert "the store is read-only" in failing
    assert "Traceback" not in failing
    writable(tmp_path / "data")
    invoke("pipeline", "--once")
    printed = invoke("status").stdout
    assert "failing" not in printed
    assert "the store is read-only" not in printed


@pytest.mark.parametrize("error", [FencedError("taken over"), ValueError("a bug")])
def test_spark_is_ended_whatever_ends_the_pipeline(
    invoke: Invoke, engine: type[Counting], log: Path, error: Exception
) -> None:
    engine.errors = (error,) * 9
    result = invoke("pipeline", "--once")
    assert engine.started == ["started", "ended"], result.stderr


def test_a_pipeline_that_is_taken_over_from_ends_with_3(
    invoke: Invoke, engine: type[Counting], log: Path
) -> None:
    engine.errors = (FencedError("another pipeline has taken over"),)
    result = invoke("pipeline")
    assert (result.exit_code, result.stderr) == (3, "Error: another pipeline has taken over\n")


def test_a_store_of_other_settings_is_built_anew(
    invoke: Invoke, engine: type[Counting], log: Path, tmp_path: Path
) -> None:
    open_store(f"sqlite:///{tmp_path}/data/store.sqlite", settings_digest="other").close()
    result = invoke("pipeline", "--once")
    assert result.exit_code == 0
    assert "rebuilding: the store was written by other code or settings" in result.stdout
    assert "not at all" in invoke("status").stdout


def test_in_a_terminal_there_is_one_line_that_changes(
    invoke: Invoke, engine: type[Counting], log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = invoke("pipeline", "--once")
    assert result.exit_code == 0
    assert result.stdout.endswith("bytes of the log\n")
    assert "3 events so far; last batch: 3 events in " in result.stdout
    assert "\x1b[2K" in result.stdout, "lines are overwritten"


def test_it_leaves_signals_and_logging_as_they_were(
    invoke: Invoke, engine: type[Counting], log: Path
) -> None:
    def surroundings() -> list[object]:
        own, root = logging.getLogger("headwater"), logging.getLogger()
        handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
        return [own.level, own.propagate, list(own.handlers), root.level, *handlers]

    before = surroundings()
    invoke("pipeline", "--once")
    assert surroundings() == before


def test_a_stop_ends_it_with_0(
    invoke: Invoke, engine: type[Counting], log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StatusLines, "applied", lambda *_: signal.raise_signal(signal.SIGTERM))
    result = invoke("pipeline")
    assert result.exit_code == 0
    assert "stopped after 3 events in 1 batch" in result.stdout


def test_a_lag_is_told_in_records_and_time() -> None:
    behind = Lag(bytes=100, records=7, seconds=61.0)
    assert in_words(1, 0.25, behind) == "1 event in 0.250 s, 7 records and 1m 01s behind"
    assert in_words(2, 0.25, Lag(9, None, 1.0)).endswith("many records and 1.000 s behind")


def test_a_build_leaves_the_store_of_a_running_pipeline_alone(
    invoke: Invoke, log: Path, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/data/store.sqlite"
    with open_store(url, rebuild=True) as store, store.claimed():
        result = invoke("build", "--full")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "is kept up to date by another pipeline" in result.stderr


def test_a_claim_that_cannot_be_told_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    def announce(_: str) -> None:
        raise StoreError("no answer")

    lines = StatusLines("the log", announce)
    lines.following()
    lines.failing()
    assert capsys.readouterr().out == "following the log\n"
