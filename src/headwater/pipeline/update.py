"""Applying what came since: the same steps as a rebuild, for the keys that new events touch."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from headwater.log import Positions, Range, Record, batches, head, ranges, read, read_at
from headwater.model.facts import Rules
from headwater.pipeline import records as off
from headwater.pipeline.build import rebuild
from headwater.pipeline.datasets_used import datasets_used
from headwater.pipeline.entity_facets import entity_facets, is_entity_facet, stated_facets
from headwater.pipeline.nodes import entities
from headwater.pipeline.progress import Progress, Silent, Stages, Summary
from headwater.pipeline.registers import REGISTER_DDL, as_facts, facts, registers
from headwater.pipeline.renaming import Naming, naming
from headwater.pipeline.run_io import run_io
from headwater.pipeline.runs import runs
from headwater.pipeline.session import tuned
from headwater.pipeline.source import ARROW_SCHEMA, EVENTS_DDL, event_batches
from headwater.pipeline.state import Batch, Touched, history, table_of, touched
from headwater.pipeline.steps import (
    FOLDED,
    HISTORIES,
    OFF_THE_RECORD,
    Known,
    histories,
    split_versions,
)
from headwater.pipeline.stream_io import stream_io
from headwater.store import Store
from headwater.store.read import Snapshot, arrow_schema
from headwater.store.tables import (
    CONTROL_EDGES,
    DATASET_VERSIONS,
    DROPS,
    EDGES,
    EDITS,
    ENTITIES,
    ENTITY_FACETS,
    FINDINGS,
    FLOWS,
    JOB_PARENTS,
    JOB_VERSIONS,
    NODES,
    RUN_IO,
    RUNS,
    STREAM_IO,
    TABLES,
    Table,
)

BATCH_BYTES = 16 << 20
"""How much of the log one transaction takes."""

_STAGES = ("records", *OFF_THE_RECORD, *FOLDED, "entities", *HISTORIES, "drops", "commit")


class NeedsRebuildError(Exception):
    """A retraction of an event that is already folded in: only a rebuild can take it out."""


def update(
    spark: SparkSession,
    log: Path,
    store: Store,
    rules: Rules,
    staging: Path,
    progress: Progress | None = None,
    batch_bytes: int = BATCH_BYTES,
) -> Summary:
    """Applies every record after the store's positions, in transactions of bounded size.

    A rebuild does it instead where nothing is stored yet, and where an event is retracted that is
    folded in already: a fold takes in, it does not give back.
    """
    summary = Summary("update")
    stages = Stages(progress or Silent(), _STAGES, summary)
    epoch = store.take_over()
    since = store.positions()
    if not since:
        return rebuild(spark, log, store, rules, staging, progress)
    try:
        with tuned(spark, small=True):
            for spans in batches(log, ranges(since, head(log, since)), batch_bytes):
                summary.events += _Update(spark, log, store, rules, stages).apply(spans, epoch)
    except NeedsRebuildError:
        return rebuild(spark, log, store, rules, staging, progress)
    return summary


class _Update:
    """One batch of records on its way into the store."""

    def __init__(
        self, spark: SparkSession, log: Path, store: Store, rules: Rules, stages: Stages
    ) -> None:
        self._spark, self._log, self._store, self._rules = spark, log, store, rules
        self._stages = stages

    def apply(self, spans: list[Range], epoch: int) -> int:
        """Applies the ranges in one transaction; returns how many events were new."""
        with self._store.snapshot() as snapshot:
            with self._stages.running("records"):
                records = self._fresh(snapshot, spans)
            positions = {span.segment: span.end for span in spans}
            if records.num_rows == 0:
                rows: dict[str, pa.Table] = {}
                keys, names = Touched(set(), set(), set()), Naming({}, {}, set(), set())
            else:
                rows, keys, names = self._derive(snapshot, records)
        with self._stages.running("commit"):
            self._commit(rows, keys, names, positions, epoch)
        return rows["events"].num_rows if rows else 0

    def _fresh(self, snapshot: Snapshot, spans: list[Range]) -> pa.Table:
        """New records, without copies of events known already and without retracted events."""
        retracted = {
            row[0] for row in snapshot.query("SELECT name FROM edits WHERE edit = 'retract'")
        }
        found = self._extracted(self._read(spans), retracted)
        now = {
            edit["name"]
            for edit in found.column("edit").to_pylist()
            if edit is not None and edit["edit"] == "retract"
        } - retracted
        if snapshot.query_in("SELECT digest FROM events WHERE digest IN {keys}", now):
            raise NeedsRebuildError
        if now:
            found = self._extracted(self._read(spans), retracted | now)
        digests = found.column("digest").to_pylist()
        known = {
            row[0]
            for table in ("events", "edits")
            for row in snapshot.query_in(
                f"SELECT digest FROM {table} WHERE digest IN {{keys}}", digests
            )
        }
        return found.filter(pa.array([digest not in known for digest in digests], pa.bool_()))

    def _read(self, spans: list[Range]) -> Iterator[Record]:
        for span in spans:
            yield from read(self._log, span.segment, span.start, span.end)

    def _extracted(self, records: Iterable[Record], retracted: set[str]) -> pa.Table:
        batches = event_batches(records, self._rules, retracted)
        return _solid(pa.Table.from_batches(batches, ARROW_SCHEMA))

    def _derive(
        self, snapshot: Snapshot, records: pa.Table
    ) -> tuple[dict[str, pa.Table], Touched, Naming]:
        said = self._spark.createDataFrame(records, schema=EVENTS_DDL)
        rows = {
            table.name: self._computed(table.name, table, derive(said))
            for table, derive in _BY_TABLE.items()
        }
        rows["findings"] = self._findings(snapshot, records)
        rows["runs"], rows["stream_io"] = self._runs(snapshot, said, records)
        rows["run_io"] = self._computed(
            "run_io", RUN_IO, run_io(self._with_registers(rows["runs"]))
        )
        rows["entity_facets"], stated = self._facets(snapshot, said)
        names = naming(snapshot, _mentioned(records), stated)
        rows["nodes"] = table_of(NODES, names.rows())
        rows["entities"] = self._entities(snapshot, names)
        batch = Batch(**{name: rows[name] for name in Batch.__dataclass_fields__})
        keys = touched(snapshot, batch, names)
        rows |= self._histories(history(snapshot, batch, keys, names), keys)
        return rows, keys, names

    def _computed(self, name: str, table: Table, derived: DataFrame) -> pa.Table:
        with self._stages.running(name, self._spark):
            rows = derived.select(*table.names).toArrow().cast(arrow_schema(table))
            self._stages.counted(name, rows.num_rows)
            return rows

    def _frame(self, table: pa.Table) -> DataFrame:
        return self._spark.createDataFrame(_solid(table))

    def _with_registers(self, stored: pa.Table) -> DataFrame:
        rows = self._frame(stored)
        return rows.withColumn("registers", F.from_json("facts", f"array<{REGISTER_DDL}>"))

    def _runs(
        self, snapshot: Snapshot, said: DataFrame, records: pa.Table
    ) -> tuple[pa.Table, pa.Table]:
        """The runs that the events speak of, merged with what was known of them."""
        keys = set(_values(records, "run_key"))
        stored = snapshot.rows_by(RUNS, "run_key", keys)
        merged = facts(said).unionByName(as_facts(self._with_registers(stored)))
        now = self._computed("runs", RUNS, runs(registers(merged)))
        were = _streams(stored)
        late = _streams(now) & set(_values(stored, "run_key")) - were
        events = facts(said)
        if late:
            earlier = self._extracted(self._events_of(snapshot, late), set())
            again = self._spark.createDataFrame(earlier, schema=EVENTS_DDL)
            events = events.unionByName(facts(again))
        listed = self._computed("stream_io", STREAM_IO, stream_io(events, self._frame(now)))
        kept = snapshot.rows_by(STREAM_IO, "run_key", were & _streams(now))
        return now, pa.concat_tables([listed, kept])

    def _events_of(self, snapshot: Snapshot, run_keys: set[str]) -> Iterator[Record]:
        """The earlier events of runs that only now turn out to be streams."""
        for segment, position in snapshot.query_in(
            "SELECT segment, position FROM events WHERE run_key IN {keys}"
            " ORDER BY segment, position",
            run_keys,
        ):
            yield read_at(self._log, segment, position)

    def _facets(
        self, snapshot: Snapshot, said: DataFrame
    ) -> tuple[pa.Table, dict[int, str | None]]:
        """Facets of the names spoken of, and the symlinks that changed."""
        new = self._computed(
            "entity_facets",
            ENTITY_FACETS,
            entity_facets(is_entity_facet(facts(said)), is_entity_facet(stated_facets(said))),
        )
        stored = snapshot.rows_by(ENTITY_FACETS, "node_id", set(_values(new, "node_id")))
        merged = self._computed(
            "entity_facets", ENTITY_FACETS, entity_facets(self._frame(new), self._frame(stored))
        )
        before, after = _symlinks(stored), _symlinks(merged)
        changed = {node: value for node, value in after.items() if before.get(node) != value}
        return merged, changed

    def _entities(self, snapshot: Snapshot, names: Naming) -> pa.Table:
        """Canonical names of every dataset and job whose names may have changed."""
        ids = set(names.entity_of.values())
        stored = snapshot.rows_by(NODES, "entity_id", ids)
        others = [
            row
            for row in zip(*(stored.column(name).to_pylist() for name in NODES.names), strict=True)
            if row[0] not in names.names
        ]
        members = table_of(NODES, [*names.rows(), *others])
        return self._computed("entities", ENTITIES, entities(self._frame(members)))

    def _findings(self, snapshot: Snapshot, records: pa.Table) -> pa.Table:
        """Findings of new events, and notes about events, whichever of the two came first."""
        digests = [d for d, shape in zip(*_pair(records, "digest", "shape"), strict=True) if shape]
        noted_now = _noted(records)
        notes = snapshot.rows_by(EDITS, "name", {*digests, *noted_now})
        known = snapshot.query_in("SELECT digest FROM events WHERE digest IN {keys}", noted_now)
        accepted = self._spark.createDataFrame(
            pa.table({"digest": pa.array([*digests, *(row[0] for row in known)], pa.string())})
        )
        said = self._spark.createDataFrame(records, schema=EVENTS_DDL)
        noted = self._frame(notes).select(
            F.col("digest"),
            F.array()
            .cast("array<struct<code:string,path:string,detail:string>>")
            .alias("findings"),
            F.struct("edit", "edited_at", "kind", "namespace", "name", "value").alias("edit"),
        )
        spoken = said.select("digest", "findings", "edit").unionByName(noted)
        return self._computed("findings", FINDINGS, off.findings(spoken, accepted))

    def _histories(self, past: dict[str, pa.Table], keys: Touched) -> dict[str, pa.Table]:
        frames = {name: self._frame(table) for name, table in past.items() if name != "runs"}
        all_runs = self._spark.createDataFrame(
            _solid(self._with_registers(past["runs"]).toArrow()), schema=_RUNS_DDL
        )
        known = _known(all_runs, frames)
        of_jobs = all_runs.where(F.col("job_id").isin(sorted(keys.jobs)))
        frames["job_events"] = frames["job_events"].where(F.col("job_id").isin(sorted(keys.jobs)))
        derived = histories(known, _known(of_jobs, frames), self._staged)
        rows = {}
        versions, drops = split_versions(derived["dataset_versions"])
        for table, frame, column, wanted in (
            (JOB_VERSIONS, derived["job_versions"], "job_id", keys.jobs),
            (JOB_PARENTS, derived["job_parents"], "job_id", keys.jobs),
            (CONTROL_EDGES, derived["control_edges"], "job_id", keys.jobs),
            (FLOWS, derived["flows"], "stated_by", keys.speakers),
            (EDGES, derived["edges"], "stated_by", keys.speakers),
            (DATASET_VERSIONS, versions, "dataset_id", keys.datasets),
            (DROPS, drops, "dataset_id", keys.datasets),
        ):
            asked = frame.where(F.col(column).isin(sorted(wanted)))
            rows[table.name] = self._computed(table.name, table, asked)
        return rows

    def _staged(self, name: str, derived: DataFrame) -> DataFrame:
        with self._stages.running(name, self._spark):
            return self._spark.createDataFrame(_solid(derived.toArrow()), schema=derived.schema)

    def _commit(
        self,
        rows: dict[str, pa.Table],
        keys: Touched,
        names: Naming,
        positions: Positions,
        epoch: int,
    ) -> None:
        run_keys = set(_values(rows["runs"], "run_key")) if rows else set()
        replaced: dict[str, tuple[str, set[Any]]] = {
            "run_io": ("run_key", run_keys),
            "stream_io": ("run_key", run_keys),
            "entities": ("entity_id", set(names.entity_of.values()) | keys.gone),
            "job_versions": ("job_id", keys.jobs),
            "job_parents": ("job_id", keys.jobs),
            "control_edges": ("job_id", keys.jobs),
            "flows": ("stated_by", keys.speakers),
            "edges": ("stated_by", keys.speakers),
            "dataset_versions": ("dataset_id", keys.datasets | keys.gone),
            "drops": ("dataset_id", keys.datasets | keys.gone),
        }
        with self._store.transaction(epoch) as transaction:
            for table in TABLES if rows else ():
                if table.name in replaced:
                    column, wanted = replaced[table.name]
                    transaction.replace(table, column, wanted, rows[table.name])
                else:
                    transaction.upsert(table, rows[table.name])
            transaction.advance(positions)


_BY_TABLE = {
    table: getattr(off, table.name)
    for table in TABLES
    if table.name
    in ("events", "facet_values", "column_sets", "job_events", "dataset_events", "edits")
}

_RUNS_DDL = ", ".join(
    [
        *(
            f"{column.name} {'string' if column.kind == 'text' else column.kind}"
            for column in RUNS.columns
        ),
        f"registers array<{REGISTER_DDL}>",
    ]
)


def _solid(table: pa.Table) -> pa.Table:
    """The table, with a chunk in each column even if it has no rows: Spark takes no other."""
    return table if table.num_rows else table.schema.empty_table()


def _known(some_runs: DataFrame, frames: dict[str, DataFrame]) -> Known:
    listed = run_io(some_runs)
    return Known(
        runs=some_runs, run_io=listed, used=datasets_used(listed, frames["nodes"]), **frames
    )


def _values(table: pa.Table, name: str) -> list[Any]:
    return [value for value in table.column(name).to_pylist() if value is not None]


def _pair(table: pa.Table, *names: str) -> list[list[Any]]:
    return [table.column(name).to_pylist() for name in names]


def _streams(stored: pa.Table) -> set[str]:
    keys, processing = _pair(stored, "run_key", "processing")
    return {key for key, kind in zip(keys, processing, strict=True) if kind != "BATCH"}


def _symlinks(facets: pa.Table) -> dict[int, str | None]:
    nodes, names, values = _pair(facets, "node_id", "facet", "value")
    return {
        node: value
        for node, name, value in zip(nodes, names, values, strict=True)
        if name == "symlinks"
    }


def _mentioned(records: pa.Table) -> dict[int, tuple[str, str, str, int]]:
    found: dict[int, tuple[str, str, str, int]] = {}
    for names in records.column("names").to_pylist():
        for name in names:
            node, own = name["node_id"], name["own_right"]
            own = max(own, found[node][3]) if node in found else own
            found[node] = (name["kind"], name["namespace"], name["name"], own)
    return found


def _noted(records: pa.Table) -> list[str]:
    edits = _values(records, "edit")
    return [edit["name"] for edit in edits if edit["edit"] == "finding"]
