"""The tables that are read directly from the records of a batch, without any fold over runs."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from headwater.model.entity_facets import EntityFacetRow, EntityFacets
from headwater.model.event_facts import EventFacts, excerpt_key, set_key, value_key
from headwater.model.events import Finding
from headwater.pipeline.batch.retraction import Retraction, facets_left, nodes_in
from headwater.pipeline.batch.work import BatchWork
from headwater.pipeline.derive.contents import NOTING, Contents, FindingRow, note_of
from headwater.pipeline.source.mentions import counted
from headwater.pipeline.source.records import declared_row, edits_in, event_row, sets_in
from headwater.pipeline.source.stored import Rows, rows_in
from headwater.store.read import Snapshot
from headwater.store.tables import (
    COLUMN_SETS,
    CONTRACTS,
    DATASET_EVENTS,
    EDITS,
    ENTITY_FACETS,
    EVENTS,
    EXCERPTS,
    FACET_VALUES,
    FINDINGS,
    JOB_EVENTS,
    MENTIONS,
    Table,
)

_BY_EVENT = (EVENTS, JOB_EVENTS, DATASET_EVENTS)
_BY_CONTENT: dict[Table, tuple[str, Callable[[Any], int], Callable[[Retraction], set[Any]]]] = {
    FACET_VALUES: ("hash", value_key, attrgetter("values")),
    EXCERPTS: ("excerpt_key", excerpt_key, attrgetter("excerpts")),
    COLUMN_SETS: ("set_hash", set_key, attrgetter("sets")),
}
"""Tables of what is stored once, by content. For each: its key, the function for its key in
`mentions`, and which of its keys retracted events state."""
_TABLES = (*_BY_EVENT, *_BY_CONTENT, FINDINGS, EDITS, CONTRACTS, ENTITY_FACETS)


@dataclass(frozen=True)
class RecordRows:
    """The rows of a batch, beside those of runs, that histories are derived from."""

    job_events: Rows
    dataset_events: Rows
    job_events_before: Rows
    dataset_events_before: Rows
    """`job_events_before` and `dataset_events_before` are stored rows that no longer count."""
    column_sets: Rows
    facet_values: Rows


def write_record_rows(snapshot: Snapshot, work: BatchWork) -> RecordRows:
    """Writes the rows that are new, and removes those of retracted events."""
    facets, facets_now = _facets(snapshot, work)
    contents = _contents(work, facets_now)
    noted = _accepted_and_notes(snapshot, work, contents)
    made = dict(contents.tables(noted))
    derived_rows: dict[Table, Rows] = {
        table: [dict(zip(table.names, row, strict=True)) for row in made[table]]
        for table in _TABLES
    }
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


def _contents(work: BatchWork, facets: Rows) -> Contents:
    """The contents of the batch's records, with the facets that are stored."""
    found = Contents()
    for record in work.records:
        content = record.content
        if isinstance(content, Finding):
            found.add_finding(FindingRow(record.digest, *content))
            continue
        declared = declared_row(record.digest, content)
        if declared is not None:
            found.add_declared(declared)
        if isinstance(content, EventFacts):
            found.add_event(event_row(record, content))
            for value in content.values:
                found.add_value(value)
            for excerpt in content.excerpts:
                found.add_excerpt((excerpt.key, excerpt.text))
            for stated_set in sets_in(content.edges).items():
                found.add_set(stated_set)
            for finding in content.findings:
                found.add_finding(FindingRow(record.digest, *finding))
    for facet in [*_stated_facets(work), *(EntityFacetRow(**row) for row in facets)]:
        found.add_facet(facet)
    return found


def _accepted_and_notes(snapshot: Snapshot, work: BatchWork, contents: Contents) -> set[str]:
    """Adds notes about events of the batch, and those that the batch makes about events.

    Returns the digests of the events among these that are stored.
    """
    edits = [edit.row for edit in edits_in(work.records)]
    noted = {edit["name"] for edit in edits if edit["edit"] in NOTING}
    edits += rows_in(snapshot, EDITS, "name", contents.events.keys() | noted)
    for edit in edits:
        note = note_of(edit)
        if note is not None:
            contents.add_note(note)
    known = snapshot.query_in("SELECT digest FROM events WHERE digest IN {keys}", noted)
    return {row[0] for row in known} - work.retraction.digests


def _stated_facets(work: BatchWork) -> list[EntityFacetRow]:
    """The last facets of jobs and datasets that events of the batch state."""
    found = EntityFacets()
    for k, event in work.events_to_fold:
        found.add(k, event)
    return found.rows()


def _facets(snapshot: Snapshot, work: BatchWork) -> tuple[Rows, Rows]:
    """The facets as they are stored, and as they are without the retracted events."""
    gone = work.retraction
    nodes = nodes_in(gone.remaining)
    nodes |= work.mentioned.keys() | {row["node_id"] for row in gone.facets}
    stored = rows_in(snapshot, ENTITY_FACETS, "node_id", nodes)
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
    key, key_of, stated_by = _BY_CONTENT[table]
    stored = snapshot.query_in(
        f"SELECT DISTINCT {key} FROM {table.name} WHERE {key} IN {{keys}}",
        {row[key] for row in derived_rows},
    )
    known = {row[0] for row in stored}
    new = [row for row in derived_rows if row[key] not in known]
    lost = {k for k in stated_by(work.retraction) if key_of(k) in work.forgotten}
    work.write(table, rows_in(snapshot, table, key, lost), new)
    return new
