"""Fixtures for all tests: a PostgreSQL server, a Spark session, corpora of real files."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from tests.running import postgres
from tests.running.java import java_options

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from headwater.pipeline.batch.runner import Runner
    from tests.running.kafka import Broker

ROOT = Path(__file__).parent.parent

# Next to Spark, the duration of an example means nothing. Function-scoped fixtures are shared by
# all examples of a property, and create what each example needs anew.
settings.register_profile(
    "headwater",
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("headwater")


SHARING = ("tests/semantics/stories/", "tests/semantics/batches/", "tests/pipeline/batches/")
"""Folders whose tests share what is costly to make: the stories' build, or the plans of batches."""


WITH_SPARK = ("gw0", "gw1")
"""The processes that begin with the tests that need Spark, each of which keeps a core busy."""


class Sharing(LoadFileScheduling):  # type: ignore[misc]  # xdist ships no types
    """A process takes a file at a time, or all files of a folder whose tests share something.

    Two processes begin with the tests that need Spark. Others begin at the other end, with what has
    no need of it, and use the time in which the two wait for files, servers and other processes.
    """

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        folder = next((folder for folder in SHARING if file.startswith(folder)), None)
        return Path(folder).name if folder else file

    def _assign_work_unit(self, node: WorkerController) -> None:
        if node.gateway.id not in WITH_SPARK:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Sharing:
    return Sharing(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests with Spark first, as they take long, and short files then balance the processes."""
    items.sort(key=lambda item: item.get_closest_marker("spark") is None)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A real PostgreSQL on loopback, for the whole test session. Fails if there are no binaries."""
    try:
        postgres.binaries()
    except postgres.PostgresMissingError as error:
        pytest.fail(str(error), pytrace=False)
    with postgres.server() as url:
        yield url


@pytest.fixture(scope="session")
def empty_database(postgres_url: str) -> Iterator[postgres.SharedDatabase]:
    """A database that is empty whenever a test begins to use it."""
    with closing(postgres.SharedDatabase(postgres_url)) as shared:
        yield shared


@pytest.fixture
def postgres_store_url(empty_database: postgres.SharedDatabase) -> Iterator[str]:
    """An empty database for one test."""
    yield empty_database.url
    empty_database.renew()


@pytest.fixture(scope="session")
def kafka() -> Iterator["Broker"]:
    """A real Kafka broker on loopback, for the whole test session. Fails if there are no jars."""
    from tests.running.kafka import KafkaMissingError, broker

    try:
        with broker() as running:
            yield running
    except KafkaMissingError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def spark() -> Iterator["SparkSession"]:
    """One session for all tests of a process. Spark is imported here, so that other tests start
    fast."""
    from headwater.pipeline.spark.session import session

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JDK_JAVA_OPTIONS", java_options())
        spark_session = session("headwater-tests", master="local[2]", memory="2g", partitions=2)
    yield spark_session
    spark_session.stop()


@pytest.fixture(scope="session")
def runner(spark: "SparkSession", tmp_path_factory: pytest.TempPathFactory) -> "Runner":
    """Plans that are made once for all tests, as a pipeline makes them once for all batches.

    Small batches are folded by one task, as they are in a pipeline, and those of some size by
    several, as large ones are.
    """
    from headwater.model.facts import Rules
    from headwater.pipeline.batch.runner import PreparedRunner

    directory = tmp_path_factory.mktemp("runner") / "live"
    return PreparedRunner(spark, directory, Rules().code_from, shards=3, worth_sharing=20)


@pytest.fixture(scope="session")
def shared_events() -> Path:
    """A folder of OpenLineage events that is no part of the project. Skips the test if it is
    absent."""
    return _corpus("HEADWATER_EVENTS", "events")


@pytest.fixture(scope="session")
def shared_contracts() -> Path:
    """A folder of data contracts that is no part of the project. Skips the test if it is absent."""
    return _corpus("HEADWATER_CONTRACTS", "odcs")


def _corpus(variable: str, name: str) -> Path:
    if named := os.environ.get(variable):
        if not Path(named).is_dir():
            pytest.fail(f"{variable} is {named!r}, expected a folder", pytrace=False)
        return Path(named)
    folder = ROOT.parent / "shared" / name
    if not folder.is_dir():
        pytest.skip(f"no folder {folder}; set {variable} to one")
    return folder
