"""One build for the stories of all tests: a build costs seconds, whatever its size."""

from collections.abc import Iterator

import pytest
from pyspark.sql import SparkSession

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
    """The stories of all tests that were selected, each in namespaces of its own."""
    told = {
        _tag(test): story.args[0]
        for test in request.session.items
        if (story := test.get_closest_marker("story"))
    }
    return [record for tag, story in told.items() for record in isolated(story, tag)]


@pytest.fixture(scope="session")
def told_store(
    stories: World, spark: SparkSession, tmp_path_factory: pytest.TempPathFactory
) -> Store:
    directory = tmp_path_factory.mktemp("stories")
    append(directory / "log", stories)
    store = open_store(f"sqlite:///{directory}/store")
    rules = Rules(batch_id_facet=BATCH_ID)
    rebuild(spark, directory / "log", store, rules, directory / "staging")
    return store


@pytest.fixture(scope="session")
def told(told_store: Store) -> Iterator[Snapshot]:
    """What became of all stories."""
    with told_store.snapshot() as snapshot:
        yield snapshot


@pytest.fixture
def scene(request: pytest.FixtureRequest, told: Snapshot) -> Scene:
    """What became of the story of this test."""
    assert isinstance(request.node, pytest.Item)
    return Scene(told, _tag(request.node))
