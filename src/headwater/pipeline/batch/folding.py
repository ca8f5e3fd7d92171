"""The runs that a batch speaks of: what it says of them, merged with what was known."""

from collections.abc import Iterable, Mapping, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from zlib import crc32

import pyarrow as pa
import pyarrow.compute as pc

from headwater.pipeline.batch.rows import Folded, is_stream
from headwater.pipeline.batch.work import Work
from headwater.pipeline.plans.chains import FOLD, FOLD_BESIDE, STREAMS, part
from headwater.pipeline.plans.prepared import Leaf, Runner
from headwater.pipeline.source.log_reader import LogReader, runs_in
from headwater.pipeline.source.stored import Row, Rows, grouped, rows_in
from headwater.store import Store
from headwater.store.read import Snapshot
from headwater.store.tables import RUN_IO, RUNS, STREAM_IO

HALVED_RECORDS = 2_000


@dataclass(frozen=True)
class Folds:
    """Runs, and what the stages of a fold made of them."""

    runs: frozenset[str]
    made: Mapping[str, pa.Table]


NO_FOLDS = Folds(frozenset(), {})


def fold(
    runner: Runner, reading: LogReader, snapshot: Snapshot, work: Work, begun: Folds, halved: int
) -> Folded:
    """Folds the batch's runs; those that lose an event, from the events that are left.

    `begun`: runs that are folded already; `halved`: from so many records on, in halves.
    """
    gone = work.taken_back
    told = work.told
    stored = {row["run_key"]: row for row in rows_in(snapshot, RUNS, "run_key", work.runs)}
    known = _known(row for key, row in stored.items() if key not in gone.runs)
    made = _folded(runner, told, known, begun, halved)
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
        listed=made["run_io"],
        refolded=gone.runs,
    )


def fold_ahead(runner: Runner, store: Store, records: pa.Table, in_hand: Set[str]) -> Folds:
    """Folds the runs of these records, but for those `in_hand`.

    Events that are known already make no difference, as a register holds the same however often it
    is told something.
    """
    told = records.filter(pc.invert(_is_of(records, in_hand)))
    runs = runs_in(told)
    with store.snapshot() as snapshot:
        known = _known(rows_in(snapshot, RUNS, "run_key", runs))
    return Folds(runs, runner.run(FOLD_BESIDE, _leaves(told, known)))


def _folded(
    runner: Runner, told: pa.Table, known: Rows, begun: Folds, halved: int
) -> dict[str, pa.Table]:
    """Of what is folded already, only what this batch tells: the rest is known by now."""
    if not begun.runs:
        return _folded_now(runner, told, known, halved)
    rest = told.filter(pc.invert(_is_of(told, begun.runs)))
    made = runner.run(FOLD, _leaves(rest, [r for r in known if r["run_key"] not in begun.runs]))
    told_runs = runs_in(told)
    kept = {name: rows.filter(_is_of(rows, told_runs)) for name, rows in begun.made.items()}
    return {name: pa.concat_tables([kept[name], rows]) for name, rows in made.items()}


def _folded_now(runner: Runner, told: pa.Table, known: Rows, halved: int) -> dict[str, pa.Table]:
    """Much is folded in halves, side by side: a fold sees one run at a time."""
    if told.num_rows < halved:
        return runner.run(FOLD, _leaves(told, known))
    # Records of no run have none to fold.
    is_first = pa.array([_is_first(key or "") for key in told.column("run_key").to_pylist()])
    halves = [
        _leaves(told.filter(records), [r for r in known if _is_first(r["run_key"]) is first])
        for first, records in ((True, is_first), (False, pc.invert(is_first)))
    ]
    with ThreadPoolExecutor(len(halves)) as threads:
        made = list(threads.map(runner.run, (FOLD, FOLD_BESIDE), halves))
    return {name: pa.concat_tables(half[name] for half in made) for name in made[0]}


def _leaves(told: pa.Table, known: Rows) -> dict[str, Leaf]:
    return {"facts": part(told, "facts"), "stored_runs": known}


def _known(stored: Iterable[Row]) -> Rows:
    return [{name: row[name] for name in ("run_key", "facts")} for row in stored]


def _is_of(records: pa.Table, runs: Set[str]) -> pa.Array:
    return pc.is_in(records.column("run_key"), pa.array(sorted(runs), pa.string()))


def _is_first(run_key: str) -> bool:
    return crc32(run_key.encode()) % 2 == 0


def _stream_io(
    runner: Runner,
    reading: LogReader,
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
        leaves = {
            "facts": part(told.filter(_is_of(told, streams)), "facts"),
            "runs": [{n: runs[key][n] for n in ("run_key", "processing")} for key in streams],
        }
        listed = runner.run(STREAMS, leaves)["stream_io"].to_pylist()
    replaced = rows_in(snapshot, STREAM_IO, "run_key", were - (streams - again))
    work.write(STREAM_IO, replaced, listed)
    return listed


def _streams(runs: Mapping[str, Row]) -> set[str]:
    return {key for key, run in runs.items() if is_stream(run)}
