"""A process to be killed at any moment, which prints on stdout how far it has come.

ingest LOG FILE...         ingests the files, and prints the digest of each acknowledged event
update LOG STORE STAGING   for each file: ingests it, prints its name, and updates the store
rebuild LOG STORE STAGING  rebuilds again and again
pipeline DATA OPTION...    the command `headwater pipeline`

Update and rebuild start Spark, print `ready`, and wait for the names of the files on stdin. All but
the first print the name of every stage or step as it begins.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from headwater.collector import ingest
from headwater.log import Appended, DirectoryLog, LogWriter, NewRecord
from headwater.model.facts import Rules
from headwater.store import open_store

ROLL_BYTES = 20_000
STEP = "step: "
"""The prefix of a line that names a step."""


def say(*words: str) -> None:
    """Prints lines without a buffer, so that they are not lost if the process is killed."""
    os.write(1, "".join(f"{word}\n" for word in words).encode())


class Announcing(LogWriter):
    """A writer that prints the digests of the records that it has acknowledged."""

    def append_many(self, items: Iterable[NewRecord]) -> list[Appended]:
        kept = list(items)
        places = super().append_many(kept)
        say(*(item[1] for item in kept))
        return places


class Announced:
    """A progress report that prints the names of the stages of a build."""

    def stage(self, name: str, number: int, of: int) -> None:  # noqa: ARG002
        say(name)

    def tasks(self, done: int, of: int) -> None: ...

    def rows(self, name: str, count: int, seconds: float) -> None: ...


def ingest_files(log: Path, files: tuple[str, ...]) -> None:
    with Announcing(log, roll_bytes=ROLL_BYTES, compress_sealed=True) as writer:
        for file in files:
            ingest([file], writer)


@contextmanager
def naming_steps() -> Iterator[None]:
    """Prints the names of the steps of batches."""
    # Imported only here, so that ingesting starts at once.
    from headwater.pipeline.batch.work import BatchWork

    timed = BatchWork.step

    @contextmanager
    def announced(work: BatchWork, name: str) -> Iterator[None]:
        say(f"{STEP}{name}")
        with timed(work, name):
            yield

    with patch.object(BatchWork, "step", announced):
        yield


def build(what: str, log: Path, store_url: str, staging: Path) -> None:
    from headwater.pipeline.build import rebuild
    from headwater.pipeline.spark.session import session
    from headwater.pipeline.update import update

    spark = session("headwater-killed", master="local[1]", memory="1g", partitions=2)
    say("ready")
    files = sys.stdin.read().splitlines()
    with open_store(store_url) as store:
        while what == "rebuild":
            rebuild(spark, DirectoryLog(log), store, Rules(), staging, Announced())
        for file in files:
            with LogWriter(log, roll_bytes=ROLL_BYTES) as writer:
                ingest([file], writer)
            say(file)
            with naming_steps():
                update(spark, DirectoryLog(log), store, Rules(), staging, Announced())


def follow(data: str, *options: str) -> None:
    from headwater.cli import main as command

    with naming_steps():
        command(["pipeline", "--data", data, *options])


def main(what: str, log: str, *others: str) -> None:
    if what == "ingest":
        ingest_files(Path(log), others)
    elif what == "pipeline":
        follow(log, *others)
    else:
        store_url, staging = others
        build(what, Path(log), store_url, Path(staging))


if __name__ == "__main__":
    main(*sys.argv[1:])
