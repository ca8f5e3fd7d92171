"""Applying a batch of records to the store: the steps of a rebuild, for what the batch changes."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa

from headwater.log import Range, Record, Tail, read, read_at
from headwater.model.facts import Rules
from headwater.pipeline.batch import Batch, Folded, is_stream
from headwater.pipeline.batch_names import (
    members_renamed,
    mentioned,
    stated_aliases,
    write_entities,
    write_nodes,
)
from headwater.pipeline.chains import ENTITIES, FOLD, STREAMS, TELL, parts
from headwater.pipeline.cuts import Touched, touched
from headwater.pipeline.dataset_update import update_datasets
from headwater.pipeline.job_update import update_jobs
from headwater.pipeline.past import New
from headwater.pipeline.prepared import Runner, unpacked
from headwater.pipeline.progress import Applied, NeedsRebuildError
from headwater.pipeline.renaming import naming
from headwater.pipeline.source import ARROW_SCHEMA, LEAVING_OUT, event_batches
from headwater.pipeline.stored import Row, Rows, grouped, rows_in
from headwater.pipeline.windows import WIDTHS
from headwater.pipeline.work import Work
from headwater.store import Store
from headwater.store.read import Snapshot, arrow_schema
from headwater.store.tables import (
    EDITS,
    ENTITY_FACETS,
    RUN_IO,
    RUNS,
    STREAM_IO,
    TABLES,
    Table,
)

COUNTED_BYTES = 1 << 20
"""Up to this much of what waits is counted after each batch."""

_TOLD = (
    *("events", "findings", "facet_values", "entity_facets"),
    *("column_sets", "job_events", "dataset_events", "edits", "contracts"),
)
_Update = Callable[[Runner, Snapshot, Touched, New, tuple[int, ...], Work], None]


class Live:
    """Keeps a store up to date with a log, batch by batch."""

    def __init__(
        self,
        log: Path,
        store: Store,
        rules: Rules,
        runner: Runner,
        widths: tuple[int, ...] = WIDTHS,
    ) -> None:
        """`widths`: of the windows in which histories are derived."""
        self._log, self._store, self._rules, self._runner = log, store, rules, runner
        self._widths = widths
        self._tail = Tail(log)

    def apply(self, spans: list[Range], epoch: int) -> Applied:
        """The records of these ranges, with the positions they reach, in one transaction.

        NeedsRebuildError where an event is taken back that is folded in already: a fold takes in,
        it does not give back.
        """
        started = time.monotonic()
        with self._store.snapshot() as snapshot:
            work = self._fresh(snapshot, spans)
            work.seconds["read"] = time.monotonic() - started
            if work.records.num_rows:
                self._derive(snapshot, work)
        with work.step("commit"):
            return self._commit(work, spans, epoch, started)

    # What is new

    def _fresh(self, snapshot: Snapshot, spans: list[Range]) -> Work:
        """New records, without copies of events known already and without those left out."""
        left_out = {
            row[0]
            for kind in LEAVING_OUT
            for row in snapshot.query("SELECT name FROM edits WHERE edit = ?", (kind,))
        }
        found = self._extracted(self._read(spans), left_out)
        now = {
            edit["name"]
            for edit in found.column("edit").to_pylist()
            if edit is not None and edit["edit"] in LEAVING_OUT
        } - left_out
        for table in ("events", "findings"):
            if snapshot.query_in(f"SELECT digest FROM {table} WHERE digest IN {{keys}}", now):
                raise NeedsRebuildError
        if now:
            found = self._extracted(self._read(spans), left_out | now)
        digests = found.column("digest").to_pylist()
        known = {
            row[0]
            for table in ("events", "edits")
            for row in snapshot.query_in(
                f"SELECT digest FROM {table} WHERE digest IN {{keys}}", digests
            )
        }
        is_new = pa.array([digest not in known for digest in digests], pa.bool_())
        # A name comes with the first record that has it, which may be one that is known.
        return Work(found.filter(is_new), mentioned(found))

    def _read(self, spans: list[Range]) -> Iterator[Record]:
        for span in spans:
            yield from read(self._log, span.segment, span.start, span.end)

    def _extracted(self, records: Iterable[Record], left_out: set[str]) -> pa.Table:
        return pa.Table.from_batches(event_batches(records, self._rules, left_out), ARROW_SCHEMA)

    # What it changes

    def _derive(self, snapshot: Snapshot, work: Work) -> None:
        with work.step("fold"), ThreadPoolExecutor(1) as thread, self._store.snapshot() as other:
            telling = thread.submit(self._told, other, work)
            folded = self._folded(snapshot, work)
            told = telling.result()
        work.events = len(told["events"])
        batch = Batch(
            **vars(folded),
            job_events=told["job_events"],
            dataset_events=told["dataset_events"],
        )
        with work.step("names"):
            names = naming(snapshot, work.mentioned, stated_aliases(snapshot, work))
            write_nodes(snapshot, names, work)
        with work.step("cuts"):
            found = touched(snapshot, batch, names)
            members = members_renamed(snapshot, names, work)
        new = New(batch, told["column_sets"], told["facet_values"], names)
        with ThreadPoolExecutor(3) as threads:
            jobs = threads.submit(self._updated, "jobs", update_jobs, found, new, work)
            datasets = threads.submit(self._updated, "datasets", update_datasets, found, new, work)
            entities = threads.submit(self._entities, members, work)
            for done in (jobs, datasets, entities):
                done.result()
        write_entities(snapshot, found.gone, entities.result(), work)

    def _updated(self, step: str, update: _Update, found: Touched, new: New, work: Work) -> None:
        # A snapshot serves one thread at a time. Nobody else writes, so it is of the same state.
        with work.step(step), self._store.snapshot() as snapshot:
            update(self._runner, snapshot, found, new, self._widths, work)

    def _told(self, snapshot: Snapshot, work: Work) -> dict[str, Rows]:
        """What the events say, without any fold over runs."""
        records = work.records
        digests, shapes = (records.column(name).to_pylist() for name in ("digest", "shape"))
        accepted = {d for d, shape in zip(digests, shapes, strict=True) if shape}
        noted = {
            edit["name"]
            for edit in records.column("edit").to_pylist()
            if edit is not None and edit["edit"] == "finding"
        }
        known = snapshot.query_in("SELECT digest FROM events WHERE digest IN {keys}", noted)
        facets = rows_in(snapshot, ENTITY_FACETS, "node_id", work.mentioned)
        leaves = {
            **parts(records, TELL),
            "stored_facets": facets,
            "notes": rows_in(snapshot, EDITS, "name", accepted | noted),
            "accepted": [{"digest": d} for d in accepted | {row[0] for row in known}],
        }
        told = unpacked(self._runner.run(TELL, leaves)["tables"], _TOLD)
        for name in _TOLD:
            if name != "entity_facets":
                work.write(_BY_NAME[name], [], _unknown(snapshot, name, told[name]))
        work.write(ENTITY_FACETS, facets, told["entity_facets"])
        return {
            name: [_complete(_BY_NAME[name], row) for row in rows] for name, rows in told.items()
        }

    def _folded(self, snapshot: Snapshot, work: Work) -> Folded:
        """The runs that the events speak of, merged with what was known of them."""
        keys = {key for key in work.records.column("run_key").to_pylist() if key is not None}
        stored = {row["run_key"]: row for row in rows_in(snapshot, RUNS, "run_key", keys)}
        known = [{"run_key": key, "facts": row["facts"]} for key, row in stored.items()]
        made = self._runner.run(FOLD, {**parts(work.records, FOLD), "stored_runs": known})
        runs = {row["run_key"]: row for row in made["runs"].to_pylist()}
        work.write(RUNS, list(stored.values()), list(runs.values()))
        listed: Rows = made["run_io"].to_pylist()
        listed_before = rows_in(snapshot, RUN_IO, "run_key", stored)
        work.write(RUN_IO, listed_before, listed)
        return Folded(
            runs=runs,
            run_io=grouped(listed, "run_key"),
            stream_io=grouped(self._stream_io(snapshot, work, runs, stored), "run_key"),
            runs_before=stored,
            run_io_before=grouped(listed_before, "run_key"),
        )

    def _stream_io(
        self,
        snapshot: Snapshot,
        work: Work,
        runs: dict[str, Row],
        stored: dict[str, Row],
    ) -> Rows:
        """What each event of a stream lists, also of runs that only now turn out to be streams."""
        streams, were = _streams(runs), _streams(stored)
        listed: Rows = []
        if streams:
            records = work.records
            if late := (streams & stored.keys()) - were:
                earlier = self._extracted(self._events_of(snapshot, late), set())
                records = pa.concat_tables([earlier, records])
            leaves = {**parts(records, STREAMS), "runs": list(runs.values())}
            listed = self._runner.run(STREAMS, leaves)["stream_io"].to_pylist()
        no_longer = rows_in(snapshot, STREAM_IO, "run_key", were - streams)
        work.write(STREAM_IO, no_longer, listed)
        return listed

    def _events_of(self, snapshot: Snapshot, run_keys: set[str]) -> Iterator[Record]:
        for segment, position in snapshot.query_in(
            "SELECT segment, position FROM events WHERE run_key IN {keys}"
            " ORDER BY segment, position",
            run_keys,
        ):
            yield read_at(self._log, segment, position)

    def _entities(self, members: Rows, work: Work) -> Rows:
        if not members:
            return []
        with work.step("entities"):
            found: Rows = self._runner.run(ENTITIES, {"nodes": members})["entities"].to_pylist()
            return found

    # Into the store

    def _commit(self, work: Work, spans: list[Range], epoch: int, started: float) -> Applied:
        positions: dict[str, int] = {}
        for span in spans:
            positions[span.segment] = max(span.end, positions.get(span.segment, 0))
        reached = self._store.positions() | positions
        applied = work.applied(self._tail.lag(reached, count_bytes=COUNTED_BYTES))
        with self._store.transaction(epoch) as transaction:
            for table in TABLES:
                change = work.written.get(table.name)
                if change is not None:
                    transaction.remove(table, change.removed)
                    transaction.upsert(table, _arrow(table, change.changed))
            transaction.advance(positions)
            transaction.note(applied.note(time.monotonic() - started))
        return applied


_BY_NAME = {table.name: table for table in TABLES}


def _arrow(table: Table, rows: Rows) -> pa.Table:
    return pa.Table.from_pylist(rows, schema=arrow_schema(table))


def _complete(table: Table, row: Row) -> Row:
    return {name: row.get(name) for name in table.names}


_BY_CONTENT = {"facet_values": "hash", "column_sets": "set_hash"}


def _unknown(snapshot: Snapshot, name: str, rows: Rows) -> Rows:
    """Rows without those that are stored already, where a key says all that a row says."""
    key = _BY_CONTENT.get(name)
    if key is None:
        return rows
    stored = snapshot.query_in(
        f"SELECT DISTINCT {key} FROM {name} WHERE {key} IN {{keys}}", {row[key] for row in rows}
    )
    known = {row[0] for row in stored}
    return [row for row in rows if row[key] not in known]


def _streams(runs: Mapping[str, Row]) -> set[str]:
    return {key for key, run in runs.items() if is_stream(run)}
