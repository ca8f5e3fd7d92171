"""A PostgreSQL that takes connections and never answers, and one that takes its time."""

import time
from collections.abc import Iterator

import pytest
from psycopg.conninfo import conninfo_to_dict

from headwater.errors import StoreError
from headwater.store import Store, open_store, postgres_silence
from tests.running.proxy import Proxy

pytestmark = pytest.mark.postgres


@pytest.fixture
def proxy(postgres_store_url: str) -> Iterator[Proxy]:
    with Proxy(int(str(conninfo_to_dict(postgres_store_url)["port"]))) as passing:
        yield passing


@pytest.fixture
def store(
    proxy: Proxy, postgres_store_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Store]:
    monkeypatch.setattr(postgres_silence, "SILENT_SECONDS", 0.5)
    given = conninfo_to_dict(postgres_store_url)
    url = (
        f"postgresql://{given['user']}:{given['password']}@127.0.0.1:{proxy.port}"
        f"/{given['dbname']}?connect_timeout=2"
    )
    with open_store(url) as opened:
        yield opened


def test_a_server_that_answers_nobody_is_given_up_and_asked_again_later(
    store: Store, proxy: Proxy
) -> None:
    store.positions()
    proxy.hold()
    started = time.monotonic()
    with pytest.raises(StoreError, match="cannot be reached"):
        store.positions()
    assert time.monotonic() - started < 20
    proxy.flow()
    assert store.positions() == {}


def test_a_transaction_under_way_is_given_up_as_a_whole(store: Store, proxy: Proxy) -> None:
    def write() -> None:
        with store.transaction(store.take_over()) as writing:
            writing.advance({"segment": 1})
            proxy.hold()
            writing.advance({"segment": 2})

    with pytest.raises(StoreError, match=r"has not answered for 0\.5 s, and takes no connections"):
        write()
    proxy.flow()
    assert store.positions() == {}


def test_a_statement_that_takes_long_is_waited_for_while_the_server_answers_others(
    store: Store,
) -> None:
    with store.snapshot() as snapshot:
        assert snapshot.query("SELECT 7 FROM pg_sleep(2)") == [(7,)]


def test_a_server_that_refuses_others_is_still_there(
    store: Store, proxy: Proxy, postgres_store_url: str
) -> None:
    with store.snapshot() as snapshot:
        proxy.refuses = True
        assert snapshot.query("SELECT 7 FROM pg_sleep(2)") == [(7,)]
