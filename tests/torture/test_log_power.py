"""The log and the disk below it: power cuts at every call, calls that fail, syncs that lie."""

import errno
import random
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from headwater.errors import CorruptLogError, LogUnwritableError
from headwater.log import LogWriter, verify
from tests.log.records import Follower, body, digest, names
from tests.torture.conftest import Trials
from tests.torture.disk import ERRORS, PowerCuts, before, failing, path_of, watched

ROLL = 4_000


class World:
    """A log that is written to, and what was acknowledged of it."""

    def __init__(self, chance: random.Random, directory: Path) -> None:
        self.chance, self.directory = chance, directory
        self.acknowledged: list[str] = []
        self.refused: list[LogUnwritableError] = []
        self._count = 0

    def write(self, times: int) -> None:
        """A writer's life: appends of several records, segments that are rolled and compressed."""
        compress = self.chance.random() < 0.5
        try:
            writer = LogWriter(self.directory, roll_bytes=ROLL, compress_sealed=compress)
        except LogUnwritableError as error:
            self.refused.append(error)
            return
        with writer:
            for _ in range(times):
                self._append(writer)

    def _append(self, writer: LogWriter) -> None:
        new = [f"r{self._count + n}" for n in range(self.chance.randint(1, 4))]
        self._count += len(new)
        contents = [body(name, padding=self.chance.choice([0, 50, 900])) for name in new]
        try:
            writer.append_many([("openlineage", digest(one), one) for one in contents])
        except LogUnwritableError as error:
            self.refused.append(error)
        else:
            self.acknowledged += new


def check(directory: Path, acknowledged: list[str]) -> None:
    """A writer and a reader find everything that was acknowledged, once, and no damage."""
    follower = Follower(directory)
    follower.catch_up()  # before anybody recovers what a dead writer left
    LogWriter(directory).close()
    follower.catch_up()
    found = names(directory)
    assert sorted(found) == sorted(set(found)), "a record is there twice"
    assert set(acknowledged) <= set(found), "what was acknowledged is lost"
    assert sorted(found) == sorted(follower.names), "who followed the log has read something else"
    assert verify(directory) == []


class Cutting:
    """Cuts the power at every call of a writer, and looks at what is left each time."""

    def __init__(self, world: World, tally: Counter[str], *, reordered: bool) -> None:
        self._world, self._tally, self._reordered = world, tally, reordered
        self._left = world.directory.with_name("left")
        self._left.mkdir()
        self._cuts = PowerCuts(world.directory)
        self._one_by_one = threading.Lock()
        """A writer has a thread that commits, and one that compresses."""
        self._syncs = 0
        self.failing_sync = 0
        """The number of the sync that fails; 0 for none."""
        self.failures: list[Exception] = []
        """What was wrong after a cut. To raise it here would end a thread of the writer."""

    @contextmanager
    def watch(self, name: str, about: Any) -> Iterator[None]:
        if self._is_left(about):
            yield
            return
        with self._one_by_one:
            self._cut()
            if name == "fdatasync":
                self._syncs += 1
                if self._syncs == self.failing_sync:
                    self._tally["failed syncs"] += 1
                    self._cuts.sync_failed(about)
                    raise failing(errno.EIO)
            yield
            self._cuts.called(name, about)

    def _is_left(self, about: Any) -> bool:
        """Whether a call is about the copy that is looked at after a cut."""
        return path_of(about).is_relative_to(self._left)

    def _cut(self) -> None:
        self._tally["power cuts"] += 1
        left = self._left / str(self._tally["power cuts"])
        self._cuts.cut(self._world.chance, left, reordered=self._reordered)
        try:
            check(left, list(self._world.acknowledged))
        except CorruptLogError as error:
            # Nobody can tell whether the whole records behind the damage were acknowledged.
            if not self._reordered or "nothing was cut" not in str(error):
                self.failures.append(error)
            self._tally["refused, with nothing cut"] += 1
        except Exception as error:  # noqa: BLE001  # raised at the end, in the test's own thread
            self.failures.append(error)
        finally:
            shutil.rmtree(left)


@pytest.mark.parametrize("sync_fails", [False, True], ids=["syncs_succeed", "one_sync_fails"])
@pytest.mark.parametrize("reordered", [False, True], ids=["in_order", "reordered"])
def test_after_a_power_cut_at_any_call_nothing_acknowledged_is_lost(
    trials: Trials, quick_path: Path, *, reordered: bool, sync_fails: bool
) -> None:
    for chance in trials.few(3, share=0.05):
        world = World(chance, quick_path / str(trials.number) / "log")
        world.directory.mkdir(parents=True)
        cutting = Cutting(world, trials.tally, reordered=reordered)
        cutting.failing_sync = chance.randint(1, 12) if sync_fails else 0
        with watched(cutting.watch):
            world.write(chance.randint(3, 8))
            world.write(chance.randint(3, 5))
        for failure in cutting.failures:
            raise failure
        check(world.directory, world.acknowledged)
        if not sync_fails:
            assert not world.refused, world.refused
        shutil.rmtree(world.directory.parent)


def test_a_call_that_fails_is_told_and_what_was_acknowledged_stays(
    trials: Trials, quick_path: Path
) -> None:
    for chance in trials.few(20, share=0.05):
        world = World(chance, quick_path / str(trials.number))
        number, left = chance.choice(ERRORS), chance.randint(0, 60)
        lasts = chance.choice([1, 1, 5, 1000])

        def fail(*_: Any, number: int = number, lasts: int = lasts) -> None:
            nonlocal left
            left -= 1
            if -lasts <= left < 0:
                raise failing(number)

        with watched(before(fail)):
            for _ in range(3):
                world.write(chance.randint(1, 6))
        trials.tally["calls that failed"] += max(0, min(-left, lasts))
        for error in world.refused:
            assert "Nothing was acknowledged: " in str(error)
            assert "then try again" in str(error)
        world.write(1)
        assert world.acknowledged, "once all is well, the log takes records again"
        check(world.directory, world.acknowledged)
        shutil.rmtree(world.directory)
