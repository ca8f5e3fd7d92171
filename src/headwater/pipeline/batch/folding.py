"""The runs that a batch touches: what it states of them, merged with what was known."""

from collections.abc import Collection, Iterable, Mapping

from headwater.model.run_parts import Part, part
from headwater.model.runs.registers import Registers
from headwater.model.runs.rows import StreamIoRow, stream_io
from headwater.pipeline.batch.rows import FoldedRuns, is_stream
from headwater.pipeline.batch.work import BatchWork
from headwater.pipeline.source.log_reader import LogReader
from headwater.pipeline.source.records import OrderedEvent, ReadRecord, ordered_events
from headwater.pipeline.source.stored import Row, Rows, grouped, rows_in
from headwater.store.read import Snapshot
from headwater.store.run_registers import registers_of
from headwater.store.tables import RUN_IO, RUNS, STREAM_IO


def fold(log_reader: LogReader, snapshot: Snapshot, work: BatchWork) -> FoldedRuns:
    """Folds the batch's runs. Runs that lose an event are folded from their remaining events."""
    gone = work.retraction
    stored = {row["run_key"]: row for row in rows_in(snapshot, RUNS, "run_key", work.runs)}
    made = _made(snapshot, work, [row for key, row in stored.items() if key not in gone.runs])
    runs: dict[str, Row] = {key: one.run._asdict() for key, one in made.items()}
    work.write(RUNS, list(stored.values()), list(runs.values()))
    listed = [row for one in made.values() for row in one.io]
    listed_rows = [dict(zip(RUN_IO.names, row, strict=False)) for row in listed]
    listed_before = rows_in(snapshot, RUN_IO, "run_key", stored)
    work.write(RUN_IO, listed_before, listed_rows)
    streamed = _stream_io(log_reader, snapshot, work, runs, stored)
    return FoldedRuns(
        runs=runs,
        run_io=grouped(listed_rows, "run_key"),
        stream_io=grouped(streamed, "run_key"),
        runs_before=stored,
        run_io_before=grouped(listed_before, "run_key"),
        parts=made,
        refolded=gone.runs,
    )


def folded_by_themselves(records: Collection[ReadRecord]) -> dict[str, Part]:
    """The runs that these records make, if nothing else is known of them."""
    return _folded(ordered_events(records), {}, {})


def _made(snapshot: Snapshot, work: BatchWork, known: Collection[Row]) -> dict[str, Part]:
    """The batch's runs. `known` are those that are stored, and go on from what is stored."""
    elsewhere = work.retraction.runs | {run["run_key"] for run in known}
    # Of some runs the batch has nothing but copies of events that are stored: they do not change.
    new = work.runs - elsewhere
    ready = {key: one for key, one in work.runs_read.items() if key in new}
    events = [(k, event) for k, event in work.events_to_fold if event.run_key not in ready]
    ids = {run["run_key"]: run["run_id"] for run in known}
    registers = registers_of(snapshot, (run["facts"] for run in known))
    return ready | _folded(events, dict(zip(ids, registers, strict=True)), ids)


def _folded(
    events: Iterable[OrderedEvent], registers: dict[str, Registers], ids: dict[str, str]
) -> dict[str, Part]:
    """The runs that events make, going on from these registers of runs with these ids."""
    for k, event in events:
        if event.run_key is not None and event.run_id is not None:
            ids[event.run_key] = event.run_id
            found = registers.setdefault(event.run_key, Registers())
            found.add(k, event.own.facts, event.quoted)
    return {key: part(key, ids[key], found.fold()) for key, found in registers.items()}


def _stream_io(
    log_reader: LogReader,
    snapshot: Snapshot,
    work: BatchWork,
    runs: dict[str, Row],
    stored: dict[str, Row],
) -> Rows:
    """What each event of a stream lists, also for runs that only now turn out to be streams."""
    streams, were, again = _streams(runs), _streams(stored), work.retraction.runs
    found: dict[tuple[object, ...], StreamIoRow] = {}
    if streams:
        events = work.events_to_fold
        if late := (streams & stored.keys()) - were - again:
            earlier = log_reader.stored_events(snapshot, "run_key", late, work.retraction.digests)
            events = [*ordered_events(earlier), *events]
        for k, event in events:
            if event.run_key in streams:
                rows = stream_io(event.run_key, k, event.facts)
                found |= {(row.run_key, row.digest, row.side, row.node_id): row for row in rows}
    listed: Rows = [row._asdict() for row in found.values()]
    replaced = rows_in(snapshot, STREAM_IO, "run_key", were - (streams - again))
    work.write(STREAM_IO, replaced, listed)
    return listed


def _streams(runs: Mapping[str, Row]) -> set[str]:
    return {key for key, run in runs.items() if is_stream(run)}
