"""A pipeline that follows a log, killed again and again at moments that its output tells."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from pyspark.sql import SparkSession

from headwater.collector import ingest
from headwater.log import Appender, EventLog, Positions
from headwater.model.facts import Rules
from headwater.pipeline.verify import verify
from headwater.store import Store, open_store
from tests.running.killed_pipeline import STEP
from tests.running.processes import Process, Processes
from tests.running.sources import Sources, all_of

START_SECONDS = 6.0
"""About as long as Spark takes to start."""
STEPS = ("fold", "names", "cuts", "jobs", "datasets", "commit")
"""Of a batch."""
BATCHES = 3
"""So many, at most, are waited for."""

Moment = tuple[str, int] | None
"""When to kill: once a step of a batch has begun, or while Spark starts."""


def any_moments(kills: int) -> list[Moment]:
    chance = random.Random(kills)
    return [
        (chance.choice(STEPS), 1 + chance.randrange(BATCHES)) if turn % 2 else None
        for turn in range(kills)
    ]


def store_in(data: Path) -> Store:
    """Opened to be looked at, whatever the settings it was written under."""
    return open_store(f"sqlite:///{data}/store.sqlite", rebuild=True)


def digests(store: Store) -> list[str]:
    return [row[0] for row in store.query("SELECT digest FROM events ORDER BY digest")]


def is_following(lines: list[str]) -> bool:
    return any(line.startswith("following") for line in lines)


def begun(lines: list[str]) -> list[str]:
    """The lines since it follows: steps of batches, and what became of them.

    Before that it tries its plans, which has the same steps.
    """
    since = [number for number, line in enumerate(lines, 1) if line.startswith("following")]
    return lines[since[0] :] if since else []


def has_begun(step: str, batch: int) -> Callable[[list[str]], bool]:
    """That step of that batch."""
    return lambda lines: begun(lines).count(f"{STEP}{step}") >= batch


def has_caught_up(times: int = 1) -> Callable[[list[str]], bool]:
    return lambda lines: sum(line.endswith("caught up") for line in lines) >= times


class Coming:
    """Events that come while they are asked for, and each time others."""

    def __init__(self, shares: Sequence[list[Path]]) -> None:
        self._shares = iter(shares)
        self.share: list[Path] | None = None

    def begin(self) -> None:
        self.share = next(self._shares)

    def end(self) -> None:
        self.share = None


@contextmanager
def writing(
    appender: Callable[[], Appender], sources: Sources, moments: Sequence[Moment]
) -> Iterator[Coming]:
    """Events come for each batch that is waited for until the moments.

    When those of a batch are used up, they come again, as if an answer had been lost.
    """
    batches = sum(moment[1] for moment in moments if moment)
    coming = Coming([list(sources)[turn::batches] for turn in range(batches)])
    ended = threading.Event()

    def write() -> None:
        with appender() as writer:
            while not ended.wait(0.02):
                share = coming.share
                for file in cycle(share or ()):
                    if coming.share is not share:
                        break
                    ingest([file], writer)
                    if ended.wait(0.3):
                        return

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield coming
    finally:
        ended.set()
        thread.join()


def kill_again_and_again(
    start: Callable[[], Process],
    data: Path,
    moments: Sequence[Moment],
    coming: Coming,
) -> None:
    """Starts a pipeline for each moment, and kills it then. What it has applied never shrinks, and
    enough of them were killed in the middle of a batch to mean something."""
    chance, within_batches, moved = random.Random(41), 0, 0
    in_batches = len(moments) - moments.count(None)
    reached: Positions = {}
    for moment in moments:
        victim = start()
        if moment:
            victim.wait_until(is_following)
            step, batch = moment
            for number in range(1, batch + 1):
                # A batch of events that are known already has no steps but its commit.
                coming.begin()
                victim.wait_until(has_begun(step, number))
            time.sleep(chance.uniform(0, 0.1))
        else:
            time.sleep(chance.uniform(0, START_SECONDS))
        assert not victim.has_ended(), victim.errors()
        victim.kill(alone=chance.random() < 0.5)
        coming.end()
        if not (data / "store.sqlite" / "CURRENT").exists():
            continue
        with store_in(data) as store:
            before, reached = reached, store.positions()
        assert all(reached[segment] >= position for segment, position in before.items())
        moved += reached != before
        within_batches += any(line.startswith(STEP) for line in begun(victim.output())[-1:])
    assert within_batches >= in_batches // 2, "too few were killed while they applied a batch"
    enough = min(in_batches - 1, max(1, in_batches // 6))  # one alone may be killed in its first
    assert moved >= enough, "too few of them applied a batch before they were killed"


def require_whole(
    spark: SparkSession, processes: Processes, log: EventLog, data: Path, sources: Sources
) -> None:
    """Sends everything once more, lets a pipeline catch up, and compares with a rebuild: nothing is
    lost, nothing counts twice."""
    assert list(log.damage()) == []
    with log.appender() as appender:
        ingest(sources, appender)
    last = processes.start("pipeline", data, "--once")
    assert last.exit_code() == 0, last.errors()
    with store_in(data) as store:
        assert store.positions() == log.head()
        assert digests(store) == sorted(all_of(sources))
        scratch, staging = data.parent / "scratch", data.parent / "staging"
        assert verify(spark, log, store, Rules(), scratch, staging).differences == []
