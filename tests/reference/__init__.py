"""The rules of `docs/semantics.md` in plain Python, slow and direct, to compare the pipeline with.

It shares no code with `headwater` but the names of the tables and their columns. The order of the
folds is the order of the rules:

    names, events, facets    1, 2.2, 3.3   what an event says
    code_text                4.3           the text of a job's code, made comparable
    runs                     3             everything said under one (runId, job)
    entities                 2.3           which names are one dataset
    jobs                     4             timelines and job versions
    happenings, datasets     5             what happens to a dataset, and the versions it makes
    flows                    6, 7          statements, flows, edges, parents, control
"""

from collections.abc import Collection, Iterable
from typing import Any

from headwater.store import tables
from tests.reference import datasets, entities, flows, jobs, runs
from tests.reference.events import Event, accepted, contract_rows, edit_row
from tests.reference.names import Json

Row = tuple[Any, ...]

LEFT_OUT = {"runs": ("facts",), "contracts": ("spec",)}
"""Columns that hold the pipeline's own working state, and its own form of a contract."""


NOT_IN_REFERENCE = ("findings", "mentions", "excerpts")
"""Tables that the reference does not have: what is odd, and what the pipeline keeps for itself."""


def lineage(
    records: Iterable[tuple[str, Json]], code_from: Collection[str] = ("version", "source")
) -> dict[str, list[Row]]:
    """Every table but these, from log records (kind, body) in any order. Rows are tuples in
    column order, without arrival columns, sorted by the table's key.

    `code_from`: what of a job's code makes versions (4.4)."""
    events, edits = accepted(records)
    folded = runs.fold_runs(events)
    known = entities.resolve(events)
    job_list = jobs.fold_jobs(folded, events, known, code_from)
    histories = datasets.fold_datasets(folded, events, known)
    held = flows.fold_flows(job_list, events, known)
    found: dict[str, list[Row]] = {
        "events": [event_row(event) for event in events],
        "nodes": entities.node_rows(known),
        "entities": entities.entity_rows(known),
        "facet_values": entities.facet_rows(events),
        "entity_facets": entities.entity_facet_rows(events),
        "runs": [runs.run_row(run) for run in folded],
        "run_io": [runs.io_row(run, io) for run in folded for io in run.io],
        "stream_io": [row for run in folded for row in runs.stream_rows(run)],
        "job_events": [jobs.job_event_row(event) for event in events if event.shape == "job"],
        "dataset_events": [
            datasets.dataset_event_row(event) for event in events if event.shape == "dataset"
        ],
        "job_versions": [row for job in job_list for row in jobs.version_rows(job)],
        "dataset_versions": [
            row
            for dataset, history in histories.items()
            for row in datasets.version_rows(dataset, history)
        ],
        "drops": [
            row
            for dataset, history in histories.items()
            for row in datasets.drop_rows(dataset, history)
        ],
        "edges": flows.edge_rows(job_list, held, known),
        "flows": [(*flow, *span) for flow, span in held],
        "column_sets": entities.column_set_rows(events),
        "job_parents": flows.parent_rows(folded),
        "control_edges": flows.control_rows(folded),
        "edits": [edit_row(body) for body in edits],
        "contracts": list(contract_rows(edits)),
    }
    return {name: by_key(name, rows) for name, rows in found.items()}


def columns(table: str) -> tuple[str, ...]:
    """The columns of the reference's rows of a table."""
    spec = next(spec for spec in tables.TABLES if spec.name == table)
    left_out = LEFT_OUT.get(table, ())
    return tuple(name for name in spec.content if name not in left_out)


def by_key(table: str, rows: list[Row]) -> list[Row]:
    spec = next(spec for spec in tables.TABLES if spec.name == table)
    names = columns(table)
    positions = [names.index(column) for column in spec.key]
    assert all(len(row) == len(names) for row in rows), f"{table}: a row of the wrong width"
    ordered = sorted(rows, key=lambda row: tuple(row[position] for position in positions))
    keys = [tuple(row[position] for position in positions) for row in ordered]
    assert len(set(keys)) == len(keys), f"{table}: two rows with one key"
    return ordered


def event_row(event: Event) -> Row:
    return (
        event.digest,
        event.shape,
        event.time,
        event.rank,
        event.event_type,
        event.run_key,
        event.subject.node,
    )
