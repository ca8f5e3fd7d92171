"""One build for the stories of all tests, as a build takes seconds, whatever its size."""

from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

from headwater.log import DirectoryLog
from headwater.model.facts import Rules
from headwater.pipeline.build import rebuild
from headwater.store import Snapshot, Store, open_store
from tests.running.pipeline import append
from tests.stories.scenes import BATCH_ID, Scene
from tests.strategies import World, isolated


def _tag(test: pytest.Item) -> str:
    story = test.get_closest_marker("story")
    return f"{story.kwargs.get('name', test.name) if story else test.name}/"


@pytest.fixture(scope="session")
def stories(request: pytest.FixtureRequest) -> World:
    """The stories of all selected tests, each in namespaces of its own."""
    by_tag = {
        _tag(test): story.args[0]
        for test in request.session.items
        if (story := test.get_closest_marker("story"))
    }
    return [record for tag, story in by_tag.items() for record in isolated(story, tag)]


@pytest.fixture(scope="session")
def stories_store(
    stories: World, spark: SparkSession, tmp_path_factory: pytest.TempPathFactory
) -> Store:
    directory = tmp_path_factory.mktemp("stories")
    append(directory / "log", stories)
    store = open_store(f"sqlite:///{directory}/store")
    rules = Rules(batch_id_facet=(BATCH_ID, *Rules().batch_id_facet))
    rebuild(spark, DirectoryLog(directory / "log"), store, rules, directory / "staging")
    return store


@pytest.fixture(scope="session")
def stories_snapshot(stories_store: Store) -> Iterator[Snapshot]:
    """What the pipeline derived from all stories."""
    with stories_store.snapshot() as snapshot:
        yield snapshot


@pytest.fixture
def scene(request: pytest.FixtureRequest, stories_snapshot: Snapshot) -> Scene:
    """What the pipeline derived from the story of this test."""
    assert isinstance(request.node, pytest.Item)
    return Scene(stories_snapshot, _tag(request.node))
