"""The runs that a batch speaks of: what it says of them, merged with what was known."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from zlib import crc32

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from headwater.pipeline.batch import Folded, is_stream
from headwater.pipeline.chains import FOLD, FOLD_BESIDE, STREAMS, part
from headwater.pipeline.prepared import Runner, Shared
from headwater.pipeline.reading import Reading
from headwater.pipeline.stored import Row, Rows, grouped, rows_in
from headwater.pipeline.work import Work
from headwater.store.read import Snapshot
from headwater.store.tables import RUN_IO, RUNS, STREAM_IO

HALVED_RECORDS = 2_000


def fold(runner: Runner, reading: Reading, snapshot: Snapshot, work: Work, halved: int) -> Folded:
    """Folds the batch's runs; those that lose an event, from the events that are left.

    `halved`: from so many records on, in halves.
    """
    gone = work.taken_back
    told = work.told
    keys = {key for key in told.column("run_key").to_pylist() if key is not None} | gone.runs
    stored = {row["run_key"]: row for row in rows_in(snapshot, RUNS, "run_key", keys)}
    known = [
        {"run_key": key, "registers": msgspec.Raw(row["facts"].encode())}
        for key, row in stored.items()
        if key not in gone.runs
    ]
    made = _folded(runner, told, known, halved)
    runs = {row["run_key"]: row for row in made["runs"].to_pylist()}
    work.write(RUNS, list(stored.values()), list(runs.values()))
    listed: Rows = made["run_io"].select(RUN_IO.names).to_pylist()
    listed_before = rows_in(snapshot, RUN_IO, "run_key", stored)
    work.write(RUN_IO, listed_before, listed)
    streamed = _stream_io(runner, reading, snapshot, work, told, runs, stored)
    return Folded(
        runs=runs,
        run_io=grouped(listed, "run_key"),
        stream_io=grouped(streamed, "run_key"),
        runs_before=stored,
        run_io_before=grouped(listed_before, "run_key"),
        listed=Shared(made["run_io"]),
        refolded=gone.runs,
    )


def _folded(runner: Runner, told: pa.Table, known: Rows, halved: int) -> dict[str, pa.Table]:
    """Much is folded in halves, side by side: a fold sees one run at a time."""
    if told.num_rows < halved:
        return runner.run(FOLD, {"facts": part(told, "facts"), "stored_runs": known})
    # Records of no run have none to fold.
    is_first = pa.array([_is_first(key or "") for key in told.column("run_key").to_pylist()])
    halves = [
        {
            "facts": part(told.filter(records), "facts"),
            "stored_runs": [row for row in known if _is_first(row["run_key"]) is first],
        }
        for first, records in ((True, is_first), (False, pc.invert(is_first)))
    ]
    with ThreadPoolExecutor(len(halves)) as threads:
        made = list(threads.map(runner.run, (FOLD, FOLD_BESIDE), halves))
    return {name: pa.concat_tables(half[name] for half in made) for name in made[0]}


def _is_first(run_key: str) -> bool:
    return crc32(run_key.encode()) % 2 == 0


def _stream_io(
    runner: Runner,
    reading: Reading,
    snapshot: Snapshot,
    work: Work,
    told: pa.Table,
    runs: dict[str, Row],
    stored: dict[str, Row],
) -> Rows:
    """What each event of a stream lists, also of runs that only now turn out to be streams."""
    streams, were, again = _streams(runs), _streams(stored), work.taken_back.runs
    listed: Rows = []
    if streams:
        if late := (streams & stored.keys()) - were - again:
            earlier = reading.of(snapshot, "run_key", late, work.taken_back.digests)
            told = pa.concat_tables([earlier, told])
        is_theirs = pc.is_in(told.column("run_key"), pa.array(sorted(streams)))
        leaves = {
            "facts": part(told.filter(is_theirs), "facts"),
            "runs": [{n: runs[key][n] for n in ("run_key", "processing")} for key in streams],
        }
        listed = runner.run(STREAMS, leaves)["stream_io"].to_pylist()
    replaced = rows_in(snapshot, STREAM_IO, "run_key", were - (streams - again))
    work.write(STREAM_IO, replaced, listed)
    return listed


def _streams(runs: Mapping[str, Row]) -> set[str]:
    return {key for key, run in runs.items() if is_stream(run)}
