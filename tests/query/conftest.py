"""Every test of a query runs on SQLite and on PostgreSQL."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from headwater.store import Snapshot, Store, open_store
from headwater.store.backend import Row
from tests.query.rows import Rows


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = f"sqlite:///{tmp_path}/store"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_store_url")
    with open_store(url) as opened:
        yield opened


@pytest.fixture
def rows() -> Rows:
    return Rows()


@pytest.fixture
def stored(store: Store, rows: Rows) -> Iterator[Callable[[], Snapshot]]:
    """Writes the rows; called once, when they are complete."""
    with ExitStack() as stack:

        def write() -> Snapshot:
            rows.write(store)
            return stack.enter_context(store.snapshot())

        yield write


@pytest.fixture
def fresh_store(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Store]:
    """A new, empty store at each call, for properties that are tried many times."""
    return lambda: open_store(f"sqlite:///{tmp_path_factory.mktemp('store')}")


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the store; clear it to begin counting."""
    asked: list[str] = []
    query, query_in = Snapshot.query, Snapshot.query_in

    def counted(self: Snapshot, sql: str, params: Sequence[Any] = ()) -> list[Row]:
        asked.append(sql)
        return query(self, sql, params)

    def counted_in(
        self: Snapshot, sql: str, keys: Iterable[int | str], params: Sequence[Any] = ()
    ) -> list[Row]:
        asked.append(sql)
        return query_in(self, sql, keys, params)

    monkeypatch.setattr(Snapshot, "query", counted)
    monkeypatch.setattr(Snapshot, "query_in", counted_in)
    return asked
