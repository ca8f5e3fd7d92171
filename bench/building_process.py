"""A full rebuild in a process of its own, as `headwater build --full` does it.

The arguments are the log, the URL of the store, and the staging directory. On standard output it
writes one JSON array per line: what began, and when (by `time.monotonic`). The last line is a
summary.
"""

import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from headwater.log import DirectoryLog
from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.spark.session import session
from headwater.store import open_store

CORES, MEMORY = 2, "4g"
BETWEEN = "(between)"
"""The time that belongs to no stage, when the next one is planned."""


def emit(what: str, value: Any) -> None:
    print(msgspec.json.encode([what, value]).decode(), flush=True)


class Marks:
    """Writes when stages begin and end."""

    def stage(self, name: str, number: int, of: int) -> None:  # noqa: ARG002
        emit(name, time.monotonic())

    def tasks(self, done: int, of: int) -> None: ...

    def rows(self, name: str, count: int, seconds: float) -> None:  # noqa: ARG002
        emit(BETWEEN, time.monotonic())


def main(log: str, store_url: str, staging: str) -> None:
    with open_store(store_url, rebuild=True) as store:
        events = DirectoryLog(Path(log))
        spark = session("headwater-bench", master=f"local[{CORES}]", memory=MEMORY)
        emit(BETWEEN, time.monotonic())
        summary = rebuild(spark, events, store, Rules(), Path(staging), Marks())
        emit("(stop)", time.monotonic())
        spark.stop()
    emit("(end)", {"events": summary.events, "rows": summary.rows, "seconds": summary.seconds})


if __name__ == "__main__":
    main(*sys.argv[1:])
