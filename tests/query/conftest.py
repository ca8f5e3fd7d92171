"""Every test of a query runs on SQLite and on PostgreSQL.

Stores are copies of an empty one, as copying takes a third of the time of creating one. On
PostgreSQL it is one copy after the other in the same database.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from headwater.store import Snapshot, Store, open_store
from headwater.store.backend import Row
from tests.query.rows import Rows
from tests.running import postgres


@pytest.fixture(scope="session")
def empty_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("empty")
    open_store(f"sqlite:///{directory}").close()
    return directory


@pytest.fixture(scope="session")
def shared_database(postgres_url: str) -> Iterator[postgres.SharedDatabase]:
    with postgres.database(postgres_url) as template:
        open_store(template).close()
        with closing(postgres.SharedDatabase(postgres_url, template)) as shared:
            yield shared


@pytest.fixture
def sqlite_copy(empty_directory: Path, tmp_path: Path) -> str:
    return f"sqlite:///{copytree(empty_directory, tmp_path / 'store')}"


@pytest.fixture
def postgres_copy(shared_database: postgres.SharedDatabase) -> Iterator[str]:
    yield shared_database.url
    shared_database.renew()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    with open_store(request.getfixturevalue(f"{request.param}_copy")) as opened:
        yield opened


@pytest.fixture
def rows() -> Rows:
    return Rows()


@pytest.fixture
def stored(store: Store, rows: Rows) -> Iterator[Callable[[], Snapshot]]:
    """Writes the rows, and returns a snapshot. Call it once, when the rows are complete."""
    with ExitStack() as stack:

        def write() -> Snapshot:
            rows.write(store)
            return stack.enter_context(store.snapshot())

        yield write


@pytest.fixture
def fresh_store(
    empty_directory: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[], Store]:
    """Returns a new, empty store at each call, for properties with many examples."""

    def copied() -> Store:
        copy = copytree(empty_directory, tmp_path_factory.mktemp("copies") / "store")
        return open_store(f"sqlite:///{copy}")

    return copied


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The SQL of all queries to the store. Clear the list to begin counting."""
    executed: list[str] = []
    query, query_in = Snapshot.query, Snapshot.query_in

    def counted(self: Snapshot, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        executed.append(sql)
        return query(self, sql, params)

    def counted_in(
        self: Snapshot, sql: str, keys: Iterable[int | str], params: Sequence[Any] = ()
    ) -> list[Row]:
        executed.append(sql)
        return query_in(self, sql, keys, params)

    monkeypatch.setattr(Snapshot, "query", counted)
    monkeypatch.setattr(Snapshot, "query_in", counted_in)
    return executed
