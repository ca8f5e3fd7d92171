"""Bits that flip, and blocks that read as zeros, in every kind of file of a data directory.

Damage is told in words, or changes nothing. The log is the one that must never be wrong in silence:
its records are as they were, or reading them is an error, or `verify` names the segment.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from headwater.alerts.progress import DeliveryProgress, Progresses
from headwater.alerts.subscriptions import Subscriptions
from headwater.api.http.keys import Keys
from headwater.errors import HeadwaterError
from headwater.log import DirectoryLog, LogWriter, Record, log_id, verify
from headwater.log.archive.archive import Archive
from headwater.log.archive.archiver import archive
from headwater.log.archive.log import ArchivedLog
from headwater.pipeline.derive.packs import record_batches, table_packs, table_rows
from headwater.pipeline.spark.staging import parquet_files, staged_packs
from headwater.questions.alerts import NewSubscription
from headwater.store import EndNote, open_store
from headwater.store.tables import RUNS
from tests.log.records import body, digest, line, read_all
from tests.store.rows import everything, extreme_rows, fill, rows_of
from tests.torture.conftest import Trials

Outcome = object
"""What a reader has read, to be compared with what it read before the damage."""


def damaged(chance: random.Random, content: bytes) -> bytes:
    """The same bytes but for one bit, a few bytes, or a block of zeros; or cut short."""
    changed, place = bytearray(content), chance.randrange(len(content))
    match chance.randrange(8):
        case 0:
            end = min(len(changed), place + chance.choice([4, 512]))
            changed[place:end] = bytes(end - place)
        case 1:
            changed[place : place + 4] = chance.randbytes(len(changed[place : place + 4]))
        case 2:
            del changed[place:]
        case _:
            changed[place] ^= 1 << chance.randrange(8)
    return bytes(changed)


def torture(
    trials: Trials, short: int, files: list[Path], read: Callable[[], Outcome], *, silent: bool
) -> None:
    """Damages one of the files at a time, and reads. `silent` allows another outcome without an
    error, for files that have no checksum."""
    whole = {file: file.read_bytes() for file in files}
    before, errors = read(), list[str]()
    for chance in trials.few(short, share=0.03):
        file = chance.choice([file for file in files if whole[file]])
        file.write_bytes(damaged(chance, whole[file]))
        try:
            after = read()
        except HeadwaterError as error:
            errors.append(str(error))
        else:
            same = after == before
            trials.tally["without effect" if same else "read as something else"] += 1
            assert same or silent, f"{file.name} was changed, and nobody noticed"
        finally:
            for other, content in whole.items():
                other.write_bytes(content)
    trials.tally |= {"files": len(files), "told as errors": len(errors)}
    assert all(len(message) > 40 for message in errors), "a message says what to do"


def log_of_every_form(directory: Path) -> None:
    """A compressed segment, a sealed one, and one whose writer died."""
    for form in ("compressed", "sealed"):
        with LogWriter(directory, compress_sealed=form == "compressed") as writer:
            contents = [body(f"{form}{n}", padding=n * 40) for n in range(12)]
            writer.append_many([("openlineage", digest(one), one) for one in contents])
    lines = [line(f"dead{n}", padding=30) for n in range(5)]
    dead = directory / "00000009-00000009.ndjson"
    dead.write_bytes(b"".join(lines) + lines[0][:20])
    sidecar = dead.with_name(f"{dead.name}.durable")
    sidecar.write_bytes(sum(map(len, lines)).to_bytes(8, "little") + b"\1")


def test_the_log_is_never_wrong_in_silence(trials: Trials, quick_path: Path) -> None:
    log = quick_path / "log"
    log_of_every_form(log)

    def read() -> tuple[str, list[Record]]:
        found = verify(log)
        if found:
            raise HeadwaterError(f"`headwater verify` says: {found[0]}")
        followed = DirectoryLog(log)
        records = read_all(log)
        assert sum(followed.head().values()) == sum(record.size for record in records)
        return log_id(log), records

    files = [file for file in sorted(log.iterdir()) if file.name != "ID"]
    torture(trials, 400, files, read, silent=False)


def test_what_a_pipeline_reads_of_the_log_is_never_short_in_silence(
    trials: Trials, quick_path: Path
) -> None:
    """Nobody runs `verify` before each batch: what is read is whole, or an error."""
    log = quick_path / "log"
    log_of_every_form(log)
    files = [file for file in sorted(log.iterdir()) if file.name != "ID"]
    torture(trials, 400, files, lambda: read_all(log), silent=False)


def test_the_id_of_a_log_is_itself_or_an_error(trials: Trials, quick_path: Path) -> None:
    log = quick_path / "log"
    before = log_id(log)
    torture(trials, 150, [log / "ID"], lambda: log_id(log), silent=True)
    assert log_id(log) == before


def test_the_id_and_the_note_of_an_archive_are_read_or_an_error(
    trials: Trials, quick_path: Path
) -> None:
    log_of_every_form(quick_path / "log")
    place = quick_path / "archive"
    log = DirectoryLog(quick_path / "log", is_archived=True)
    archive(ArchivedLog(log, Archive(str(place))), whole=True)

    def read() -> object:
        found = Archive(str(place))
        return found.log_id(), found.reached()

    torture(trials, 300, [place / "ID", place / "ENDS"], read, silent=True)


def test_a_damaged_store_says_so_or_is_found_by_verify(trials: Trials, quick_path: Path) -> None:
    url = f"sqlite:///{quick_path}/store"
    with open_store(url) as store:
        fill(store)
        rows = everything(store)

    def read() -> object:
        with open_store(url, patience=0.1) as store, store.claimed():
            store.take_over()
            return everything(store)

    assert read() == rows
    files = [file for file in (quick_path / "store").iterdir() if file.is_file()]
    torture(trials, 80, files, read, silent=True)


def test_keys_subscriptions_and_notes_are_read_or_an_error(
    trials: Trials, quick_path: Path
) -> None:
    keys = Keys(quick_path)
    secret = keys.create("airflow", "write")
    keys.create("page", "read")
    subscriptions, progresses = Subscriptions(quick_path), Progresses(quick_path)
    subscriptions.add(NewSubscription(name="ops", to="https://hooks.example/x"))
    progresses.write("ops", DeliveryProgress(of=1, positions={"a": 1}, delivered={"m": 2}))
    note = EndNote(quick_path / "pipeline.error")
    note.write("the disk is full")

    def read() -> object:
        found = keys.read()
        assert found is not None
        known = keys.find(found, secret)
        return known, found, subscriptions.states(), progresses.read("ops"), note.read()

    files = [file for file in quick_path.rglob("*") if file.suffix in (".json", ".error")]
    torture(trials, 300, files, read, silent=True)


@pytest.mark.parametrize("compression", ["snappy", "none"])
def test_what_is_staged_is_loaded_as_it_was_or_an_error_but_for_its_heads(
    trials: Trials, quick_path: Path, compression: str
) -> None:
    stage = quick_path / "stage"
    stage.mkdir()
    file = stage / "part-0.parquet"
    # As Spark writes it, with checksums of pages.
    [packs] = record_batches(table_packs(RUNS, rows_of(extreme_rows(RUNS))))
    staged = pa.Table.from_batches([packs])
    pq.write_table(staged, file, compression=compression, write_page_checksum=True)

    def read() -> object:
        found = staged_packs(parquet_files(str(stage)), [RUNS.name])
        return [row for _, pack in found for row in table_rows(pack)]

    torture(trials, 150, [file], read, silent=True)
    # The footer, and the heads of pages, have no checksum.
    assert trials.tally["read as something else"] * 100 <= trials.tally["trials"]
