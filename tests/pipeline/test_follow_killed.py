"""`headwater pipeline` as a process: killed at any moment, stopped, doubled, left by its JVM."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, takewhile
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from headwater.collector import ingest
from headwater.log import LogWriter, head
from headwater.log import verify as verify_log
from headwater.model.facts import Rules
from headwater.pipeline.verify import verify
from headwater.store import Store, open_store
from tests.running.killed_pipeline import STEP
from tests.running.processes import Processes
from tests.running.sources import Sources, all_of, make_sources, send

START_SECONDS = 6.0
"""About as long as Spark takes to start."""
STEPS = ("fold", "names", "cuts", "jobs", "datasets", "commit")
"""Of a batch."""
BATCHES = 3
"""So many, at most, are waited for."""
ROLL_BYTES = 20_000
SLOW = [pytest.mark.slow, pytest.mark.timeout(4 * 3600)]

pytestmark = pytest.mark.spark


@pytest.fixture
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Processes]:
    monkeypatch.setenv("HEADWATER_SPARK_MASTER", "local[1]")
    monkeypatch.setenv("HEADWATER_SPARK_MEMORY", "1g")
    started = Processes(tmp_path)
    yield started
    started.end()


def store_in(data: Path) -> Store:
    """Opened to be looked at, whatever the settings it was written under."""
    return open_store(f"sqlite:///{data}/store.sqlite", rebuild=True)


def digests(store: Store) -> list[str]:
    return [row[0] for row in store.query("SELECT digest FROM events ORDER BY digest")]


def is_following(said: list[str]) -> bool:
    return any(line.startswith("following") for line in said)


def begun(said: list[str]) -> list[str]:
    """The lines since it follows: steps of batches, and what became of them.

    Before that it tries its plans, which has the same steps.
    """
    since = [number for number, line in enumerate(said, 1) if line.startswith("following")]
    return said[since[0] :] if since else []


def has_begun(step: str, batch: int) -> Callable[[list[str]], bool]:
    """That step of that batch."""
    return lambda said: begun(said).count(f"{STEP}{step}") >= batch


def has_caught_up(times: int = 1) -> Callable[[list[str]], bool]:
    return lambda said: sum(line.endswith("caught up") for line in said) >= times


@contextmanager
def writing(log: Path, sources: Sources, times: int) -> Iterator[threading.Event]:
    """Events come while the event is set, each of so many times others.

    When those are used up, they come again, as if an answer had been lost.
    """
    coming, ended = threading.Event(), threading.Event()
    shares = [list(sources)[turn::times] for turn in range(times)]

    def write() -> None:
        with LogWriter(log, roll_bytes=ROLL_BYTES, compress_sealed=True) as writer:
            for share in shares:
                coming.wait()
                for file in takewhile(lambda _: coming.is_set(), cycle(share)):
                    if ended.wait(0.3):
                        return
                    ingest([file], writer)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield coming
    finally:
        ended.set()
        coming.set()
        thread.join()


Moment = tuple[str, int] | None
"""When to kill: once a step of a batch has begun, or while Spark starts."""
EACH_ONCE: list[Moment] = [None, ("fold", 2), *((step, 1) for step in STEPS[1:])]


def any_moments(kills: int) -> list[Moment]:
    chance = random.Random(kills)
    return [
        (chance.choice(STEPS), 1 + chance.randrange(BATCHES)) if turn % 2 else None
        for turn in range(kills)
    ]


@pytest.mark.parametrize(
    ("program", "moments"),
    [
        pytest.param("unprepared", EACH_ONCE, id="at each step"),
        pytest.param("unprepared", any_moments(200), marks=SLOW, id="200 times"),
        pytest.param("pipeline", any_moments(100), marks=SLOW, id="100 times, with its plans"),
    ],
)
def test_killed_again_and_again_while_events_come_it_loses_nothing_and_doubles_nothing(
    spark: SparkSession,
    tmp_path: Path,
    processes: Processes,
    program: str,
    moments: list[Moment],
) -> None:
    data, chance, within_batches, moved = tmp_path / "data", random.Random(41), 0, 0
    log, in_batches = data / "log", len(moments) - moments.count(None)
    sources = make_sources(tmp_path / "events", seed=41, worlds=10 * in_batches, events_per_file=3)
    reached: dict[str, int] = {}
    with writing(log, sources, in_batches) as coming:
        for moment in moments:
            victim = processes.start(program, data)
            if moment:
                victim.wait_until(is_following)
                coming.set()
                victim.wait_until(has_begun(*moment))
                time.sleep(chance.uniform(0, 0.1))
            else:
                time.sleep(chance.uniform(0, START_SECONDS))
            assert not victim.has_ended(), victim.errors()
            victim.kill(alone=chance.random() < 0.5)
            coming.clear()
            if not (data / "store.sqlite" / "CURRENT").exists():
                continue
            with store_in(data) as store:
                before, reached = reached, store.positions()
            assert all(reached[segment] >= position for segment, position in before.items())
            moved += reached != before
            within_batches += any(line.startswith(STEP) for line in begun(victim.output())[-1:])
    assert within_batches >= in_batches // 2, "too few were killed while they applied a batch"
    assert moved >= in_batches // 6 > 0, "too few of them applied a batch before they were killed"
    assert verify_log(log) == []

    send(log, sources)
    last = processes.start(program, data, "--once")
    assert last.exit_code() == 0, last.errors()
    with store_in(data) as store:
        assert store.positions() == head(log)
        assert digests(store) == sorted(all_of(sources))
        assert verify(spark, log, store, Rules(), tmp_path / "scratch").differences == []


def test_of_two_pipelines_one_works_and_the_other_says_why_it_does_not(
    tmp_path: Path, processes: Processes
) -> None:
    data = tmp_path / "data"
    first_part, second_part, *_ = make_sources(
        tmp_path / "events", seed=42, worlds=4, events_per_file=12
    ).items()
    send(data / "log", [first_part[0]])
    one = processes.start("unprepared", data)
    one.wait_until(has_caught_up())

    other = processes.start("unprepared", data)
    assert other.exit_code() == 3
    assert "is kept up to date by another pipeline (headwater following, process " in other.errors()
    assert "Traceback" not in other.errors()

    send(data / "log", [second_part[0]])
    one.wait_until(has_caught_up(2))
    sent = first_part[1] | second_part[1]
    with store_in(data) as store:
        assert digests(store) == sorted(sent)
    assert one.stop() == 0, one.errors()
    assert one.output()[-1].startswith(f"stopped after {len(sent)} events in 2 batches")
    assert one.errors() == ""


def test_a_pipeline_that_is_taken_over_from_ends_and_says_why(
    tmp_path: Path, processes: Processes
) -> None:
    data = tmp_path / "data"
    [file] = make_sources(tmp_path / "events", seed=43, worlds=2, events_per_file=100)
    one = processes.start("unprepared", data)
    one.wait_until(is_following)
    with store_in(data) as store:
        store.take_over()  # as `headwater build` does
    send(data / "log", [file])
    assert one.exit_code() == 3
    assert "another pipeline has taken over" in one.errors()
    assert "Traceback" not in one.errors()


def test_a_pipeline_whose_java_dies_says_so_while_it_is_idle_and_starts_another(
    tmp_path: Path, processes: Processes
) -> None:
    data = tmp_path / "data"
    sources = make_sources(tmp_path / "events", seed=44, worlds=2, events_per_file=100)
    one = processes.start("unprepared", data)
    one.wait_until(is_following)
    one.lose_java()
    with store_in(data) as store:
        one.wait_until(lambda _: claimed_by(store) == "failing")
    one.wait_until(lambda said: sum(line.startswith("following") for line in said) == 2)
    assert "Java, which Spark runs in, has ended with signal 9; it is started" in one.errors()
    send(data / "log", sources)
    one.wait_until(has_caught_up())
    with store_in(data) as store:
        assert digests(store) == sorted(all_of(sources))
    assert one.stop() == 0, one.errors()


def claimed_by(store: Store) -> str:
    claim = store.claim()
    return claim.doing if claim else ""
