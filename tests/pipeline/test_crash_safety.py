"""Killed at any moment and started again: nothing acknowledged is lost, nothing counts twice.

Moments are told by what the process said last, not by the clock: so they lie in the middle of its
work on fast machines and on slow ones.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from pyspark.sql import SparkSession

from headwater.errors import FencedError
from headwater.log import DirectoryLog, head, ranges, read
from headwater.log import verify as verify_log
from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.spark.progress import Silent
from headwater.pipeline.update import update
from headwater.store import Store, open_store
from tests.reference import lineage
from tests.running.killed_pipeline import STEP
from tests.running.pipeline import append, rows
from tests.running.processes import Processes
from tests.running.sources import all_of, make_sources, send
from tests.strategies import example_worlds

STAGES = {"rebuild": 12, "update": 12}
"""How many steps are waited for, at most."""


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    started = Processes(tmp_path)
    yield started
    started.end()


def has_printed(lines: int) -> Callable[[list[str]], bool]:
    return lambda output: len(output) >= lines


def is_writing(lines: list[str]) -> bool:
    """The rows are derived, and on their way into the store."""
    return f"{STEP}commit" in lines or "publish" in lines


def logged(log: Path) -> dict[str, Counter[str]]:
    """How often each digest is in the log, by the writer that appended it."""
    found: dict[str, Counter[str]] = {}
    for span in ranges({}, head(log)):
        writer = span.segment.partition("-")[2]
        digests = (record.digest for record in read(log, span.segment, span.start, span.end))
        found.setdefault(writer, Counter()).update(digests)
    return found


SLOW = [pytest.mark.slow, pytest.mark.timeout(4 * 3600)]


@pytest.mark.parametrize("kills", [12, pytest.param(100, marks=SLOW)])
def test_what_ingest_acknowledged_before_it_was_killed_is_in_the_log(
    tmp_path: Path, processes: Processes, kills: int
) -> None:
    sources = make_sources(tmp_path / "events", seed=31, worlds=150, events_per_file=20)
    log, chance = tmp_path / "log", random.Random(31)
    count = len(all_of(sources))
    acknowledged: Counter[str] = Counter()
    unfinished = 0
    for attempt in range(kills + 1):
        process = processes.start("ingest", log, *sources)
        enough = chance.randrange(count) if attempt < kills else count + 1
        process.wait_until(has_printed(enough))
        time.sleep(chance.uniform(0, 0.02))  # the next events are on their way
        unfinished += not process.has_ended()
        process.end()
        acknowledged.update(process.output())
        assert verify_log(log) == []
        lost = acknowledged - sum(logged(log).values(), Counter())
        assert not lost, process.errors()

    assert unfinished > kills // 2, "too few of them were killed in the middle of their work"
    assert set(acknowledged) == all_of(sources)
    assert all(set(copies.values()) == {1} for copies in logged(log).values())
    assert not list(log.glob("*.durable"))


def begin(log: Path, store: Store) -> None:
    """As if the log had been built when it was empty: what follows is an update."""
    with store.rebuild(store.take_over()) as target:
        target.publish(dict.fromkeys(head(log), 0))


def assert_whole(log: Path, store: Store) -> None:
    """Its rows are those of the log up to its positions, by the reference."""
    spans = ranges({}, store.positions())
    records = [r for span in spans for r in read(log, span.segment, span.start, span.end)]
    expected = lineage([(record.kind, msgspec.json.decode(record.body)) for record in records])
    assert rows(store, comparable=True) == expected


@pytest.mark.spark
@pytest.mark.parametrize(
    ("kind", "kills"),
    [
        pytest.param("sqlite", 2, marks=pytest.mark.timeout(900)),
        pytest.param("sqlite", 40, marks=SLOW),
        pytest.param("postgresql", 20, marks=[*SLOW, pytest.mark.postgres]),
    ],
)
def test_a_killed_build_leaves_a_whole_state_from_which_the_next_goes_on(
    spark: SparkSession,
    tmp_path: Path,
    processes: Processes,
    request: pytest.FixtureRequest,
    kind: str,
    kills: int,
) -> None:
    sources = make_sources(tmp_path / "events", seed=32, worlds=5 * kills, events_per_file=10)
    log, staging, url = tmp_path / "log", tmp_path / "staging", f"sqlite:///{tmp_path}/store"
    if kind == "postgresql":
        url = request.getfixturevalue("postgres_store_url")
    programs = [("update", "rebuild")[turn % 2] for turn in range(kills)]
    unsent, chance = list(sources), random.Random(32)
    next_one = processes.start(programs[0], log, url, staging)
    send(log, [unsent.pop()])
    with open_store(url) as store:
        begin(log, store)
        reached = store.positions()

    for turn in range(kills):
        victim = next_one
        victim.wait_until(has_printed(1))
        victim.send_files(unsent)
        if turn + 1 < kills:  # starting takes seconds: let it overlap
            next_one = processes.start(programs[turn + 1], log, url, staging)
        if turn % 3 < 2:
            victim.wait_until(has_printed(1 + chance.randrange(STAGES[programs[turn]])))
            time.sleep(chance.uniform(0, 0.3))
        else:
            victim.wait_until(is_writing)
            time.sleep(chance.uniform(0, 0.01))
        assert not victim.has_ended(), victim.errors()
        victim.kill(alone=chance.random() < 0.5)
        unsent = [file for file in unsent if str(file) not in victim.output()]
        with open_store(url) as store:
            before, reached = reached, store.positions()
            assert all(reached[segment] >= position for segment, position in before.items())
            assert_whole(log, store)
        assert verify_log(log) == []

    acknowledged = all_of({file: sources[file] for file in sources if file not in unsent})
    assert acknowledged <= set(sum(logged(log).values(), Counter()))
    send(log, sources)  # whoever lost an answer sends again
    with open_store(url) as store:
        update(spark, DirectoryLog(log), store, Rules(), staging)
        assert {row[0] for row in store.query("SELECT digest FROM events")} == all_of(sources)
        assert_whole(log, store)
    assert verify_log(log) == []


class TakesOver(Silent):
    """Another pipeline takes over as soon as a stage begins."""

    def __init__(self, stage: str, other: Store) -> None:
        self._stage, self._other = stage, other

    def stage(self, name: str, number: int, of: int) -> None:  # noqa: ARG002
        if name == self._stage:
            self._other.take_over()


@pytest.mark.spark
@pytest.mark.parametrize(
    ("build", "stage"),
    [(update, "batch"), pytest.param(rebuild, "nodes", marks=SLOW)],
)
def test_a_pipeline_that_another_took_over_from_writes_no_more(
    spark: SparkSession, tmp_path: Path, build: Callable[..., object], stage: str
) -> None:
    [world] = example_worlds(seed=33, n=1)
    log, url = tmp_path / "log", f"sqlite:///{tmp_path}/store"
    append(log, world)
    with open_store(url) as store, open_store(url) as other:
        begin(log, store)
        before = store.positions(), rows(store)
        with pytest.raises(FencedError):
            build(
                spark,
                DirectoryLog(log),
                store,
                Rules(),
                tmp_path / "staging",
                TakesOver(stage, other),
            )
        assert (store.positions(), rows(store)) == before
