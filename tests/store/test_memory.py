"""What was read is kept until a table it was read from changes, and never longer."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.errors import StoreError
from headwater.store import Snapshot, Store, arrow_schema, memory, open_store
from headwater.store.backend import Row
from headwater.store.memory import one_value, tables_of
from headwater.store.tables import EDGES, FACET_VALUES, Table
from tests.store.rows import batches_of, edges, keys, refusing, rows_of

SQL = "SELECT origin, destination FROM edges WHERE origin IN {keys} ORDER BY destination"
VALUES = "SELECT hash, value FROM facet_values WHERE hash IN {keys}"
WITH_FACETS = (
    "SELECT g.origin, v.value FROM edges g JOIN facet_values v ON v.hash = g.basis"
    " WHERE g.origin IN {keys}"
)


def destinations(rows: list[Row]) -> tuple[int, ...]:
    return tuple(destination for _, destination in rows)


def ask(snapshot: Snapshot, *keys: int) -> dict[int, tuple[int, ...]]:
    return snapshot.by_key(SQL, keys, destinations)


def asked(store: Store, *keys: int) -> dict[int, tuple[int, ...]]:
    with store.snapshot() as snapshot:
        return ask(snapshot, *keys)


def write(store: Store, table: Table, rows: pa.Table) -> None:
    with store.transaction(store.take_over()) as transaction:
        transaction.upsert(table, rows_of(rows))


def facets(*hashes: str) -> pa.Table:
    return pa.table([list(hashes), ["{}"] * len(hashes)], schema=arrow_schema(FACET_VALUES))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The keys of each query over keys."""
    found: list[list[int]] = []
    query_in = Snapshot.query_in

    def counted(self: Snapshot, sql: str, keys: Any, params: Sequence[Any] = ()) -> list[Row]:
        found.append(list(keys))
        return query_in(self, sql, keys, params)

    monkeypatch.setattr(Snapshot, "query_in", counted)
    return found


def test_each_key_is_read_once_with_or_without_rows(store: Store, read: list[list[int]]) -> None:
    write(store, EDGES, edges((1, 2), (1, 3), (2, 3)))
    assert asked(store, 2, 1, 9, 1) == {1: (2, 3), 2: (3,)}
    assert list(asked(store, 2, 1)) == [1, 2]
    assert asked(store, 1, 5, 9) == {1: (2, 3)}
    assert read == [[1, 2, 9], [5]]


def test_what_is_written_or_removed_is_seen_at_once(store: Store) -> None:
    assert asked(store, 1) == {}
    write(store, EDGES, edges((1, 2)))
    assert asked(store, 1) == {1: (2,)}
    write(store, EDGES, edges((1, 3)))
    assert asked(store, 1) == {1: (2, 3)}
    with store.transaction(store.take_over()) as transaction:
        transaction.remove(EDGES, keys(EDGES, edges((1, 3))))
    assert asked(store, 1) == {1: (2,)}


def test_other_tables_do_not_matter(store: Store, read: list[list[int]]) -> None:
    write(store, EDGES, edges((1, 2)))
    asked(store, 1)
    write(store, FACET_VALUES, facets("a"))
    asked(store, 1)
    write(store, EDGES, edges())  # no rows, no change
    asked(store, 1)
    assert read == [[1]]


def test_what_its_key_is_a_digest_of_is_kept_whatever_changes(
    store: Store, read: list[list[str]]
) -> None:
    def values(*hashes: str) -> dict[str, str]:
        with store.snapshot() as snapshot:
            return snapshot.by_key(VALUES, hashes, one_value, unchanging=True)

    write(store, FACET_VALUES, facets("a"))
    assert values("a", "b") == {"a": "{}"}
    write(store, FACET_VALUES, facets("b"))
    assert values("a", "b") == {"a": "{}", "b": "{}"}
    with store.rebuild(store.take_over()) as rebuild:
        rebuild.load(FACET_VALUES, batches_of(facets("c")))
        rebuild.publish({})
    assert values("b", "c") == {"c": "{}"}
    assert read == [["a", "b"], ["b"], ["b", "c"]]


def test_every_table_of_a_join_matters(store: Store) -> None:
    def values() -> dict[int, list[Row]]:
        with store.snapshot() as snapshot:
            return snapshot.by_key(WITH_FACETS, [1], list)

    write(store, EDGES, edges((1, 2)))
    assert values() == {}
    write(store, FACET_VALUES, facets("listed"))
    assert values() == {1: [(1, "{}")]}


def test_a_snapshot_stays_what_it_is_and_later_ones_are_not_misled(store: Store) -> None:
    write(store, EDGES, edges((1, 2), (5, 6)))
    with store.snapshot() as before:
        assert ask(before, 1) == {1: (2,)}
        write(store, EDGES, edges((1, 3), (5, 7)))
        assert asked(store, 1) == {1: (2, 3)}
        assert ask(before, 1, 5) == {1: (2,), 5: (6,)}
        assert asked(store, 1, 5) == {1: (2, 3), 5: (6, 7)}


def test_what_others_write_counts(store: Store, second: Store) -> None:
    write(store, EDGES, edges((1, 2)))
    assert asked(store, 1) == {1: (2,)}
    write(second, EDGES, edges((1, 3)))
    assert asked(store, 1) == {1: (2, 3)}


def test_a_rebuild_is_another_store(store: Store) -> None:
    write(store, EDGES, edges((1, 2)))
    assert asked(store, 1) == {1: (2,)}
    with store.rebuild(store.take_over()) as rebuild:
        rebuild.load(EDGES, batches_of(edges((1, 9))))
        rebuild.publish({})
    assert asked(store, 1) == {1: (9,)}
    write(store, EDGES, edges((1, 2)))
    assert asked(store, 1) == {1: (2, 9)}


def test_no_state_comes_again_when_a_store_is_put_back(store: Store) -> None:
    """As when a dump is restored, or a replica takes over that lacks the last commits."""
    write(store, EDGES, edges((1, 2)))
    with store.snapshot() as snapshot:
        before: dict[str, int] = dict(snapshot.query("SELECT name, state FROM states"))
    write(store, EDGES, edges((1, 3)))
    assert asked(store, 1) == {1: (2, 3)}
    with store._backend.write_session() as session:  # as nothing in the program does
        session.execute("DELETE FROM edges WHERE destination = 3")
        session.execute("UPDATE states SET state = ? WHERE name = ?", (before["edges"], "edges"))
    write(store, EDGES, edges((1, 4)))
    assert asked(store, 1) == {1: (2, 4)}


def test_a_write_that_fails_changes_nothing(store: Store, read: list[list[int]]) -> None:
    write(store, EDGES, edges((1, 2)))
    asked(store, 1)
    refusing(store)
    with pytest.raises(StoreError):
        write(store, EDGES, edges((1, 3), (9, 2)))
    assert asked(store, 1) == {1: (2,)}
    assert read == [[1]]


def test_too_much_is_forgotten_but_not_while_it_is_in_use(
    store: Store, read: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "MOST_BYTES", 600)
    write(store, EDGES, edges((1, 2), (1, 3), (1, 4), (2, 3)))
    with store.snapshot() as snapshot:
        assert ask(snapshot, 1, 2) == ask(snapshot, 1, 2) == {1: (2, 3, 4), 2: (3,)}
    assert read == [[1, 2]]
    assert asked(store, 2) == {2: (3,)}
    assert asked(store, 2) == {2: (3,)}
    assert read == [[1, 2], [2]]


def test_only_tables_of_the_store_can_be_told_to_have_changed() -> None:
    nested = "SELECT 1 FROM runs WHERE EXISTS (select 1 from nodes JOIN edges ON 1 = 1)"
    assert tables_of(nested) == ("edges", "nodes", "runs")
    assert tables_of("SELECT 1 FROM nodes n JOIN runs AS r ON 1 = 1") == ("nodes", "runs")
    walk = (
        "WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT 1 FROM up JOIN runs) SELECT 1 FROM up"
    )
    assert tables_of(walk) == ("runs",)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1",
        "WITH newest AS (SELECT 1 FROM runs) SELECT 1 FROM newest",
        "SELECT 1 FROM runs, nodes",
        "SELECT 1 FROM runs AS r, nodes n",
        'SELECT 1 FROM "runs" JOIN nodes ON 1 = 1',
        "SELECT 1 FROM (SELECT 1 FROM runs) JOIN nodes ON 1 = 1",
    ],
)
def test_what_cannot_be_told_for_sure_is_refused(sql: str) -> None:
    with pytest.raises(StoreError, match="each after its own FROM or JOIN; found: "):
        tables_of(sql)


changes = st.lists(
    st.tuples(st.booleans(), st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4)),
    max_size=6,
)


@settings(max_examples=60)
@given(changes=changes, data=st.data())
def test_whatever_is_written_and_whenever_it_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    changes: list[tuple[bool, set[tuple[int, int]]]],
    data: st.DataObject,
) -> None:
    place: Path = tmp_path_factory.mktemp("store")
    held: set[tuple[int, int]] = set()
    with open_store(f"sqlite:///{place}") as store:
        for removes, some in changes:
            with store.transaction(store.take_over()) as transaction:
                rows = edges(*sorted(some))
                if removes:
                    transaction.remove(EDGES, keys(EDGES, rows))
                else:
                    transaction.upsert(EDGES, rows_of(rows))
            held = held - some if removes else held | some
            wanted = data.draw(st.sets(st.integers(0, 4)))
            expected = {key: tuple(sorted(d for o, d in held if o == key)) for key in wanted}
            assert asked(store, *wanted) == {k: found for k, found in expected.items() if found}
