"""The runs that a batch touches: what it states of them, merged with what was known."""

from collections.abc import Iterable, Mapping, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from zlib import crc32

import pyarrow as pa
import pyarrow.compute as pc

from headwater.pipeline.batch.rows import FoldedRuns, is_stream
from headwater.pipeline.batch.work import BatchWork
from headwater.pipeline.plans.chains import FOLD, FOLD_BESIDE, STREAMS, record_leaf
from headwater.pipeline.plans.prepared import Leaf, Runner
from headwater.pipeline.source.log_reader import LogReader, runs_in
from headwater.pipeline.source.stored import Row, Rows, grouped, rows_in
from headwater.store import Store
from headwater.store.read import Snapshot
from headwater.store.tables import RUN_IO, RUNS, STREAM_IO

HALVE_FROM_RECORDS = 2_000


@dataclass(frozen=True)
class Folds:
    """Runs that are folded, and the rows that the stages of the fold made of them."""

    runs: frozenset[str]
    made: Mapping[str, pa.Table]


NO_FOLDS = Folds(frozenset(), {})


def fold(
    runner: Runner,
    log_reader: LogReader,
    snapshot: Snapshot,
    work: BatchWork,
    begun: Folds,
    halve_from: int,
) -> FoldedRuns:
    """Folds the batch's runs. Runs that lose an event are folded from their remaining events.

    `begun` has runs that are folded already. A batch with at least `halve_from` records is folded
    in two halves.
    """
    gone = work.retraction
    records = work.records_to_fold
    stored = {row["run_key"]: row for row in rows_in(snapshot, RUNS, "run_key", work.runs)}
    known = _known(row for key, row in stored.items() if key not in gone.runs)
    made = _folded(runner, records, known, begun, halve_from)
    runs = {row["run_key"]: row for row in made["runs"].to_pylist()}
    work.write(RUNS, list(stored.values()), list(runs.values()))
    listed: Rows = made["run_io"].select(RUN_IO.names).to_pylist()
    listed_before = rows_in(snapshot, RUN_IO, "run_key", stored)
    work.write(RUN_IO, listed_before, listed)
    streamed = _stream_io(runner, log_reader, snapshot, work, records, runs, stored)
    return FoldedRuns(
        runs=runs,
        run_io=grouped(listed, "run_key"),
        stream_io=grouped(streamed, "run_key"),
        runs_before=stored,
        run_io_before=grouped(listed_before, "run_key"),
        listed=made["run_io"],
        refolded=gone.runs,
    )


def fold_ahead(runner: Runner, store: Store, records: pa.Table, in_hand: Set[str]) -> Folds:
    """Folds the runs of these records, except for those `in_hand`.

    Events that are known already make no difference, because folding a fact again leaves a register
    as it is.
    """
    records = records.filter(pc.invert(_is_of(records, in_hand)))
    runs = runs_in(records)
    with store.snapshot() as snapshot:
        known = _known(rows_in(snapshot, RUNS, "run_key", runs))
    return Folds(runs, runner.run(FOLD_BESIDE, _leaves(records, known)))


def _folded(
    runner: Runner, records: pa.Table, known: Rows, begun: Folds, halve_from: int
) -> dict[str, pa.Table]:
    """The folded runs of a batch: those that were begun, and the rest folded now.

    Begun runs that this batch does not touch are left out, as all they have is stored by now.
    """
    if not begun.runs:
        return _folded_now(runner, records, known, halve_from)
    rest = records.filter(pc.invert(_is_of(records, begun.runs)))
    made = runner.run(FOLD, _leaves(rest, [r for r in known if r["run_key"] not in begun.runs]))
    batch_runs = runs_in(records)
    kept = {name: rows.filter(_is_of(rows, batch_runs)) for name, rows in begun.made.items()}
    return {name: pa.concat_tables([kept[name], rows]) for name, rows in made.items()}


def _folded_now(
    runner: Runner, records: pa.Table, known: Rows, halve_from: int
) -> dict[str, pa.Table]:
    """Folds the runs. Many records are folded in two halves side by side."""
    if records.num_rows < halve_from:
        return runner.run(FOLD, _leaves(records, known))
    # Records without a run have nothing to fold, so either half may have them.
    is_first = pa.array([_is_first(key or "") for key in records.column("run_key").to_pylist()])
    halves = [
        _leaves(records.filter(in_half), [r for r in known if _is_first(r["run_key"]) is first])
        for first, in_half in ((True, is_first), (False, pc.invert(is_first)))
    ]
    with ThreadPoolExecutor(len(halves)) as threads:
        made = list(threads.map(runner.run, (FOLD, FOLD_BESIDE), halves))
    return {name: pa.concat_tables(half[name] for half in made) for name in made[0]}


def _leaves(records: pa.Table, known: Rows) -> dict[str, Leaf]:
    return {"facts": record_leaf(records, "facts"), "stored_runs": known}


def _known(stored: Iterable[Row]) -> Rows:
    return [{name: row[name] for name in ("run_key", "facts")} for row in stored]


def _is_of(records: pa.Table, runs: Set[str]) -> pa.Array:
    return pc.is_in(records.column("run_key"), pa.array(sorted(runs), pa.string()))


def _is_first(run_key: str) -> bool:
    return crc32(run_key.encode()) % 2 == 0


def _stream_io(
    runner: Runner,
    log_reader: LogReader,
    snapshot: Snapshot,
    work: BatchWork,
    records: pa.Table,
    runs: dict[str, Row],
    stored: dict[str, Row],
) -> Rows:
    """What each event of a stream lists, also for runs that only now turn out to be streams."""
    streams, were, again = _streams(runs), _streams(stored), work.retraction.runs
    listed: Rows = []
    if streams:
        if late := (streams & stored.keys()) - were - again:
            earlier = log_reader.stored_events(snapshot, "run_key", late, work.retraction.digests)
            records = pa.concat_tables([earlier, records])
        leaves = {
            "facts": record_leaf(records.filter(_is_of(records, streams)), "facts"),
            "runs": [{n: runs[key][n] for n in ("run_key", "processing")} for key in streams],
        }
        listed = runner.run(STREAMS, leaves)["stream_io"].to_pylist()
    replaced = rows_in(snapshot, STREAM_IO, "run_key", were - (streams - again))
    work.write(STREAM_IO, replaced, listed)
    return listed


def _streams(runs: Mapping[str, Row]) -> set[str]:
    return {key for key, run in runs.items() if is_stream(run)}
