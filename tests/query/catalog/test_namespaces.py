from collections.abc import Callable

import pytest

from headwater.errors import NotFoundError
from headwater.query.catalog.namespaces import namespace, namespaces
from headwater.questions.pages import Page
from headwater.store import Snapshot
from headwater.store.tables import EVENTS
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


def event(rows: Rows, node: int, at: int) -> None:
    rows.add(EVENTS, digest=rows.digest(), event_time=at, node_id=node)


def test_namespaces_of_jobs_and_datasets_are_listed_by_name(rows: Rows, stored: Stored) -> None:
    event(rows, rows.job("j", "etl"), 10)
    event(rows, rows.job("k", "etl"), 30)
    event(rows, rows.dataset("d", "a", aliases=[("glue", "d")]), 20)
    rows.dataset("mentioned", "by columns", own_right=False)
    rows.edit("describe", "namespace", "put", "", at=40, owner="me", description="ours")
    snapshot = stored()
    found = namespaces(snapshot)
    assert [(shown.name, shown.created_at, shown.updated_at) for shown in found.namespaces] == [
        ("a", 20, 20),
        ("etl", 10, 30),
        ("put", 40, 40),
    ]
    assert (found.total_count, found.next) == (3, None)
    assert found.namespaces[1].owner is None
    page = namespaces(snapshot, Page(limit=2))
    assert page.total_count == 3
    rest = namespaces(snapshot, Page(limit=2, next=page.next))
    assert [shown.name for shown in rest.namespaces] == ["put"]


def test_of_what_users_say_the_last_counts_field_by_field(rows: Rows, stored: Stored) -> None:
    rows.edit("describe", "namespace", "ns", "", at=10, owner="a", description="first")
    rows.edit("describe", "namespace", "ns", "", at=20, owner="b")
    found = namespace(stored(), "ns")
    assert (found.owner, found.description) == ("b", "first")
    assert (found.created_at, found.updated_at) == (10, 20)


def test_a_deleted_namespace_is_hidden_until_something_in_it_is_back(
    rows: Rows, stored: Stored
) -> None:
    for name in ("gone", "back", "described", "restored"):
        event(rows, rows.job("j", name), 10)
        rows.edit("delete", "namespace", name, "", at=20)
    event(rows, rows.job("k", "back"), 30)
    rows.edit("describe", "namespace", "gone", "", at=5, owner="me")
    rows.edit("describe", "namespace", "described", "", at=30, owner="me")
    rows.edit("restore", "namespace", "restored", "", at=30)
    snapshot = stored()
    found = namespaces(snapshot)
    assert [shown.name for shown in found.namespaces] == ["back", "described", "restored"]
    assert (found.total_count, namespace(snapshot, "gone").is_hidden) == (3, True)
    with pytest.raises(NotFoundError, match="'nowhere'"):
        namespace(snapshot, "nowhere")
