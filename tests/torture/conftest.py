"""Trials that are repeated: a few in `make test`, and many, bounded by time, in `make torture`."""

import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

MINUTES = float(os.environ.get("TORTURE_MINUTES", "10"))
SEED = os.environ.get("TORTURE_SEED", "0")
TRIAL = os.environ.get("TORTURE_TRIAL")
"""The one trial to repeat, of those that the seed gives."""

_TALLIES: dict[str, Counter[str]] = {}


class Trials:
    """Gives each trial its own random numbers, so that one that failed can be repeated alone."""

    def __init__(self, name: str, *, is_long: bool) -> None:
        self._name, self._is_long = name, is_long
        self.number = -1
        self.tally: Counter[str] = Counter()

    def few(self, short: int, share: float = 0.1) -> Iterator[random.Random]:
        """So many trials in the short form; in the long form, as many as fit into a share of
        TORTURE_MINUTES."""
        until = time.monotonic() + MINUTES * 60 * share
        while self.number + 1 < short or (self._is_long and time.monotonic() < until):
            self.number += 1
            if TRIAL is None or int(TRIAL) == self.number:
                self.tally["trials"] += 1
                yield random.Random(f"{SEED}/{self._name}/{self.number}")


@pytest.fixture(params=["short", pytest.param("long", marks=pytest.mark.torture)])
def trials(request: pytest.FixtureRequest) -> Iterator[Trials]:
    name = request.node.name.replace("short-", "").replace("long-", "")
    made = Trials(name, is_long=request.param == "long")
    yield made
    print(f"to repeat the last trial: TORTURE_SEED={SEED} TORTURE_TRIAL={made.number}")  # noqa: T201
    _TALLIES[request.node.name] = made.tally


@pytest.fixture
def quick_path() -> Iterator[Path]:
    """A folder in memory, where the machine has one, as a thousand syncs of a disk take long."""
    memory = Path("/dev/shm")  # noqa: S108  # where Linux has it
    with tempfile.TemporaryDirectory(
        prefix="headwater-torture-", dir=memory if memory.is_dir() else None
    ) as name:
        yield Path(name)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was done, and how it ended: the counts of docs/reliability.md."""
    if not _TALLIES:
        return
    terminalreporter.section(f"torture, with seed {SEED}")
    for name, tally in _TALLIES.items():
        counts = ", ".join(f"{count} {what}" for what, count in sorted(tally.items()))
        terminalreporter.line(f"{name}: {counts}")
