"""Rows of runs: their columns, and that what is made once is what is made each time."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.model.entity_facets import EntityFacetRow
from headwater.model.event_facts import EventFacts
from headwater.model.extract import Extractor
from headwater.model.facts import Rules
from headwater.model.run_parts import part
from headwater.model.runs.registers import Folded, Registers
from headwater.model.runs.rows import RunIoRow, RunRow, StreamIoRow
from headwater.store.tables import ENTITY_FACETS, RUN_IO, RUNS, STREAM_IO, Table


@pytest.mark.parametrize(
    ("fields", "table"),
    [
        (RunRow._fields, RUNS),
        (RunIoRow._fields, RUN_IO),
        (StreamIoRow._fields, STREAM_IO),
        (EntityFacetRow._fields, ENTITY_FACETS),
    ],
)
def test_the_fields_are_the_columns_in_their_order(fields: tuple[str, ...], table: Table) -> None:
    assert fields[: len(table.names)] == table.names


def event_of(facets: dict[str, object], job_facets: dict[str, object]) -> EventFacts:
    dataset = {"namespace": "db", "name": "orders/day=1", "facets": facets}
    event = {
        "eventTime": "2025-01-01T00:00:00Z",
        "eventType": "COMPLETE",
        "run": {"runId": "r"},
        "job": {"namespace": "etl", "name": "load", "facets": job_facets},
        "inputs": [dataset],
        "outputs": [dataset],
    }
    return Extractor(Rules()).event(json.dumps(event).encode())


@st.composite
def of_a_dataset(draw: st.DrawFn) -> dict[str, object]:
    stated: dict[str, object] = {
        "schema": {"fields": [{"name": "id"}]},
        "version": {"datasetVersion": "7"},
        "columnLineage": {"fields": {"id": {"inputFields": [{"namespace": "a", "name": "b"}]}}},
        "lifecycleStateChange": {
            "lifecycleStateChange": draw(st.sampled_from(("DROP", "RENAME"))),
            "previousIdentifier": {"namespace": "db", "name": "old"},
        },
    }
    empty: dict[str, object] = {key: {} for key in stated}
    deleted: dict[str, object] = {key: {"_deleted": True} for key in stated}
    chosen = {key: draw(st.sampled_from((stated, empty, deleted)))[key] for key in stated}
    kept = draw(st.sets(st.sampled_from(sorted(stated))))
    return {key: chosen[key] for key in sorted(kept)}


@st.composite
def of_a_job(draw: st.DrawFn) -> dict[str, object]:
    stated: dict[str, object] = {
        "jobType": {"processingType": draw(st.sampled_from(("BATCH", "STREAMING")))},
        "sql": {"query": "SELECT 1"},
        "sourceCodeLocation": {"version": "c1", "url": "git://x"},
        "lineage": {"entries": [{"type": "JOB", "namespace": "etl", "name": "next"}]},
    }
    return {key: stated[key] for key in sorted(draw(st.sets(st.sampled_from(sorted(stated)))))}


@given(of_a_dataset(), of_a_job())
def test_what_excerpts_have_in_common_is_what_their_registers_make(
    facets: dict[str, object], job_facets: dict[str, object]
) -> None:
    """A run that quotes one excerpt on an aspect takes a shortcut; one that quotes it twice goes
    the long way."""
    event = event_of(facets, job_facets)
    registers = Registers()
    for k in ((5, 3, "aa"), (1, 0, "bb"), (9, 3, "cc")):
        registers.add(k, event.own.facts, event.quoted)
    once = registers.fold()
    twice = Folded(once.own, {aspect: [one, one] for aspect, [one] in once.aspects.items()})
    short, long = part("key", "id", once), part("key", "id", twice)
    assert short.io == long.io
    assert short.item == long.item
    assert short.run._replace(facts=b"") == long.run._replace(facts=b"")
