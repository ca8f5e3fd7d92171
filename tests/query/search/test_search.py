import time
from collections.abc import Callable
from typing import Any

import pytest

from headwater.answers.facets import Tag
from headwater.answers.search import Hits, Match
from headwater.errors import BadRequestError
from headwater.model.canonical import node_id
from headwater.query.catalog.tags import tags
from headwater.questions.pages import Page
from headwater.store import Snapshot, Store
from headwater.store.tables import EVENTS, FOREVER
from tests.query.rows import Rows
from tests.questions import search

Stored = Callable[[], Snapshot]


def hits(snapshot: Snapshot, text: str, page: Page | None = None, **wanted: Any) -> Hits:
    return search(snapshot, text, page=page or Page(), **wanted)


def ids(snapshot: Snapshot, text: str, **wanted: Any) -> list[str]:
    return [hit.id for hit in hits(snapshot, text, **wanted).hits]


def matches(snapshot: Snapshot, text: str) -> dict[str, Match]:
    return {hit.name: hit.match for hit in hits(snapshot, text).hits}


def test_exact_names_come_first_then_beginnings_then_parts_then_namespaces(
    rows: Rows, stored: Stored
) -> None:
    for name in ("raw_orders", "Orders_daily", "ORDERS", "other"):
        rows.dataset(name)
    rows.job("load", "orders")
    snapshot = stored()
    assert ids(snapshot, "orders") == [
        "dataset:ns:ORDERS",
        "dataset:ns:Orders_daily",
        "dataset:ns:raw_orders",
        "job:orders:load",
    ]
    assert ids(snapshot, "ns:oth") == ["dataset:ns:other"]
    assert ids(snapshot, "orders", filter="JOB") == ["job:orders:load"]
    assert ids(snapshot, "orders", namespace="orders") == ["job:orders:load"]
    assert ids(snapshot, "orders", namespace="nowhere") == []


def test_the_words_of_a_text_are_found_apart_from_each_other_in_a_name(
    rows: Rows, stored: Stored
) -> None:
    for name in ("MARTS.DAILY_REVENUE", "revenue by day", "daily_costs"):
        rows.dataset(name)
    rows.job("report.board_pack", "finance")
    snapshot = stored()
    assert ids(snapshot, "daily rev") == ["dataset:ns:MARTS.DAILY_REVENUE"]
    assert ids(snapshot, "rev daily") == ["dataset:ns:MARTS.DAILY_REVENUE"]
    assert ids(snapshot, "revenue by") == ["dataset:ns:revenue by day"]
    assert matches(snapshot, "board pack") == {
        "report.board_pack": Match("name", ("report.board_pack",))
    }
    # A word may be in the namespace.
    assert matches(snapshot, "finance pack") == {
        "report.board_pack": Match("namespace", ("job:finance:report.board_pack",))
    }


def test_then_come_fields_tags_descriptions_and_owners(rows: Rows, stored: Stored) -> None:
    keys = {name: rows.dataset(name) for name in ("owned", "told", "tagged", "typed", "close")}
    rows.version(keys["close"], 10, schema_hash=rows.schema(Email="text"))
    rows.version(keys["typed"], 10, schema_hash=rows.schema(id="int", email_hash="text"))
    rows.stated(keys["tagged"], "tags", {"tags": [{"key": "email", "value": "yes"}]})
    rows.stated(keys["told"], "documentation", {"description": "one row\nper e-mail or Email"})
    rows.stated(keys["owned"], "ownership", {"owners": [{"name": "team:email"}, "odd"]})
    rows.job("email")
    snapshot = stored()
    assert list(matches(snapshot, "EMAIL").items()) == [
        ("email", Match("name", ("email",))),
        ("close", Match("field", ("Email",))),
        ("typed", Match("field", ("email_hash",))),
        ("tagged", Match("tag", ("email=yes",))),
        ("told", Match("description", ("one row per e-mail or Email",))),
        ("owned", Match("owner", ("team:email",))),
    ]
    shown = {hit.name: (hit.tags, hit.owners) for hit in hits(snapshot, "email").hits}
    assert (shown["tagged"], shown["owned"]) == ((("email",), ()), ((), ("team:email",)))


def test_tags_are_found_and_shown_with_their_values(rows: Rows, stored: Stored) -> None:
    stated, edited = rows.dataset("stated"), rows.dataset("edited")
    tags = [
        {"key": "tier", "value": "production", "source": "AIRFLOW"},
        {"key": "pii", "value": "true", "field": "email"},
    ]
    for key in (stated, edited):
        rows.stated(key, "tags", {"tags": tags})
    rows.edit("tag", "dataset", "ns", "edited", 1, tag="gold")
    snapshot = stored()
    both = {name: Match("tag", ("tier=production",)) for name in ("edited", "stated")}
    assert matches(snapshot, "production") == matches(snapshot, "Tier=Prod") == both
    tier, gold = Tag("tier", "production", "AIRFLOW", None), Tag("gold", None, "USER", None)
    shown = {hit.name: (hit.tags, hit.all_tags) for hit in hits(snapshot, "tier").hits}
    assert shown == {
        "edited": (("gold", "tier"), (gold, tier)),
        "stated": (("tier",), (tier,)),
    }


def test_the_words_of_facets_themselves_are_not_found(rows: Rows, stored: Stored) -> None:
    key = rows.dataset("d")
    rows.version(key, 10, schema_hash=rows.schema(id="int"))
    rows.stated(key, "documentation", {"description": 7})
    rows.stated(key, "ownership", {"owners": {"name": "x"}})
    snapshot = stored()
    for word in ("fields", "name", "type", "description", "owners"):
        assert ids(snapshot, word) == [], word


def test_only_fields_of_the_newest_version_count_composed_or_not(
    rows: Rows, stored: Stored
) -> None:
    key = rows.dataset("d")
    rows.version(key, 10, 20, schema_hash=rows.schema(before="int"))
    rows.version(key, 20, schema_hash=rows.schema(after="int"))
    composed = '{"fields":[{"name":"composed"}]}'
    rows.version(rows.dataset("e"), kind="initial", schema_hash="0" * 32, schema_value=composed)
    snapshot = stored()
    assert ids(snapshot, "before") == []
    assert ids(snapshot, "after") == ["dataset:ns:d"]
    assert ids(snapshot, "composed") == ["dataset:ns:e"]


def test_fields_that_a_run_has_read_by_version_are_not_those_of_now(
    rows: Rows, stored: Stored
) -> None:
    key = rows.dataset("d")
    rows.version(key, 10, schema_hash=rows.schema(current="int"))
    rows.version(key, 20, kind="pinned", schema_hash=rows.schema(pinned="int"))
    rows.version(key, FOREVER - 1, schema_hash=rows.schema(future="int"))
    rows.version(rows.dataset("e"), kind="pinned", schema_hash=rows.schema(pinned="int"))
    snapshot = stored()
    assert ids(snapshot, "current") == ["dataset:ns:d"]
    assert ids(snapshot, "pinned") == ["dataset:ns:e"]
    assert ids(snapshot, "future") == []


def test_fields_that_are_dated_ahead_are_found_once_their_time_has_come(
    rows: Rows, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, hour, now = rows.dataset("d"), 3_600 * 1_000_000, time.time_ns() // 1000
    rows.version(key, 10, now + 30 * hour, schema_hash=rows.schema(before="int"))
    for ahead, field in ((30, "after"), (40, "later")):
        schema = rows.schema(**{field: "int"})
        rows.version(key, now + ahead * hour, kind="event", schema_hash=schema)
        rows.event(key, now + ahead * hour, shape="dataset")
    snapshot = stored()

    def found(hours: int) -> list[str]:
        monkeypatch.setattr(time, "time_ns", lambda: (now + hours * hour) * 1000)
        return [field for field in ("before", "after", "later") if ids(snapshot, field)]

    assert [found(hours) for hours in (0, 5, 7, 17)] == [
        ["before"],
        ["before"],
        ["after"],
        ["later"],
    ]


def test_what_was_said_of_one_name_ends_with_what_is_said_of_another(
    rows: Rows, stored: Stored
) -> None:
    rows.dataset("d", aliases=[("s3://b", "d/")])
    own, other = node_id("dataset", "ns", "d"), node_id("dataset", "s3://b", "d/")
    rows.stated(own, "tags", {"tags": [{"key": "before"}]}, at=1)
    rows.stated(other, "tags", {"tags": [{"key": "after"}]}, at=2)
    rows.stated(own, "documentation", {"description": "taken back"}, at=1)
    rows.stated(other, "documentation", None, at=2)
    snapshot = stored()
    assert ids(snapshot, "after") == ["dataset:ns:d"]
    assert (ids(snapshot, "before"), ids(snapshot, "taken back")) == ([], [])
    assert [tag.name for tag in tags(snapshot).tags] == ["after"]


def test_what_users_say_counts_instead_of_what_producers_say(rows: Rows, stored: Stored) -> None:
    key, job = rows.dataset("d"), rows.job("j")
    rows.stated(key, "documentation", {"description": "old words"})
    rows.stated(key, "tags", {"tags": [{"key": "theirs"}]})
    rows.stated(job, "documentation", {"description": "old words"})
    rows.edit("describe", "dataset", "ns", "d", 1, description="new words")
    rows.edit("tag", "job", "ns", "j", 1, tag="mine")
    snapshot = stored()
    assert ids(snapshot, "old words") == ["job:ns:j"]
    assert ids(snapshot, "new words") == ["dataset:ns:d"]
    assert (ids(snapshot, "theirs"), ids(snapshot, "mine")) == (["dataset:ns:d"], ["job:ns:j"])


def test_wildcards_are_plain_characters(rows: Rows, stored: Stored) -> None:
    rows.dataset("a_b")
    rows.dataset("axb")
    assert ids(stored(), "a_b") == ["dataset:ns:a_b"]


def test_a_dataset_is_found_once_by_any_name_and_not_when_deleted(
    rows: Rows, stored: Stored
) -> None:
    rows.dataset("lake/orders", aliases=[("glue", "orders")])
    rows.dataset("gone_orders")
    rows.edit("delete", "dataset", "ns", "gone_orders", 5)
    snapshot = stored()
    [hit] = hits(snapshot, "orders").hits
    assert (hit.id, hit.aliases) == ("dataset:ns:lake/orders", ("dataset:glue:orders",))
    [by_alias] = hits(snapshot, "glue").hits
    assert by_alias.match == Match("namespace", ("dataset:glue:orders",))


def test_what_only_column_lineage_mentions_is_not_found(rows: Rows, stored: Stored) -> None:
    mentioned, explicit = (rows.dataset(n, own_right=False) for n in ("cte_a", "cte_b"))
    rows.edge(mentioned, rows.job("j"), "column")
    rows.edge(explicit, rows.job("j"), "explicit")
    assert ids(stored(), "cte") == ["dataset:ns:cte_b"]


def test_hits_are_sorted_and_dated_by_when_they_last_occurred(rows: Rows, stored: Stored) -> None:
    for name, at in (("order_c", 30), ("order", 10), ("order_b", 20)):
        rows.add(EVENTS, digest=rows.digest(), event_time=at, node_id=rows.job(name))
    rows.job("order_never")
    snapshot = stored()
    newest = hits(snapshot, "order", sort="UPDATE_AT").hits
    assert [hit.name for hit in newest] == ["order_c", "order_b", "order", "order_never"]
    assert [hit.updated_at for hit in newest] == [30, 20, 10, None]
    by_name = hits(snapshot, "order", sort="NAME").hits
    assert [hit.name for hit in by_name] == ["order", "order_b", "order_c", "order_never"]
    assert ids(snapshot, "order", after=20, before=30) == ["job:ns:order_b"]
    assert hits(snapshot, "order", after=20).total_count == 2


@pytest.mark.parametrize("sort", ["RANK", "NAME", "UPDATE_AT"])
def test_pages_go_on_where_the_last_ended_and_count_all(
    rows: Rows, stored: Stored, sort: str
) -> None:
    for number in range(5):
        rows.dataset(f"order{number}")
    snapshot = stored()
    first = hits(snapshot, "order", Page(limit=2), sort=sort)
    second = hits(snapshot, "order", Page(limit=2, next=first.next), sort=sort)
    third = hits(snapshot, "order", Page(limit=2, next=second.next), sort=sort)
    pages = (first, second, third)
    assert [[hit.name[-1] for hit in page.hits] for page in pages] == [
        ["0", "1"],
        ["2", "3"],
        ["4"],
    ]
    assert [(page.total_count, page.next is None) for page in pages] == [
        (5, False),
        (5, False),
        (5, True),
    ]
    with pytest.raises(BadRequestError):
        hits(snapshot, "order", Page(next="x"), sort=sort)


def test_what_was_read_for_one_state_is_not_taken_for_another(rows: Rows, store: Store) -> None:
    """The index is kept from question to question, while nothing is written."""

    def written(name: str) -> None:
        rows.version(rows.dataset(name), 10, schema_hash=rows.schema(price="int"))
        rows.write(store)

    written("first")
    for _ in range(2):
        with store.snapshot() as snapshot:
            assert (ids(snapshot, "first"), ids(snapshot, "second")) == (["dataset:ns:first"], [])
    written("second")
    with store.snapshot() as snapshot:
        assert ids(snapshot, "second") == ["dataset:ns:second"]
        assert ids(snapshot, "price") == ["dataset:ns:first", "dataset:ns:second"]
