"""The tables that are read directly from the records of a batch, without any fold over runs."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from headwater.model.entity_facets import EntityFacets
from headwater.pipeline.batch.retraction import facets_left
from headwater.pipeline.batch.work import BatchWork
from headwater.pipeline.plans.chains import RECORDS, record_leaf
from headwater.pipeline.plans.prepared import Leaf, Runner, unpacked
from headwater.pipeline.source.mentions import counted, set_key, value_key
from headwater.pipeline.source.stored import Rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import (
    COLUMN_SETS,
    CONTRACTS,
    DATASET_EVENTS,
    EDITS,
    ENTITY_FACETS,
    EVENTS,
    FACET_VALUES,
    FINDINGS,
    JOB_EVENTS,
    MENTIONS,
    Table,
)

_BY_EVENT = (EVENTS, JOB_EVENTS, DATASET_EVENTS)
_BY_CONTENT: dict[Table, tuple[str, str, Callable[[str], int]]] = {
    FACET_VALUES: ("facet_values", "hash", value_key),
    COLUMN_SETS: ("edges", "set_hash", set_key),
}
"""Tables of what is stored once, by content. For each: the column of the records that has it, its
key, and the function for its key in `mentions`."""
_TABLES = (*_BY_EVENT, *_BY_CONTENT, FINDINGS, EDITS, CONTRACTS, ENTITY_FACETS)


@dataclass(frozen=True)
class RecordRows:
    """Rows from the records that histories are derived from."""

    job_events: Rows
    dataset_events: Rows
    job_events_before: Rows
    dataset_events_before: Rows
    """`job_events_before` and `dataset_events_before` are stored rows that no longer count."""
    column_sets: Rows
    facet_values: Rows


def write_record_rows(runner: Runner, snapshot: Snapshot, work: BatchWork) -> RecordRows:
    """Writes the rows that are new, and removes those of retracted events."""
    facets, facets_now = _facets(snapshot, work)
    leaves = {**_leaves(snapshot, work), "stored_facets": facets_now}
    made = unpacked(runner.run(RECORDS, leaves)["tables"], [table.name for table in _TABLES])
    derived_rows = {t: [{n: row.get(n) for n in t.names} for row in made[t.name]] for t in _TABLES}
    _write_mentions(snapshot, work)
    gone = {t: rows_in(snapshot, t, "digest", work.retraction.digests) for t in _BY_EVENT}
    for table in (EDITS, CONTRACTS):
        work.write(table, [], derived_rows[table])
    for table in _BY_EVENT:
        work.write(table, gone[table], derived_rows[table])
    work.write(FINDINGS, _findings(snapshot, work.left_out), derived_rows[FINDINGS])
    work.write(ENTITY_FACETS, facets, derived_rows[ENTITY_FACETS])
    new = {t: _write_content(snapshot, t, derived_rows[t], work) for t in _BY_CONTENT}
    work.events = len(derived_rows[EVENTS])
    return RecordRows(
        derived_rows[JOB_EVENTS],
        derived_rows[DATASET_EVENTS],
        gone[JOB_EVENTS],
        gone[DATASET_EVENTS],
        new[COLUMN_SETS],
        new[FACET_VALUES],
    )


def _leaves(snapshot: Snapshot, work: BatchWork) -> dict[str, Leaf]:
    records, gone = work.records, work.retraction
    digests, shapes = (records.column(name).to_pylist() for name in ("digest", "shape"))
    accepted = {d for d, shape in zip(digests, shapes, strict=True) if shape}
    noted = {
        edit["name"]
        for edit in records.column("edit").to_pylist()
        if edit is not None and edit["edit"] == "finding"
    }
    known = snapshot.query_in("SELECT digest FROM events WHERE digest IN {keys}", noted)
    accepted |= {row[0] for row in known} - gone.digests
    return {
        **{
            leaf: record_leaf(records, leaf)
            for leaf in ("events", "declared", "facet_values", "edges")
        },
        "facets": _stated_facets(work),
        "notes": rows_in(snapshot, EDITS, "name", accepted | noted),
        "accepted": [{"digest": digest} for digest in accepted],
    }


def _stated_facets(work: BatchWork) -> Rows:
    """The last facets of jobs and datasets that events of the batch state."""
    found = EntityFacets()
    for _, k, facts in work.facts:
        found.add(k, facts)
    return [row._asdict() for row in found.rows()]


def _facets(snapshot: Snapshot, work: BatchWork) -> tuple[Rows, Rows]:
    """The facets as they are stored, and as they are without the retracted events."""
    gone = work.retraction
    # Taken from facts, not from `names`: a name comes only with the first record that has it, which
    # may be a retracted one.
    nodes = {
        fact["node_id"] for facts in gone.remaining.column("facts").to_pylist() for fact in facts
    }
    nodes |= work.mentioned.keys() | {row["node_id"] for row in gone.facets}
    stored = rows_in(snapshot, ENTITY_FACETS, "node_id", nodes - {None})
    kept = [row for row in stored if row["digest"] not in gone.digests]
    return stored, [*kept, *facets_left(snapshot, gone)]


def _write_mentions(snapshot: Snapshot, work: BatchWork) -> None:
    work.write(MENTIONS, *counted(snapshot, work.records, work.retraction.records))
    work.forgotten |= {key for (key,) in work.written[MENTIONS.name].removed}


def _findings(snapshot: Snapshot, left_out: Collection[str]) -> Rows:
    """The findings of events that no longer count, except those that give the reason for it."""
    stored = rows_in(snapshot, FINDINGS, "digest", left_out)
    return [row for row in stored if row["code"] != "set_aside"]


def _write_content(snapshot: Snapshot, table: Table, derived_rows: Rows, work: BatchWork) -> Rows:
    """Writes what is stored once, by content. Returns the rows that are new."""
    column, key, key_of = _BY_CONTENT[table]
    stored = snapshot.query_in(
        f"SELECT DISTINCT {key} FROM {table.name} WHERE {key} IN {{keys}}",
        {row[key] for row in derived_rows},
    )
    known = {row[0] for row in stored}
    new = [row for row in derived_rows if row[key] not in known]
    lost = {k for k in work.retraction.mentioned(column, key) if key_of(k) in work.forgotten}
    work.write(table, rows_in(snapshot, table, key, lost), new)
    return new
