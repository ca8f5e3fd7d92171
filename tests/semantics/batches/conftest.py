"""Stores of generated worlds, which tests share: a rebuild takes fifteen seconds, a batch two."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from headwater.pipeline.batch.runner import Runner
from headwater.store import open_store
from tests.running import postgres
from tests.running.answers import Derived
from tests.running.pipeline import followed, rebuilt
from tests.strategies import World, apart, example_worlds

SEED = 12


def shuffled(found: list[World], seed: int, batches: int) -> list[World]:
    """All records in any order, a tenth of them twice, dealt out in batches."""
    chance = random.Random(seed)
    records = [record for world in found for record in world]
    records += chance.sample(records, len(records) // 10)
    chance.shuffle(records)
    return [records[start::batches] for start in range(batches)]


class WorldStores:
    """Makes each store when it is first asked for, and keeps it until all tests have run."""

    def __init__(
        self, spark: SparkSession, runner: Runner, directory: Path, database: Callable[[], str]
    ) -> None:
        self._spark, self._runner, self._directory = spark, runner, directory
        self._database = database
        self._followed: dict[tuple[str, int, int], Derived] = {}
        self._rebuilt: dict[Path, tuple[Derived, Derived]] = {}

    def followed(self, kind: str, many: int, batches: int) -> Derived:
        """So many worlds, followed in so many batches on this kind of store."""
        key = (kind, many, batches)
        if key not in self._followed:
            own = self._directory / "-".join(map(str, key))
            url = f"sqlite:///{own}/store" if kind == "sqlite" else self._database()
            arriving = shuffled(apart(example_worlds(SEED, many)), seed=batches, batches=batches)
            followed(self._runner, own, arriving, url).close()
            self._followed[key] = Derived(f"followed on {kind}", own / "log", url)
        return self._followed[key]

    def rebuilt(self, of: Derived) -> tuple[Derived, Derived]:
        """A rebuild of the same log, on SQLite and on PostgreSQL."""
        if of.log not in self._rebuilt:
            own = of.log.parent / "rebuilt"
            urls = (f"sqlite:///{own}/store", self._database())
            with ExitStack() as stack:
                stores = [stack.enter_context(open_store(url)) for url in urls]
                rebuilt(self._spark, of.log, stores, own / "staging")
            one, other = (
                Derived(f"rebuilt on {url.partition(':')[0]}", of.log, url) for url in urls
            )
            self._rebuilt[of.log] = one, other
        return self._rebuilt[of.log]


@pytest.fixture(scope="session")
def world_stores(
    spark: SparkSession,
    runner: Runner,
    postgres_url: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[WorldStores]:
    with ExitStack() as stack:

        def database() -> str:
            return stack.enter_context(postgres.database(postgres_url))

        yield WorldStores(spark, runner, tmp_path_factory.mktemp("worlds"), database)
