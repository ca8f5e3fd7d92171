"""Order, duplicates and batches change nothing of what the reference tells, which is all."""

from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.store import tables
from tests.reference import NOT_IN_REFERENCE, lineage
from tests.strategies import arrivals, worlds


@settings(max_examples=60)
@given(st.data())
def test_order_duplicates_and_batches_change_nothing(data: st.DataObject) -> None:
    world = data.draw(worlds())
    arrived = data.draw(arrivals(world))
    assert lineage(record for batch in arrived for record in batch) == lineage(world)


def test_every_table_is_derived_but_those_that_are_not_told() -> None:
    assert set(lineage([])) == {table.name for table in tables.TABLES} - {*NOT_IN_REFERENCE}
