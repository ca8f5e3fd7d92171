"""Killed at any moment and started again: nothing acknowledged is lost, nothing counts twice.

Moments are told by what the process said last, not by the clock: so they lie in the middle of its
work on fast machines and on slow ones.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest
from pyspark.sql import SparkSession

from headwater.collector import ingest
from headwater.errors import FencedError
from headwater.log import LogWriter, head, ranges, read
from headwater.log import verify as verify_log
from headwater.model.events import accept
from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.progress import Silent
from headwater.pipeline.update import update
from headwater.pipeline.verify import verify
from headwater.store import Store, open_store
from tests.engine import append, rows
from tests.reference import lineage
from tests.strategies import body_text, example_worlds, isolated

ROOT = Path(__file__).parents[2]
STAGES = 30
"""About as many as a build has."""

Sources = dict[Path, set[str]]
"""Files of events, and the digests of the events in each."""


class Process:
    """A process that can be killed, and all it starts: none of it outlives the test."""

    def __init__(self, directory: Path, *arguments: object) -> None:
        directory.mkdir()
        self._said, self._errors = directory / "said", directory / "errors"
        # What a killed process leaves in temporary directories goes where the test's files go. Its
        # JVM does not live long enough to make up for compiling well.
        java = f"-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir={directory}"
        environment = {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "TMPDIR": str(directory),
            "SPARK_LOCAL_DIRS": str(directory),
            "JDK_JAVA_OPTIONS": java,
        }
        with self._said.open("wb") as said, self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.pipeline.killed_process", *map(str, arguments)],
                cwd=ROOT,
                env=os.environ | environment,
                stdin=subprocess.PIPE,
                stdout=said,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    def tell(self, files: Iterable[Path]) -> None:
        assert not self.has_ended(), self.errors()
        assert self._process.stdin
        self._process.stdin.write("".join(f"{file}\n" for file in files))
        self._process.stdin.close()

    def said(self) -> list[str]:
        """Whole lines only: it may be killed in the middle of a word."""
        return self._said.read_text().split("\n")[:-1]

    def wait_until(self, has_come: Callable[[list[str]], bool]) -> None:
        """Returns when it has come so far, by what it said, or has ended."""
        while not (has_come(self.said()) or self.has_ended()):
            time.sleep(0.002)

    def has_ended(self) -> bool:
        # Its end is looked at, not collected: until then its number is nobody else's.
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, look) is not None

    def kill(self, *, alone: bool) -> None:
        """Alone, so that its JVM lives on until it notices; or with all it started."""
        kill = os.kill if alone else os.killpg
        kill(self._process.pid, signal.SIGKILL)
        self.wait_until(lambda _: False)

    def end(self) -> None:
        """Kills what is left of it."""
        if self._process.returncode is None:
            self.kill(alone=False)
            assert self._process.stdin
            self._process.stdin.close()
            self._process.wait()

    def errors(self) -> str:
        return self._errors.read_text(errors="replace")


class Processes:
    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._started: list[Process] = []

    def start(self, *arguments: object) -> Process:
        process = Process(self._directory / f"process-{len(self._started)}", *arguments)
        self._started.append(process)
        return process

    def end(self) -> None:
        for process in self._started:
            process.end()


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    started = Processes(tmp_path)
    yield started
    started.end()


def make_sources(directory: Path, seed: int, worlds: int, events_per_file: int) -> Sources:
    """Events with every feature there is, each once, in any order."""
    found = [isolated(world, f"w{n}-") for n, world in enumerate(example_worlds(seed, worlds))]
    bodies = [body for world in found for kind, body in world if kind == "openlineage"]
    lines = {accept(line).digest: line for line in (body_text(body).encode() for body in bodies)}
    digests = list(lines)
    random.Random(seed).shuffle(digests)
    directory.mkdir()
    sources: Sources = {}
    for start in range(0, len(digests), events_per_file):
        file, part = directory / f"{start:06d}.ndjson", digests[start : start + events_per_file]
        file.write_bytes(b"\n".join(lines[digest] for digest in part))
        sources[file] = set(part)
    return sources


def all_of(sources: Sources) -> set[str]:
    return set().union(*sources.values())


def has_said(lines: int) -> Callable[[list[str]], bool]:
    return lambda said: len(said) >= lines


def is_writing(said: list[str]) -> bool:
    """The rows are derived, and on their way into the store."""
    return "commit" in said or "publish" in said


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
        process.wait_until(has_said(enough))
        time.sleep(chance.uniform(0, 0.02))  # the next events are on their way
        unfinished += not process.has_ended()
        process.end()
        acknowledged.update(process.said())
        assert verify_log(log) == []
        lost = acknowledged - sum(logged(log).values(), Counter())
        assert not lost, process.errors()

    assert unfinished > kills // 2, "too few of them were killed in the middle of their work"
    assert set(acknowledged) == all_of(sources)
    assert all(set(copies.values()) == {1} for copies in logged(log).values())
    assert not list(log.glob("*.durable"))


def send(log: Path, files: Iterable[Path]) -> None:
    with LogWriter(log) as writer:
        ingest(files, writer)


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
        pytest.param("sqlite", 3, marks=pytest.mark.timeout(900)),
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
        victim.wait_until(has_said(1))
        victim.tell(unsent)
        if turn + 1 < kills:  # starting takes seconds: let it overlap
            next_one = processes.start(programs[turn + 1], log, url, staging)
        if turn % 3 < 2:
            victim.wait_until(has_said(1 + chance.randrange(STAGES * 3 // 2)))
            time.sleep(chance.uniform(0, 0.3))
        else:
            victim.wait_until(is_writing)
            time.sleep(chance.uniform(0, 0.01))
        assert not victim.has_ended(), victim.errors()
        victim.kill(alone=chance.random() < 0.5)
        unsent = [file for file in unsent if str(file) not in victim.said()]
        with open_store(url) as store:
            before, reached = reached, store.positions()
            assert all(reached[segment] >= position for segment, position in before.items())
            assert_whole(log, store)
        assert verify_log(log) == []

    acknowledged = all_of({file: sources[file] for file in sources if file not in unsent})
    assert acknowledged <= set(sum(logged(log).values(), Counter()))
    send(log, sources)  # whoever lost an answer sends again
    with open_store(url) as store:
        update(spark, log, store, Rules(), staging)
        assert {row[0] for row in store.query("SELECT digest FROM events")} == all_of(sources)
        assert verify(spark, log, store, Rules(), tmp_path / "scratch").differences == []
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
    [(update, "commit"), pytest.param(rebuild, "nodes", marks=SLOW)],
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
            build(spark, log, store, Rules(), tmp_path / "staging", TakesOver(stage, other))
        assert (store.positions(), rows(store)) == before
