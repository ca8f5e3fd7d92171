"""A full rebuild in a process of its own, as `headwater build --full` does it.

Arguments: log, URL of the store, staging directory. Says on stdout, as one JSON array a line, when
what began (by `time.monotonic`), and at last what was done.
"""

import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.pipeline.spark.session import session
from headwater.store import open_store

CORES, MEMORY = 2, "4g"
BETWEEN = "(between)"
"""What no stage does: planning the next one."""


def say(what: str, value: Any) -> None:
    print(msgspec.json.encode([what, value]).decode(), flush=True)


class Marks:
    """Says when stages begin and end."""

    def stage(self, name: str, number: int, of: int) -> None:  # noqa: ARG002
        say(name, time.monotonic())

    def tasks(self, done: int, of: int) -> None: ...

    def rows(self, name: str, count: int, seconds: float) -> None:  # noqa: ARG002
        say(BETWEEN, time.monotonic())


def main(log: str, store_url: str, staging: str) -> None:
    with open_store(store_url, rebuild=True) as store:
        spark = session("headwater-bench", master=f"local[{CORES}]", memory=MEMORY)
        say(BETWEEN, time.monotonic())
        summary = rebuild(spark, Path(log), store, Rules(), Path(staging), Marks())
        say("(stop)", time.monotonic())
        spark.stop()
    say("(end)", {"events": summary.events, "rows": summary.rows, "seconds": summary.seconds})


if __name__ == "__main__":
    main(*sys.argv[1:])
