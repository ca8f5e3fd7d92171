"""Rows of runs have the columns of the tables that they are stored in."""

import pytest

from headwater.model.entity_facets import EntityFacetRow
from headwater.model.runs import RunIoRow, RunRow, StreamIoRow
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
