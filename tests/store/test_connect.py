"""Opening a store: by which URL, whether it is ours, and what is said when it cannot be."""

import os
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from headwater.errors import ForeignLogError, StoreError, StoreSchemaError
from headwater.model.facts import Rules
from headwater.store import (
    Store,
    connect,
    open_store,
    postgres,
    postgres_errors,
    sqlite_errors,
    tables,
)
from headwater.store.postgres_silence import ListeningConnection
from headwater.store.tables import EDGES
from tests.store.rows import batches_of, edges, fill, pairs, rows_of


def end_connections(postgres_store_url: str) -> None:
    with psycopg.connect(postgres_store_url) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_new_store_is_empty_and_knows_what_it_is(store_url: str) -> None:
    with open_store(store_url, settings_digest="abc") as store:
        own = str(tables.SCHEMA_VERSION)
        meta = store.meta()
        assert msgspec.json.decode(meta.pop("rules"), type=Rules) == Rules()
        assert meta == {"schema_version": own, "settings_digest": "abc", "epoch": "0"}
        assert store.positions() == {}
        assert pairs(store) == []


def test_a_store_is_opened_again_as_it_was(store_url: str) -> None:
    with open_store(store_url, settings_digest="abc") as store:
        fill(store)
    with open_store(store_url, settings_digest="abc") as store:
        assert store.positions() == {"000001": 10}


def test_many_may_create_a_store_at_once(store_url: str) -> None:
    stores: list[Store] = []

    def create() -> None:
        stores.append(open_store(store_url))

    threads = [threading.Thread(target=create) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(store.take_over() for store in stores) == [1, 2, 3, 4, 5, 6]
    for store in stores:
        store.close()


def test_other_settings_ask_for_a_rebuild_and_one_is_possible(store_url: str) -> None:
    with open_store(store_url, settings_digest="abc") as store:
        fill(store)
    expected = "with settings_digest abc; this program expects settings_digest xyz: run `headwater"
    with pytest.raises(StoreSchemaError, match=expected):
        open_store(store_url, settings_digest="xyz")
    with open_store(store_url, settings_digest="xyz", rebuild=True) as store:
        with store.rebuild(store.take_over()) as target:
            target.load(EDGES, batches_of(edges((3, 4))))
            target.publish({})
        assert pairs(store) == [(3, 4)]
    with open_store(store_url, settings_digest="xyz") as store:
        assert store.meta()["settings_digest"] == "xyz"


def test_another_schema_version_asks_for_a_rebuild(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(store_url).close()
    monkeypatch.setattr(connect, "SCHEMA_VERSION", 99)
    with pytest.raises(StoreSchemaError, match=r"schema_version \d+.*expects schema_version 99"):
        open_store(store_url)
    with (
        open_store(store_url, rebuild=True) as store,
        store.rebuild(store.take_over()) as target,
    ):
        target.publish({})
    with open_store(store_url) as store:
        assert store.meta()["schema_version"] == "99"


@pytest.mark.postgres
def test_a_store_that_is_only_read_needs_no_right_to_write(postgres_store_url: str) -> None:
    place = postgres_store_url.rpartition("@")[2]
    with (
        psycopg.connect(postgres_store_url, autocommit=True) as connection,
        open_store(postgres_store_url) as store,
        store.claimed(),
    ):
        fill(store)
        connection.execute("CREATE ROLE only_reads LOGIN PASSWORD 'secret'")
        connection.execute("GRANT pg_read_all_data, pg_monitor TO only_reads")
        try:
            with open_store(f"postgresql://only_reads:secret@{place}") as other:
                assert pairs(other) == pairs(store)
                assert other.claim() == store.claim()
                with pytest.raises(StoreError, match="permission denied"):
                    other.take_over()
        finally:
            connection.execute("DROP ROLE only_reads")


def test_a_store_belongs_to_the_first_log_that_it_is_derived_from(
    store: Store, second: Store
) -> None:
    store.require_log("first")
    assert store.log() == ""
    store.belong_to("first")
    second.belong_to("first")
    expected = (
        "belongs to the log first, and this is the log second: .* `headwater build --adopt-log`"
    )
    for refused in (second.require_log, second.belong_to):
        with pytest.raises(ForeignLogError, match=expected):
            refused("second")
    with store.rebuild(store.take_over()) as target:
        target.publish({})
    assert second.log() == "first"


def test_a_rebuild_adopts_another_log_when_it_is_published(store: Store, store_url: str) -> None:
    store.belong_to("first")
    with open_store(store_url, adopt=True) as adopting:
        adopting.belong_to("second")
        with adopting.rebuild(adopting.take_over(), "second") as target:
            assert store.log() == "first"
            target.publish({})
    store.require_log("second")
    with pytest.raises(ForeignLogError):
        store.require_log("first")


def test_an_open_store_notices_that_it_was_rebuilt_by_other_code(store_url: str) -> None:
    with open_store(store_url) as store:
        with open_store(store_url, settings_digest="new", rebuild=True) as other:
            fill(other)
        with pytest.raises(StoreSchemaError):
            pairs(store)


def test_connections_hold_as_much_of_the_file_as_they_are_told(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/store", page_cache=4 << 20) as store:
        assert store.query("PRAGMA cache_size") == [(-4096,)]


def test_relative_and_absolute_directories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("sqlite:///./a/b", f"sqlite:///{tmp_path}/d"):
        open_store(url).close()
    assert sorted(p.parent.name for p in tmp_path.rglob("CURRENT")) == ["b", "d"]
    assert (tmp_path / "d" / "CURRENT").read_text() == "000001.sqlite\n"


@pytest.mark.parametrize("url", ["mysql://x/y", "store.db", "sqlite:///", ""])
def test_an_unknown_url_is_told_what_is_expected(url: str) -> None:
    with pytest.raises(StoreError, match="sqlite:////absolute/directory"):
        open_store(url)


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    with pytest.raises(StoreError, match=r"127.0.0.1:1 cannot be reached") as caught:
        open_store("postgresql://me:secret@127.0.0.1:1/lineage")
    assert "secret" not in str(caught.value)


@pytest.mark.postgres
def test_a_reader_survives_a_server_that_ended_its_connections(postgres_store_url: str) -> None:
    with open_store(postgres_store_url) as store:
        assert pairs(store) == []
        end_connections(postgres_store_url)
        assert pairs(store) == []


@pytest.mark.postgres
def test_a_connection_lost_in_a_transaction_is_a_clear_error(postgres_store_url: str) -> None:
    with open_store(postgres_store_url) as store:
        epoch = store.take_over()

        def lose_connection() -> None:
            with store.transaction(epoch) as tx:
                tx.upsert(EDGES, rows_of(edges((1, 2))))
                end_connections(postgres_store_url)
                tx.upsert(EDGES, rows_of(edges((3, 4))))

        with pytest.raises(StoreError, match="cannot be reached"):
            lose_connection()
        assert pairs(store) == []


@pytest.mark.postgres
def test_a_database_that_cannot_hold_every_character_is_refused(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(
            "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc"
            " TEMPLATE template0"
        )
        try:
            with pytest.raises(StoreError, match="ENCODING 'UTF8'"):
                open_store(f"{postgres_url.rpartition('/')[0]}/latin")
        finally:
            connection.execute("DROP DATABASE latin WITH (FORCE)")


@pytest.mark.postgres
def test_a_role_that_may_not_create_is_told_what_to_grant(postgres_store_url: str) -> None:
    with psycopg.connect(postgres_store_url, autocommit=True) as connection:
        connection.execute("CREATE ROLE guest LOGIN PASSWORD 'guest'")
        try:
            place = postgres_store_url.rpartition("@")[2]
            with pytest.raises(StoreError, match="grant the role CREATE"):
                open_store(f"postgresql://guest:guest@{place}")
        finally:
            connection.execute("DROP ROLE guest")


def test_a_directory_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        open_store(f"sqlite:///{tmp_path}/file/store")


def test_a_damaged_file_says_how_to_recover(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path}/store").close()
    (tmp_path / "store" / "000001.sqlite").write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match=r"delete the directory and run `headwater build --full`"):
        open_store(f"sqlite:///{tmp_path}/store")


FILL_UNTIL_REFUSED = """
import resource
import sys
from headwater.errors import StoreError
from headwater.store import open_store
from headwater.store.postgres_silence import ListeningConnection
from headwater.store.tables import EDGES
from tests.store.rows import batches_of, edges, pairs, rows_of
resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))
store = open_store(sys.argv[1])
epoch = store.take_over()
with store.transaction(epoch) as tx:
    tx.upsert(EDGES, rows_of(edges((1, 2))))
try:
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges(*((n, n) for n in range(100_000)))))
except StoreError as error:
    print(error)
print(pairs(store))
try:
    with store.rebuild(epoch) as target:
        target.load(EDGES, batches_of(edges(*((n, n) for n in range(100_000)))))
        target.publish({})
except StoreError as error:
    print(error)
print(pairs(store))
"""


def test_a_disk_that_takes_no_more_leaves_the_old_state(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FILL_UNTIL_REFUSED, f"sqlite:///{tmp_path}/store"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    refused, after, refused_rebuild, after_rebuild = done.stdout.splitlines()
    assert "writable and has space, then repeat" in refused
    assert "writable and has space, then repeat" in refused_rebuild
    assert after == after_rebuild == "[(1, 2)]"
    assert not list((tmp_path / "store").glob("building*"))


def test_a_full_disk_is_called_by_its_name() -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"
    with (
        pytest.raises(StoreError, match="no space left"),
        sqlite_errors.clear_errors("a directory"),
    ):
        raise full
    with pytest.raises(StoreError, match="no space left"), postgres_errors.clear_errors("a server"):
        raise psycopg.errors.DiskFull("could not extend file")


@pytest.mark.postgres
def test_a_connection_that_cannot_be_prepared_is_closed(
    postgres_store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[ListeningConnection] = []
    connect_to = ListeningConnection.to

    def connecting(given: dict[str, Any]) -> ListeningConnection:
        opened.append(connect_to(given))
        opened[0].execute("SET idle_session_timeout = 1")  # so that it is lost before it is used
        time.sleep(0.1)
        return opened[0]

    monkeypatch.setattr(ListeningConnection, "to", connecting)
    with pytest.raises(StoreError, match="cannot be reached"):
        postgres.PostgresSession(postgres_store_url, "the database", patience=1)
    assert opened[0].closed


@pytest.mark.parametrize("content", [bytes(14), b"\xff00001.sqlite\n", b"../other\n"])
def test_a_damaged_pointer_says_how_to_recover(tmp_path: Path, content: bytes) -> None:
    open_store(f"sqlite:///{tmp_path}/store").close()
    (tmp_path / "store" / "CURRENT").write_bytes(content)
    with pytest.raises(StoreError, match=r"CURRENT names .*; delete the directory and run"):
        open_store(f"sqlite:///{tmp_path}/store")


def test_a_damaged_announcement_is_shown_as_it_is(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/store") as store, store.claimed():
        (tmp_path / "store" / "PIPELINE").write_bytes(b"headwater \xff")
        assert store.claim() is not None


@pytest.mark.postgres
def test_a_server_that_is_gone_without_a_word_is_noticed_unless_the_url_says_otherwise(
    postgres_store_url: str,
) -> None:
    parameters = _parameters(postgres_store_url)
    assert (parameters["keepalives_idle"], parameters["tcp_user_timeout"]) == ("15", "30000")
    parameters = _parameters(f"{postgres_store_url}?keepalives_idle=77")
    assert (parameters["keepalives_idle"], parameters["tcp_user_timeout"]) == ("77", "30000")


def _parameters(url: str) -> dict[str, str]:
    with open_store(url) as store, store._backend.read_session() as session:
        parameters: dict[str, str] = session.connection.info.get_parameters()  # type: ignore[attr-defined]  # PostgreSQL's
        return parameters
