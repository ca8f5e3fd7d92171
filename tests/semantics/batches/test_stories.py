"""A batch derives anew every key that it touches, and takes back what it retracts, story by story.

All stories share one log and one store, kept apart by their namespaces.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import islice, zip_longest
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from headwater.log import head, ranges, read
from headwater.model.extract import Extractor
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import Runner
from headwater.store import Store
from tests.reference import lineage
from tests.running.pipeline import assert_same, built, followed, rows
from tests.stories.late import LATE_STORIES
from tests.stories.renames import RENAME_STORIES
from tests.stories.retractions import RETRACTION_STORIES
from tests.stories.updates import UPDATE_STORIES
from tests.strategies import World, isolated

pytestmark = pytest.mark.spark

Story = list[World]


def apart(story: Story, tag: str) -> Story:
    """In a world of its own, with the digests that its events have there."""
    moved = iter(isolated([record for batch in story for record in batch], tag))
    return [list(islice(moved, len(batch))) for batch in story]


def together(stories: Iterable[Story], tag: str) -> list[World]:
    """The first batches of all stories as one, then the second ones, and so on."""
    parted = [apart(story, f"{tag}{number:02d}-") for number, story in enumerate(stories)]
    return [
        [record for batch in batches for record in batch]
        for batches in zip_longest(*parted, fillvalue=[])
    ]


def test_batches_give_the_rows_of_the_rebuild_and_of_the_reference(
    spark: SparkSession, runner: Runner, tmp_path: Path
) -> None:
    # A batch that retracts is done in another way: the other stories come in batches that do not.
    changing = UPDATE_STORIES | LATE_STORIES | RENAME_STORIES
    batches = [
        *together(changing.values(), "u"),
        *together(RETRACTION_STORIES.values(), "r"),
    ]
    with (
        followed(runner, tmp_path / "followed", batches) as step_by_step,
        built(spark, tmp_path / "built", [r for b in reversed(batches) for r in b]) as at_once,
    ):
        assert_same(rows(step_by_step), rows(at_once))
        followed_rows = rows(step_by_step, comparable=True)
        require_mentions(step_by_step, tmp_path / "followed" / "log")
        require_mentions(at_once, tmp_path / "built" / "log")
    assert_same(followed_rows, lineage([record for batch in batches for record in batch]))


def require_mentions(store: Store, log: Path) -> None:
    """Asserts that mentions are counted as the events of the log have them."""
    extractor, counts = Extractor(Rules()), Counter[int]()
    counted = {row[0] for row in store.query("SELECT digest FROM events")}
    for span in ranges({}, head(log)):
        for record in read(log, span.segment, span.start, span.end):
            if record.digest in counted:
                counted.remove(record.digest)
                counts.update(extractor.event(record.body).mentions())
    assert dict(store.query("SELECT key, events FROM mentions")) == dict(counts)
