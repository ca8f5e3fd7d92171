"""Writing in transactions, on both stores: all or nothing, and by one pipeline at a time."""

import threading
from typing import Any

import pyarrow as pa
import pytest

from headwater.errors import FencedError, RefusedRowsError, StoreError
from headwater.store import Store, arrow_schema, open_store
from headwater.store.tables import DROPS, EDGES, FACET_VALUES
from tests.store.rows import edges, everything, keys, pairs, refusing, rows_of, values_of


def facets(*pairs: tuple[str, str]) -> pa.Table:
    rows = [{"hash": name, "value": value} for name, value in pairs]
    return pa.Table.from_pylist(rows, schema=arrow_schema(FACET_VALUES))


def test_upsert_replaces_rows_with_the_same_key(store: Store) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as tx:
        tx.upsert(FACET_VALUES, rows_of(facets(("a", "1"), ("b", "2"))))
        tx.upsert(FACET_VALUES, rows_of(facets(("b", "3"), ("c", "4"))))
    assert store.query("SELECT hash, value FROM facet_values ORDER BY hash") == [
        ("a", "1"),
        ("b", "3"),
        ("c", "4"),
    ]


def test_upsert_into_a_table_that_is_all_key_is_harmless(store: Store) -> None:
    drop = {"dataset_id": 1, "dropped_at": 2, "place_kind": 0, "place_id": "x"}
    with store.transaction(store.take_over()) as tx:
        for _ in range(2):
            tx.upsert(DROPS, values_of(DROPS, [drop]))
    assert store.query("SELECT * FROM drops") == [(1, 2, 0, "x")]


def test_remove_takes_the_rows_with_the_keys_and_only_those(store: Store) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2), (1, 3), (2, 3), (3, 4))))
        tx.remove(EDGES, keys(EDGES, edges((1, 2), (2, 3), (2, 4))))
        tx.remove(EDGES, [])
    assert pairs(store) == [(1, 3), (3, 4)]


def test_positions_advance_with_the_rows(store: Store, second: Store) -> None:
    epoch = store.take_over()
    assert store.positions() == {}
    with store.transaction(epoch) as tx:
        tx.advance({"000001": 100, "000002": 5})
        assert second.positions() == {}
    with store.transaction(epoch) as tx:
        tx.advance({"000002": 2**40})
    assert second.positions() == {"000001": 100, "000002": 2**40}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"basis": None}, RefusedRowsError),
        ({"origin": None}, RefusedRowsError),
        ({"origin": "x"}, RefusedRowsError),
        ({"origin": True}, RefusedRowsError),
        ({"more": 1}, RefusedRowsError),
    ],
    ids=["null in a text", "null in a number", "wrong type", "almost the type", "too many columns"],
)
def test_rows_that_do_not_fit_are_refused(
    store: Store, change: dict[str, Any], error: type[StoreError]
) -> None:
    epoch = store.take_over()
    [row] = edges((1, 2)).to_pylist()
    misfit = tuple((row | change).values())

    def write() -> None:
        with store.transaction(epoch) as tx:
            tx.upsert(EDGES, [misfit])

    def rebuild() -> None:
        with store.rebuild(epoch) as target:
            target.load(EDGES, [[misfit]])
            target.publish({})

    for attempt in (write, rebuild):
        with pytest.raises(error):
            attempt()
    assert pairs(store) == []


def test_an_error_in_the_block_leaves_nothing_behind(store: Store) -> None:
    epoch = store.take_over()
    before = everything(store)

    def fail() -> None:
        with store.transaction(epoch) as tx:
            tx.upsert(EDGES, rows_of(edges((1, 2))))
            tx.advance({"000001": 1})
            raise RuntimeError("pipeline")

    with pytest.raises(RuntimeError, match="pipeline"):
        fail()
    assert everything(store) == before
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((3, 4))))
    assert pairs(store) == [(3, 4)]


def test_a_refused_row_undoes_the_whole_transaction(store: Store) -> None:
    epoch = store.take_over()
    refusing(store)
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2))))

    def collide() -> None:
        with store.transaction(epoch) as tx:
            tx.advance({"000001": 1})
            tx.upsert(EDGES, rows_of(edges((5, 6), (7, 2))))

    with pytest.raises(StoreError, match="refused a row"):
        collide()
    assert pairs(store) == [(1, 2)]
    assert store.positions() == {}


def test_a_caller_who_catches_the_error_cannot_commit_half(store: Store) -> None:
    epoch = store.take_over()
    refusing(store)
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2))))

    def collide_and_go_on() -> None:
        with store.transaction(epoch) as tx:
            tx.advance({"000001": 1})
            with pytest.raises(StoreError, match="refused a row"):
                tx.upsert(EDGES, rows_of(edges((5, 6), (7, 2))))

    with pytest.raises(StoreError, match="none of it is kept"):
        collide_and_go_on()
    assert pairs(store) == [(1, 2)]
    assert store.positions() == {}


def test_a_transaction_cannot_be_written_to_after_its_end(store: Store) -> None:
    with store.transaction(store.take_over()) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2))))
    with pytest.raises(StoreError, match="this write has ended"):
        tx.upsert(EDGES, rows_of(edges((3, 4))))
    assert pairs(store) == [(1, 2)]


def test_who_takes_over_fences_the_other(store: Store, second: Store) -> None:
    first_epoch = store.take_over()
    second_epoch = second.take_over()
    assert (first_epoch, second_epoch) == (1, 2)
    with pytest.raises(FencedError, match="epoch 2"), store.transaction(first_epoch):
        pytest.fail("a fenced pipeline must not get into its transaction")
    with second.transaction(second_epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2))))
    assert pairs(store) == [(1, 2)]


def test_taking_over_waits_for_a_running_transaction(store: Store, store_url: str) -> None:
    epoch = store.take_over()
    taken: list[int] = []
    with open_store(store_url) as other:
        thread = threading.Thread(target=lambda: taken.append(other.take_over()))
        with store.transaction(epoch) as tx:
            thread.start()
            tx.upsert(EDGES, rows_of(edges((1, 2))))
            thread.join(0.2)
            assert taken == []
        thread.join()
    assert taken == [2]
    assert pairs(store) == [(1, 2)]


def test_a_writer_that_waits_too_long_says_so(store: Store, second: Store) -> None:
    epoch = store.take_over()
    with store.transaction(epoch) as tx:
        tx.upsert(EDGES, rows_of(edges((1, 2))))
        with pytest.raises(StoreError, match="locked by another process"):
            second.take_over()
    assert pairs(second) == [(1, 2)]
