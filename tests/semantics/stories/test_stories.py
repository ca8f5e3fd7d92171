"""The demo, and whatever other tests tell, against the reference."""

import pytest

from headwater.store import Store
from tests.reference import columns, lineage
from tests.running.pipeline import assert_same, rows
from tests.stories.demo import DEMO
from tests.strategies import World

pytestmark = pytest.mark.spark

BATCH_ID = columns("runs").index("batch_id")
"""The reference knows no setting for it."""


@DEMO
def test_every_story_gives_the_rows_of_the_reference(stories: World, told_store: Store) -> None:
    found = rows(told_store, comparable=True)
    found["runs"] = [(*row[:BATCH_ID], None, *row[BATCH_ID + 1 :]) for row in found["runs"]]
    assert_same(found, lineage(stories))
