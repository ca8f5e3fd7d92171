from collections.abc import Callable
from typing import Any

import pytest

from headwater.answers.catalog import Dataset
from headwater.answers.graph import Ending
from headwater.answers.moments import Instant
from headwater.api.marquez.datasets import marquez_dataset
from headwater.errors import BadRequestError, NotFoundError
from headwater.model.canonical import node_id
from headwater.query.catalog.datasets import dataset, datasets
from headwater.questions.pages import Page
from headwater.store import Snapshot
from headwater.store.tables import DATASET_EVENTS, EVENTS
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def used(rows: Rows, name: str, at: int, namespace: str = "ns") -> int:
    """A dataset that a run has written."""
    key = rows.dataset(name, namespace)
    run = rows.run(rows.job("j"), uuid(at), start=at, end=at)
    rows.io(run, "output", key, at, used_at=at)
    return key


def register(part: str, node: int, facet: str, hash_: str, **more: Any) -> Register:
    return Register(part, facet, hash_, node=node, **more)


def names(found: tuple[Dataset, ...]) -> list[str]:
    return [shown.name for shown in found]


def test_the_last_to_occur_come_first(rows: Rows, stored: Stored) -> None:
    for name, at in (("old", 10), ("new", 30), ("b", 20), ("a", 20)):
        used(rows, name, at)
    used(rows, "elsewhere", 40, "other")
    rows.dataset("mentioned", own_right=False)
    snapshot = stored()
    found = datasets(snapshot, "ns")
    assert names(found.datasets) == ["new", "a", "b", "old"]
    assert (found.total_count, found.next) == (4, None)
    assert [shown.updated_at for shown in found.datasets] == [30, 20, 20, 10]
    with pytest.raises(NotFoundError, match="no job or dataset is in the namespace 'nowhere'"):
        datasets(snapshot, "nowhere")


def test_pages_go_on_where_the_last_ended(rows: Rows, stored: Stored) -> None:
    for number in range(5):
        used(rows, f"d{number}", 10)
    snapshot = stored()
    first = datasets(snapshot, "ns", Page(limit=2))
    second = datasets(snapshot, "ns", Page(limit=2, next=first.next))
    third = datasets(snapshot, "ns", Page(limit=2, next=second.next))
    pages = [names(page.datasets) for page in (first, second, third)]
    assert pages == [["d0", "d1"], ["d2", "d3"], ["d4"]]
    assert [page.total_count for page in (first, second, third)] == [5, 5, 5]
    assert third.next is None
    assert names(datasets(snapshot, "ns", Page(limit=2, offset=3)).datasets) == ["d3", "d4"]
    with pytest.raises(BadRequestError, match="is not where a page of this list ended"):
        datasets(snapshot, "ns", Page(next="nonsense"))


def test_deleted_datasets_are_neither_listed_nor_counted(rows: Rows, stored: Stored) -> None:
    used(rows, "kept", 10)
    used(rows, "gone", 10)
    used(rows, "back", 30)
    for name in ("gone", "back"):
        rows.edit("delete", "dataset", "ns", name, at=20)
    snapshot = stored()
    found = datasets(snapshot, "ns")
    assert (names(found.datasets), found.total_count) == (["back", "kept"], 2)
    with pytest.raises(NotFoundError, match="was deleted"):
        dataset(snapshot, "ns", "gone")
    assert dataset(snapshot, "ns", "gone", deleted=True).deleted
    assert not dataset(snapshot, "ns", "back").deleted


def test_every_row_has_all_of_it(rows: Rows, stored: Stored) -> None:
    for number in range(30):
        key = used(rows, f"d{number:02}", 10)
        rows.version(key, 10, schema_hash=rows.schema(id="int"))
        rows.stated(key, "custom", {"number": number})
        rows.flow(rows.job("j"), key, rows.dataset("raw"), columns={("id", "key"): []})
    found = [shown for shown in datasets(stored(), "ns").datasets if shown.name != "raw"]
    assert [shown.facets["custom"]["number"] for shown in found] == list(range(30))
    assert all(shown.column_lineage and shown.fields for shown in found)


def test_an_alias_answers_with_the_canonical_name(rows: Rows, stored: Stored) -> None:
    rows.dataset("lake/orders", "s3://b", aliases=[("glue", "orders")])
    found = dataset(stored(), "glue", "orders")
    assert (found.namespace, found.name) == ("s3://b", "lake/orders")
    assert (found.node_id, found.aliases) == (
        "dataset:s3://b:lake/orders",
        ("dataset:glue:orders",),
    )


def test_facets_are_those_in_force_and_those_of_the_current_version(
    rows: Rows, stored: Stored
) -> None:
    key = rows.dataset("d", aliases=[("glue", "d")])
    alias = node_id("dataset", "glue", "d")
    rows.stated(key, "ownership", {"owners": ["the writer"]}, at=20)
    rows.stated(alias, "ownership", {"owners": ["last"]}, at=30)
    rows.stated(key, "storage", None, at=30)
    schema = rows.facet({"fields": [{"name": "id", "type": "int", "description": "the key"}]})
    version = rows.facet({"datasetVersion": "7", "by": "iceberg"})
    change = rows.facet({"lifecycleStateChange": "OVERWRITE"})
    counted = rows.facet({"rowCount": 3})
    run = rows.run(
        rows.job("j"),
        uuid(1),
        start=10,
        end=20,
        facts=[
            register("output", key, "schema", schema),
            register("output", key, "version", version),
            register("output", key, "lifecycleStateChange", change),
            register("outputFacets", key, "outputStatistics", counted),
            register("output", rows.dataset("other"), "schema", rows.schema(other="int")),
            register("input", key, "documentation", rows.facet({"description": "no"})),
            register("output", key, "ownership", rows.facet({"owners": ["the writer"]})),
            register("output", key, "storage", rows.facet({"storageLayer": "hive"})),
        ],
    )
    rows.version(key, 5, 20, schema_hash=rows.schema(old="int"))
    current = rows.version(key, 20, run=run, schema_hash=schema, storage_version="7")
    found = dataset(stored(), "ns", "d")
    assert found.facets == {
        "lifecycleStateChange": {"lifecycleStateChange": "OVERWRITE"},
        "outputStatistics": {"rowCount": 3},
        "ownership": {"owners": ["last"]},
        "schema": {"fields": [{"name": "id", "type": "int", "description": "the key"}]},
        "version": {"datasetVersion": "7", "by": "iceberg"},
    }
    assert [(field.name, field.type, field.description) for field in found.fields] == [
        ("id", "int", "the key")
    ]
    assert (found.current_version, found.last_modified_at) == (current, 20)
    assert marquez_dataset(found).last_lifecycle_state == "OVERWRITE"


def test_counts_of_several_partitions_are_added_up(rows: Rows, stored: Stored) -> None:
    key = rows.dataset("d")
    facts = [
        register("outputFacets", key, facet, rows.facet(value), partition=str(n))
        for n in (1, 2)
        for facet, value in (
            ("outputStatistics", {"rowCount": n}),
            ("of_one", {"partition": n}),
            ("of_all", {"format": "parquet"}),
        )
    ]
    run = rows.run(rows.job("j"), uuid(1), end=20, facts=facts)
    rows.version(key, 20, run=run)
    assert dataset(stored(), "ns", "d").facets == {
        "of_all": {"format": "parquet"},
        "outputStatistics": {"rowCount": 3},
    }


def test_a_schema_composed_from_reads_and_a_pin_are_shown_as_facets(
    rows: Rows, stored: Stored
) -> None:
    key = rows.dataset("d")
    rows.version(
        key,
        kind="initial",
        schema_hash="0" * 32,
        schema_value='{"fields":[{"name":"a"}]}',
        storage_version="9",
    )
    found = dataset(stored(), "ns", "d")
    assert found.facets == {
        "schema": {"fields": [{"name": "a"}]},
        "version": {"datasetVersion": "9"},
    }
    assert found.last_modified_at is None


def test_a_dataset_event_says_what_has_happened(rows: Rows, stored: Stored) -> None:
    key = rows.dataset("d")
    rows.add(DATASET_EVENTS, digest="e", node_id=key, event_time=10, lifecycle="CREATE")
    rows.add(EVENTS, digest="e", shape="dataset", node_id=key, event_time=10)
    rows.version(key, 10, kind="event", place_id="e")
    found = dataset(stored(), "ns", "d")
    assert (found.created_at, found.updated_at) == (10, 10)
    assert marquez_dataset(found).last_lifecycle_state == "CREATE"


def test_a_dropped_dataset_shows_its_last_version(rows: Rows, stored: Stored) -> None:
    key = rows.dataset("d")
    last = rows.version(key, 10, 20, schema_hash=rows.schema(a="int"))
    rows.version(key, 5, kind="pinned", storage_version="2")
    rows.drop(key, 20)
    found = dataset(stored(), "ns", "d")
    assert (found.current_version, marquez_dataset(found).last_lifecycle_state) == (last, "DROP")
    assert found.marks.words() == ("dropped", "dangling")
    assert [field.name for field in found.fields] == ["a"]


def test_a_pinned_version_is_the_latest_only_where_there_is_no_history(
    rows: Rows, stored: Stored
) -> None:
    """A read by a pin makes an initial version too, which the pinned one follows."""
    read, history = rows.dataset("only read"), rows.dataset("written")
    rows.version(history, 5, schema_hash=rows.schema(a="int"))
    pins = {}
    for key in (read, history):
        rows.version(key, kind="initial")
        for at, pin in ((10, "1"), (20, "2")):
            pins[key, pin] = rows.version(
                key, at, at, kind="pinned", storage_version=pin, schema_hash=rows.schema(b="int")
            )
    snapshot = stored()
    found = dataset(snapshot, "ns", "only read")
    assert (found.current_version, found.last_modified_at) == (pins[read, "2"], 20)
    assert [field.name for field in found.fields] == ["b"]
    assert [field.name for field in dataset(snapshot, "ns", "written").fields] == ["a"]


def test_tags_and_descriptions_of_producers_and_users_are_shown(rows: Rows, stored: Stored) -> None:
    key = rows.dataset("d")
    rows.version(key, 10, schema_hash=rows.schema(email="text", name="text"))
    rows.stated(key, "tags", {"tags": [{"key": "tier", "value": "1"}, {"key": "gold"}]})
    rows.edit("tag", "dataset", "ns", "d", 1, tag="gold")
    rows.edit("tag", "dataset", "ns", "d", 1, tag="pii", field="email")
    rows.edit("describe", "dataset", "ns", "d", 1, description="all of it")
    found = dataset(stored(), "ns", "d")
    assert (found.tags, found.description) == (("gold", "tier"), "all of it")
    assert [(field.name, field.tags) for field in found.fields] == [
        ("email", ("pii",)),
        ("name", ()),
    ]
    assert [(tag.key, tag.value, tag.source) for tag in found.all_tags] == [
        ("gold", None, None),
        ("gold", None, "USER"),
        ("tier", "1", None),
        ("pii", None, "USER"),
    ]


def test_column_lineage_is_null_or_a_list_by_column(rows: Rows, stored: Stored) -> None:
    raw, clean, job = rows.dataset("raw"), rows.dataset("clean"), rows.job("j")
    masked = {
        "type": "DIRECT",
        "subtype": "TRANSFORMATION",
        "description": "hash",
        "masking": True,
    }
    identity = {"type": "DIRECT", "subtype": "IDENTITY"}
    filtered = {"type": "INDIRECT", "subtype": "FILTER"}
    rows.flow(
        job,
        clean,
        raw,
        columns={
            ("id", "key"): [masked],
            ("id", "kind"): [masked, filtered],
            ("", "kind"): [filtered],
            ("name", ""): [],
            ("same", "same"): [identity],
        },
    )
    rows.flow(job, clean, raw, columns={("gone", "key"): []}, until=10)
    snapshot = stored()
    assert dataset(snapshot, "ns", "raw").column_lineage is None
    by_id, name, same = dataset(snapshot, "ns", "clean").column_lineage or ()
    assert (by_id.name, name.name, same.name) == ("id", "name", "same")
    assert [
        (field.name, field.field, field.transformation_type, field.transformation_description)
        for field in by_id.input_fields
    ] == [("raw", "key", "MASKED", "hash"), ("raw", "kind", None, None)]
    assert (same.transformation_type, same.input_fields[0].transformation_type) == (
        "IDENTITY",
        "IDENTITY",
    )
    assert (by_id.transformation_type, by_id.transformation_description) == (None, None)
    assert [how.subtype for how in by_id.input_fields[1].transformations] == [
        "TRANSFORMATION",
        "FILTER",
    ]
    assert name.input_fields[0].field is None


def test_marks_and_who_produces_it_are_told(rows: Rows, stored: Stored) -> None:
    writer, reader = rows.job("writer"), rows.job("reader")
    key = rows.dataset("d")
    run = rows.run(writer, uuid(7), start=10, end=20, writes=[key])
    rows.version(key, 20, run=run)
    rows.uses(writer, [], [key], since=20, until=50)
    rows.uses(reader, [key], since=30)
    found = dataset(stored(), "ns", "d")
    assert found.marks.words() == ("stale",)
    assert found.produced_by is not None
    assert (found.produced_by.job, found.produced_by.run.id) == ("job:ns:writer", uuid(7))
    assert (found.created_at, found.updated_at) == (10, 10)


def test_the_kind_of_a_dataset_is_what_its_producers_state_and_never_guessed(
    rows: Rows, stored: Stored
) -> None:
    rows.dataset("unstated", "kafka://broker:9092")
    rows.stated(rows.dataset("typed"), "datasetType", {"datasetType": "topic"})
    snapshot = stored()
    assert dataset(snapshot, "kafka://broker:9092", "unstated").kind is None
    assert dataset(snapshot, "ns", "typed").kind == "TOPIC"


def test_a_renamed_dataset_tells_what_it_became_and_when_it_was_last_connected(
    rows: Rows, stored: Stored
) -> None:
    old, new, load = rows.dataset("sales"), rows.dataset("revenue"), rows.job("load")
    admin = rows.run(rows.job("admin"), uuid(1), start=20, end=30)
    rows.version(old, 10, 30)
    rows.drop(old, 30, 1, admin)
    rows.version(new, 30, run=admin, follows_node=old)
    rows.uses(load, [], [old], since=5, until=40)
    rows.uses(load, [], [new], since=40)
    snapshot = stored()
    ending = dataset(snapshot, "ns", "sales").ending
    assert ending == Ending(
        at=Instant(30),
        run=uuid(1),
        job="job:ns:admin",
        renamed_to="dataset:ns:revenue",
        last_connected=Instant(40),
    )
    assert dataset(snapshot, "ns", "revenue").ending is None


def test_a_dropped_dataset_tells_who_dropped_it(rows: Rows, stored: Stored) -> None:
    gone, noted, after = rows.dataset("gone"), rows.dataset("noted"), rows.dataset("after")
    rows.version(gone, 10, 20)
    rows.drop(gone, 20, 1, rows.run(rows.job("admin"), uuid(1), start=20, end=20))
    rows.uses(rows.job("reader"), [gone], [])
    rows.version(noted, 10, 20)
    rows.drop(noted, 20, 0, rows.event(after, 20, shape="dataset"))
    snapshot = stored()
    ending = dataset(snapshot, "ns", "gone").ending
    assert ending is not None
    assert (ending.job, ending.renamed_to, ending.last_connected) == ("job:ns:admin", None, None)
    by_event = dataset(snapshot, "ns", "noted").ending
    assert by_event is not None
    assert (by_event.run, by_event.renamed_to) == (None, "dataset:ns:after")
