from collections.abc import Callable

from headwater.query.search import search
from headwater.store import Snapshot
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


def found(snapshot: Snapshot, text: str, limit: int = 20) -> list[str]:
    return [hit.id for hit in search(snapshot, text, limit=limit).hits]


def test_exact_names_come_first_then_beginnings_then_parts_then_namespaces(
    rows: Rows, stored: Stored
) -> None:
    for name in ("raw_orders", "Orders_daily", "ORDERS", "other"):
        rows.dataset(name)
    rows.job("load", "orders")
    snapshot = stored()
    assert found(snapshot, "orders") == [
        "dataset:ns:ORDERS",
        "dataset:ns:Orders_daily",
        "dataset:ns:raw_orders",
        "job:orders:load",
    ]
    assert found(snapshot, "ns:oth") == ["dataset:ns:other"]
    assert found(snapshot, "orders", limit=1) == ["dataset:ns:ORDERS"]
    assert search(snapshot, "orders", limit=1).has_more
    assert not search(snapshot, "orders", limit=4).has_more
    assert [hit.id for hit in search(snapshot, "orders", kind="job").hits] == ["job:orders:load"]


def test_wildcards_are_plain_characters(rows: Rows, stored: Stored) -> None:
    rows.dataset("a_b")
    rows.dataset("axb")
    assert found(stored(), "a_b") == ["dataset:ns:a_b"]


def test_a_dataset_is_found_once_by_any_name_and_not_when_deleted(
    rows: Rows, stored: Stored
) -> None:
    rows.dataset("lake/orders", aliases=[("glue", "orders")])
    rows.dataset("gone_orders")
    rows.edit("delete", "dataset", "ns", "gone_orders", 5)
    [hit] = search(stored(), "orders").hits
    assert (hit.id, hit.aliases) == ("dataset:ns:lake/orders", ("dataset:glue:orders",))
