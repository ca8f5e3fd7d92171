"""The pipeline of a server: what is left of one when the next one starts. None of them is real."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.cli.processes import supervised
from headwater.cli.processes.supervised import Supervised
from headwater.config import read_settings

PIPELINE = """
import subprocess, sys, time
java = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
with open({started!r}, "a") as file:
    file.write(f"{{java.pid}}\\n")
time.sleep({seconds})
sys.exit(1)
"""
"""A pipeline that leaves a process behind."""


@pytest.fixture
def pipeline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], Supervised]:
    """One that ends after so many seconds."""
    monkeypatch.setattr(supervised, "FIRST_PAUSE", 0.1)

    def made(seconds: float) -> Supervised:
        script = PIPELINE.format(started=str(tmp_path / "started"), seconds=seconds)
        monkeypatch.setattr(supervised, "_COMMAND", (sys.executable, "-c", script))
        return Supervised(read_settings({"data": tmp_path}), lambda _: None)

    return made


async def children(tmp_path: Path, count: int) -> list[int]:
    """Those that so many pipelines have started."""
    file = tmp_path / "started"
    while not file.exists() or len(file.read_text().split()) < count:
        await asyncio.sleep(0.02)
    return [int(pid) for pid in file.read_text().split()]


def runs(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_nothing_of_a_pipeline_is_alive_when_the_next_one_starts(
    tmp_path: Path, pipeline: Callable[[float], Supervised]
) -> None:
    async def three_starts() -> list[bool]:
        kept = pipeline(0)
        keeping = asyncio.create_task(kept.keep())
        first, second, _ = await children(tmp_path, 3)
        alive = [runs(first), runs(second)]
        keeping.cancel()
        await kept.end()
        return alive

    assert asyncio.run(asyncio.wait_for(three_starts(), 60)) == [False, False]


def test_a_pipeline_that_is_renewed_ends_and_another_one_starts(
    tmp_path: Path, pipeline: Callable[[float], Supervised]
) -> None:
    async def renewed() -> list[bool]:
        kept = pipeline(600)
        kept.renew()  # there is none yet
        keeping = asyncio.create_task(kept.keep())
        [first] = await children(tmp_path, 1)
        kept.renew()
        _, second = await children(tmp_path, 2)
        alive = [runs(first), runs(second)]
        keeping.cancel()
        await kept.end()
        return alive

    assert asyncio.run(asyncio.wait_for(renewed(), 60)) == [False, True]


def test_a_pipeline_is_ended_with_all_that_it_started(
    tmp_path: Path, pipeline: Callable[[float], Supervised]
) -> None:
    async def started_and_ended() -> list[bool]:
        kept = pipeline(600)
        keeping = asyncio.create_task(kept.keep())
        [child] = await children(tmp_path, 1)
        before = runs(child)
        keeping.cancel()
        await kept.end()
        return [before, runs(child)]

    assert asyncio.run(asyncio.wait_for(started_and_ended(), 60)) == [True, False]
