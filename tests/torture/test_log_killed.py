"""Writers that are killed at a call on a file, one after another, on one log."""

import multiprocessing
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from headwater.log import DirectoryLog, LogWriter, head, lag, waiting
from tests.log.records import Follower, body, digest
from tests.torture.conftest import Trials
from tests.torture.disk import before, path_of, watched
from tests.torture.test_log_power import ROLL, check

YEAR = 365 * 86_400 * 10**9
"""In nanoseconds."""
_fresh = multiprocessing.get_context("forkserver")
"""Starts processes from one that has imported the log, and no threads: in milliseconds each."""
_fresh.set_forkserver_preload(["tests.torture.test_log_killed"])


def _write_until_killed(directory: Path, prefix: str, seed: str) -> None:
    """Appends, and writes the names of what was acknowledged to a file beside the log."""
    chance = random.Random(seed)
    left = chance.randint(0, 80)

    def dies(name: str, about: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            if name == "pwrite" and path_of(about).suffix == ".ndjson":
                os.lseek(about, 0, os.SEEK_END)
                os.write(about, chance.choice([b"", b'{"crc":"', b"\0" * 700]))  # a torn write
            os.kill(os.getpid(), signal.SIGKILL)

    acknowledged = os.open(directory.with_name("acknowledged"), os.O_WRONLY | os.O_APPEND)
    with (
        watched(before(dies)),
        LogWriter(directory, roll_bytes=ROLL, compress_sealed=True) as writer,
    ):
        for number in range(200):
            new = [f"{prefix}.{number}.{place}" for place in range(chance.randint(1, 3))]
            contents = [body(name, padding=chance.choice([0, 400])) for name in new]
            writer.append_many([("openlineage", digest(one), one) for one in contents])
            os.write(acknowledged, "".join(f"{name}\n" for name in new).encode())


def test_writers_killed_at_any_call_lose_nothing_and_leave_a_log_that_goes_on(
    trials: Trials, quick_path: Path
) -> None:
    log = quick_path / "log"
    (quick_path / "acknowledged").touch()
    follower = Follower(log)
    for chance in trials.few(15):
        writers = [
            _fresh.Process(
                target=_write_until_killed,
                args=(log, f"w{trials.number}.{n}", str(chance.random())),
            )
            for n in range(chance.choice([1, 1, 2]))  # two at once recover and append side by side
        ]
        for writer in writers:
            writer.start()
        while any(writer.is_alive() for writer in writers):
            follower.catch_up()
            time.sleep(0.001)
        for writer in writers:
            writer.join()
            assert writer.exitcode == -signal.SIGKILL, "it died of something else"
            trials.tally["kills"] += 1
        if chance.random() < 0.3:
            _checked(log, follower, trials)
    _checked(log, follower, trials)


def _checked(log: Path, follower: Follower, trials: Trials) -> None:
    acknowledged = log.with_name("acknowledged").read_text().split()
    check(log, acknowledged)
    follower.catch_up()
    assert set(acknowledged) <= set(follower.names)
    assert len(follower.names) == len(set(follower.names)), "a reader has seen a record twice"
    trials.tally["records acknowledged"] = len(acknowledged)


def test_a_clock_that_jumps_both_ways_loses_nothing(
    trials: Trials, quick_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time_ns()
    for chance in trials.few(5, share=0.02):
        log = quick_path / str(trials.number)
        follower, acknowledged = Follower(log), []
        for number in range(10):
            shown = now + chance.choice([-30, -1e-5, 0, 1e-5, 30]) * YEAR
            monkeypatch.setattr(time, "time_ns", lambda shown=shown: int(shown))
            with LogWriter(log, roll_bytes=ROLL) as writer:
                content = body(f"r{number}")
                writer.append("openlineage", digest(content), content)
            acknowledged.append(f"r{number}")
            assert len(waiting(DirectoryLog(log), {})) == len(head(log))
            assert lag(DirectoryLog(log), {}, head(log)).seconds >= 0
            follower.catch_up()
            trials.tally["jumps"] += 1
        monkeypatch.undo()
        check(log, acknowledged)
        assert sorted(follower.names) == sorted(acknowledged)
