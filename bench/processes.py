"""Watching a process and all processes that it starts: processor time and memory, from /proc.

Samples are some tenths of a second apart. What a process used after its last sample is missing, and
memory that processes share is counted for each of them.
"""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["driver", "jvm", "workers"]
"""The Python process itself, its JVM, and what the JVM started: the Python workers."""
KINDS: tuple[Kind, ...] = ("jvm", "workers", "driver")

SECONDS_APART = 0.2

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample of a process tree."""

    at: float
    """By `time.monotonic`, which is the same for all processes."""
    cpu: dict[Kind, float]
    """Seconds used so far, also by processes that have ended."""
    memory: dict[Kind, int]
    """Resident bytes."""


@dataclass(frozen=True, slots=True)
class _Process:
    key: tuple[int, str]
    """Its process id and start time, because process ids are used again."""
    name: str
    parent: int
    cpu: float
    memory: int


class Watch:
    """Samples a process tree in the background until the block ends."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._used: dict[tuple[int, str], tuple[Kind, float]] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self.samples: list[Sample] = []

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            self.samples.append(self._sample())
            if self._ended.wait(SECONDS_APART):
                return

    def _sample(self) -> Sample:
        memory, cpu = dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0.0)
        for process, kind in _tree(self._root):
            self._used[process.key] = (kind, process.cpu)
            memory[kind] += process.memory
        for kind, seconds in self._used.values():
            cpu[kind] += seconds
        return Sample(time.monotonic(), cpu, memory)

    def peak(self, *kinds: Kind) -> int:
        """The largest number of bytes resident at one time."""
        return max(sum(sample.memory[kind] for kind in kinds) for sample in self.samples)

    def cpu(self, start: float, end: float) -> dict[Kind, float]:
        """Seconds used between two moments, as of the nearest samples."""
        before, after = self._cpu_at(start), self._cpu_at(end)
        return {kind: after[kind] - before[kind] for kind in KINDS}

    def _cpu_at(self, moment: float) -> dict[Kind, float]:
        return min(self.samples, key=lambda sample: abs(sample.at - moment)).cpu


def resident(root: int) -> dict[Kind, int]:
    """The bytes that a process and all it started have now."""
    memory = dict.fromkeys(KINDS, 0)
    for process, kind in _tree(root):
        memory[kind] += process.memory
    return memory


def _tree(root: int) -> Iterator[tuple[_Process, Kind]]:
    processes = {process.key[0]: process for process in _processes()}
    children: dict[int, list[int]] = {}
    for pid, process in processes.items():
        children.setdefault(process.parent, []).append(pid)
    waiting: list[tuple[int, Kind]] = [(root, "driver")] if root in processes else []
    while waiting:
        pid, kind = waiting.pop()
        if kind == "driver" and processes[pid].name == "java":
            kind = "jvm"
        yield processes[pid], kind
        of_children: Kind = "driver" if kind == "driver" else "workers"
        waiting += ((child, of_children) for child in children.get(pid, ()))


def _processes() -> Iterator[_Process]:
    """All processes of the machine. /proc only lists parents, not children."""
    for directory in Path("/proc").glob("[0-9]*"):
        try:
            stat = (directory / "stat").read_text()
            pages = int((directory / "statm").read_text().split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended
        # The name is in brackets, and may itself contain brackets.
        name, _, rest = stat.partition("(")[2].rpartition(")")
        fields = rest.split()
        cpu = (int(fields[11]) + int(fields[12])) / _TICKS
        key = (int(directory.name), fields[19])
        yield _Process(key, name, int(fields[1]), cpu, pages * _PAGE)
