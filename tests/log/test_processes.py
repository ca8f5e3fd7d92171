"""Real writer processes: several in one directory, and killed at any moment."""

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from headwater.log import LogWriter, head, verify
from tests.log.records import Follower, names

ROOT = Path(__file__).parents[2]


class Processes:
    """Starts writer processes in one directory; none outlives its test."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._started: list[subprocess.Popen[str]] = []

    def start(self, prefix: str, *numbers: int) -> "subprocess.Popen[str]":
        program = [sys.executable, "-m", "tests.running.killed_log_writer"]
        command = [*program, str(self._directory), prefix, *map(str, numbers)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        self._started.append(process)
        return process

    def stop(self) -> None:
        for process in self._started:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    started = Processes(tmp_path)
    yield started
    started.stop()


def test_processes_share_a_directory_and_a_reader_follows_them(
    tmp_path: Path, processes: Processes
) -> None:
    count, threads, roll_bytes = 150, 2, 30_000
    writers = [processes.start(f"w{n}", count, threads, roll_bytes, n % 2) for n in range(4)]
    follower = Follower(tmp_path)
    while any(writer.poll() is None for writer in writers):
        follower.catch_up()
        time.sleep(0.005)
    follower.catch_up()

    acknowledged = [line for writer in writers for line in writer.communicate()[0].split()]
    assert [writer.returncode for writer in writers] == [0] * 4
    assert len(acknowledged) == 4 * count * threads
    assert sorted(follower.names) == sorted(acknowledged)
    assert sorted(names(tmp_path)) == sorted(acknowledged)
    for thread in (f"w{n}.{m}." for n in range(4) for m in range(threads)):
        mine = [name for name in follower.names if name.startswith(thread)]
        assert mine == [f"{thread}{number}" for number in range(count)]
    assert verify(tmp_path) == []
    assert len(head(tmp_path)) > 8


def test_what_was_acknowledged_survives_a_kill_at_any_moment_once(
    tmp_path: Path, processes: Processes
) -> None:
    acknowledged: list[str] = []
    follower = Follower(tmp_path)
    for turn in range(6):
        writers = [processes.start(f"{turn}.{n}", 10_000, 3, 20_000, n) for n in range(2)]
        for writer in writers:
            assert writer.stdout is not None
            if turn % 3:  # else it may be killed while it recovers what the last ones left
                acknowledged.append(writer.stdout.readline().strip())
            time.sleep(random.uniform(0, 0.15))
            writer.kill()
        for writer in writers:
            acknowledged += writer.communicate()[0].split()
        assert verify(tmp_path) == []
        follower.catch_up()
        assert set(acknowledged) <= set(follower.names)

    with LogWriter(tmp_path):
        pass
    follower.catch_up()
    found = Counter(names(tmp_path))
    assert set(found.values()) == {1}
    assert Counter(follower.names) == found
    assert len(acknowledged) > 50
    assert set(acknowledged) <= set(found)
    assert verify(tmp_path) == []
    assert not list(tmp_path.glob("*.durable"))
