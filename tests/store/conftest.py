"""Every test that uses `store_url` runs on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from headwater.store import Store, open_store


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store"
    url: str = request.getfixturevalue("postgres_store_url")
    return url


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with open_store(store_url) as opened:
        yield opened


@pytest.fixture
def second(store: Store, store_url: str) -> Iterator[Store]:
    """The same store, opened a second time, as another process would."""
    with open_store(store_url, patience=0.2) as opened:
        yield opened
