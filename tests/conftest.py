"""Fixtures for all tests: a PostgreSQL server, a Spark session, corpora of real files."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.running import postgres

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from headwater.pipeline.plans.prepared import Runner

ROOT = Path(__file__).parent.parent

# Next to Spark, the duration of an example means nothing. Function-scoped fixtures are shared by
# all examples of a property, and create what each example needs anew.
settings.register_profile(
    "headwater",
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("headwater")


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


@pytest.fixture
def postgres_store_url(postgres_url: str) -> Iterator[str]:
    """A fresh, empty database for one test."""
    with postgres.database(postgres_url) as url:
        yield url


@pytest.fixture(scope="session")
def spark() -> Iterator["SparkSession"]:
    """One session for all tests of a process. Spark is imported here, so that other tests start
    fast."""
    from headwater.pipeline.spark.session import session

    with pytest.MonkeyPatch.context() as patch:
        # The JVM is too short-lived to gain from the optimising compiler. The simpler one produces
        # more code than the default cache holds, and a full cache would end all compilation.
        java = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m"
        patch.setenv("JDK_JAVA_OPTIONS", java)
        spark_session = session("headwater-tests", master="local[2]", memory="2g", partitions=2)
    yield spark_session
    spark_session.stop()


@pytest.fixture(scope="session")
def runner(spark: "SparkSession", tmp_path_factory: pytest.TempPathFactory) -> "Runner":
    """Plans that are made once for all tests, as a pipeline makes them once for all batches."""
    from headwater.pipeline.warm_up import warmed_up

    return warmed_up(spark, tmp_path_factory.mktemp("runner") / "live")


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
