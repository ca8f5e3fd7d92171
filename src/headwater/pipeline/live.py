"""Applying a batch of records to the store: the steps of a rebuild, for what the batch changes."""

import time
from collections.abc import Callable, Sequence, Set
from concurrent.futures import ThreadPoolExecutor

from headwater.log import EventLog, Range, lag
from headwater.model.facts import Rules
from headwater.pipeline.batch.ahead import BatchesAhead
from headwater.pipeline.batch.folding import fold
from headwater.pipeline.batch.names import (
    members_of_changed,
    mentioned,
    stated_aliases,
    write_entities,
    write_nodes,
)
from headwater.pipeline.batch.naming import naming
from headwater.pipeline.batch.records import write_record_rows
from headwater.pipeline.batch.retraction import retraction
from headwater.pipeline.batch.rows import BatchRows
from headwater.pipeline.batch.runner import Runner
from headwater.pipeline.batch.work import BatchWork
from headwater.pipeline.derive.contents import LEAVING_OUT
from headwater.pipeline.histories.cuts import Touched, touched
from headwater.pipeline.histories.dataset_update import update_datasets
from headwater.pipeline.histories.job_update import update_jobs
from headwater.pipeline.histories.past import NewRows
from headwater.pipeline.histories.windows import WIDTHS
from headwater.pipeline.source.log_reader import LogReader
from headwater.pipeline.source.records import edits_in
from headwater.pipeline.spark.progress import Applied
from headwater.store import Store
from headwater.store.read import Snapshot
from headwater.store.tables import TABLES

COUNTED_BYTES = 1 << 20
"""After each batch the waiting records are counted, up to this much of the log."""

_Update = Callable[[Runner, Snapshot, Touched, NewRows, tuple[int, ...], BatchWork], None]


class LiveUpdater:
    """Keeps a store up to date with a log, batch by batch."""

    def __init__(
        self,
        log: EventLog,
        store: Store,
        rules: Rules,
        runner: Runner,
        *,
        widths: tuple[int, ...] = WIDTHS,
    ) -> None:
        """`widths` are the widths of the windows in which histories are derived, in the order in
        which they are tried."""
        self._log, self._store, self._runner = log, store, runner
        self._widths = widths
        self._log_reader = LogReader(log, rules)
        self._ahead = BatchesAhead(self._log_reader)

    def apply(
        self,
        spans: list[Range],
        epoch: int,
        then: Sequence[list[Range]] = (),
        without: Set[str] = frozenset(),
    ) -> Applied:
        """Applies the records of these ranges, with the positions they reach, in one transaction.

        `then` has the ranges of the batches that will probably come next. `without` has the digests
        of events that are passed over.
        """
        started = time.monotonic()
        with self._store.snapshot() as snapshot:
            left_out = {
                row[0]
                for kind in LEAVING_OUT
                for row in snapshot.query("SELECT name FROM edits WHERE edit = ?", (kind,))
            } | without
            work = self._fresh(snapshot, spans, left_out)
        work.seconds["read"] = time.monotonic() - started
        with self._ahead.in_background(then, left_out | work.left_out):
            if work.records:
                with self._store.snapshot() as snapshot:
                    self._derive(snapshot, work)
            with work.step("commit"):
                return self._commit(work, spans, epoch, started)

    # Finding out what is new

    def _fresh(self, snapshot: Snapshot, spans: list[Range], left_out: set[str]) -> BatchWork:
        """The new records of a batch.

        Left out are copies of events that are stored already, and events that edits leave out.
        """
        read = self._ahead.taken(spans, left_out)
        now = {
            edit.row["name"] for edit in edits_in(read.records) if edit.row["edit"] in LEAVING_OUT
        } - left_out
        if now:
            read = self._ahead.taken(spans, left_out | now)
        digests = {record.digest for record in read.records}
        known = {
            row[0]
            for table in ("events", "edits")
            for row in snapshot.query_in(
                f"SELECT digest FROM {table} WHERE digest IN {{keys}}", digests
            )
        }
        new = [record for record in read.records if record.digest not in known]
        gone = retraction(snapshot, self._log_reader, now)
        return BatchWork(new, mentioned(new), now, gone, read.runs)

    # Deriving what the batch changes

    def _derive(self, snapshot: Snapshot, work: BatchWork) -> None:
        with work.step("fold"), ThreadPoolExecutor(1) as thread, self._store.snapshot() as other:
            writing = thread.submit(write_record_rows, other, work)
            folded = fold(self._log_reader, snapshot, work)
            record_rows = writing.result()
        batch = BatchRows(
            **vars(folded),
            job_events=record_rows.job_events,
            dataset_events=record_rows.dataset_events,
            job_events_before=record_rows.job_events_before,
            dataset_events_before=record_rows.dataset_events_before,
        )
        with work.step("names"):
            aliases = stated_aliases(snapshot, work)
            fading = work.retraction.names
            names = naming(snapshot, work.mentioned, aliases, fading, work.forgotten)
            write_nodes(snapshot, names, work)
        with work.step("cuts"):
            found = touched(snapshot, batch, names)
            members = members_of_changed(snapshot, names)
        write_entities(snapshot, found.gone | names.vanished, members, work)
        new = NewRows(batch, record_rows.column_sets, record_rows.facet_values, names)
        with ThreadPoolExecutor(2) as threads:
            jobs = threads.submit(self._updated, "jobs", update_jobs, found, new, work)
            datasets = threads.submit(self._updated, "datasets", update_datasets, found, new, work)
            for done in (jobs, datasets):
                done.result()

    def _updated(
        self, step: str, update: _Update, found: Touched, new: NewRows, work: BatchWork
    ) -> None:
        # A snapshot serves one thread at a time. As nobody else writes, all have the same state.
        with work.step(step), self._store.snapshot() as snapshot:
            update(self._runner, snapshot, found, new, self._widths, work)

    # Writing it into the store

    def _commit(self, work: BatchWork, spans: list[Range], epoch: int, started: float) -> Applied:
        positions: dict[str, int] = {}
        for span in spans:
            positions[span.segment] = max(span.end, positions.get(span.segment, 0))
        reached = self._store.positions() | positions
        waiting = lag(self._log, reached, self._log.head(reached), count_bytes=COUNTED_BYTES)
        applied = work.applied(waiting)
        with self._store.transaction(epoch) as transaction:
            for table in TABLES:
                change = work.written.get(table.name)
                if change is not None:
                    transaction.remove(table, change.removed)
                    transaction.upsert(table, change.changed)
            transaction.advance(positions)
            transaction.note(applied.note(time.monotonic() - started))
        return applied
