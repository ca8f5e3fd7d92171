"""The demo, and whatever other tests tell, against the reference."""

import pytest

from headwater.store import Store
from tests.reference import lineage
from tests.running.pipeline import assert_same, rows
from tests.stories.demo import DEMO
from tests.strategies import World

pytestmark = pytest.mark.spark


@DEMO
def test_every_story_gives_the_rows_of_the_reference(stories: World, stories_store: Store) -> None:
    assert_same(rows(stories_store, comparable=True), lineage(stories))
