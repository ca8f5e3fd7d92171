"""The runs that a batch speaks of: what it says of them, merged with what was known."""

from collections.abc import Mapping

import pyarrow as pa

from headwater.pipeline.batch import Folded, is_stream
from headwater.pipeline.chains import FOLD, STREAMS, parts
from headwater.pipeline.prepared import Runner
from headwater.pipeline.reading import Reading
from headwater.pipeline.stored import Row, Rows, grouped, rows_in
from headwater.pipeline.work import Work
from headwater.store.read import Snapshot
from headwater.store.tables import RUN_IO, RUNS, STREAM_IO


def fold(runner: Runner, reading: Reading, snapshot: Snapshot, work: Work) -> Folded:
    """Folds the batch's runs; those that lose an event, from the events that are left."""
    gone = work.taken_back
    told = pa.concat_tables([gone.left, work.records])
    keys = {key for key in told.column("run_key").to_pylist() if key is not None} | gone.runs
    stored = {row["run_key"]: row for row in rows_in(snapshot, RUNS, "run_key", keys)}
    known = [
        {"run_key": key, "facts": row["facts"]}
        for key, row in stored.items()
        if key not in gone.runs
    ]
    made = runner.run(FOLD, {**parts(told, FOLD), "stored_runs": known})
    runs = {row["run_key"]: row for row in made["runs"].to_pylist()}
    work.write(RUNS, list(stored.values()), list(runs.values()))
    listed: Rows = made["run_io"].to_pylist()
    listed_before = rows_in(snapshot, RUN_IO, "run_key", stored)
    work.write(RUN_IO, listed_before, listed)
    streamed = _stream_io(runner, reading, snapshot, work, told, runs, stored)
    return Folded(
        runs=runs,
        run_io=grouped(listed, "run_key"),
        stream_io=grouped(streamed, "run_key"),
        runs_before=stored,
        run_io_before=grouped(listed_before, "run_key"),
        refolded=gone.runs,
    )


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
        leaves = {**parts(told, STREAMS), "runs": list(runs.values())}
        listed = runner.run(STREAMS, leaves)["stream_io"].to_pylist()
    replaced = rows_in(snapshot, STREAM_IO, "run_key", were - (streams - again))
    work.write(STREAM_IO, replaced, listed)
    return listed


def _streams(runs: Mapping[str, Row]) -> set[str]:
    return {key for key, run in runs.items() if is_stream(run)}
