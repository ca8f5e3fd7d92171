from collections.abc import Callable
from pathlib import Path

import pytest

from headwater.errors import AmbiguousNodeError, NodeIdError, NotFoundError
from headwater.model.facts import Rules
from headwater.query.names.entities import written
from headwater.query.node_ids import Parsed, named, parse, resolve
from headwater.store import Snapshot, open_store
from headwater.store.tables import DATASET_EVENTS, EVENTS, JOB_EVENTS
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]
VERSION = uuid(7)


def test_a_hash_is_a_version_only_before_a_uuid() -> None:
    assert parse(f"dataset:ns:a#{VERSION}") == Parsed("dataset", "ns:a", VERSION)
    assert parse("dataset:ns:a#b") == Parsed("dataset", "ns:a#b", None)
    assert parse(f"job:ns:a#{VERSION.replace('-', '').upper()}").version == VERSION


@pytest.mark.parametrize("text", ["orders", "table:ns:a", "job:", ""])
def test_what_is_no_node_id_is_told_how_to_write_one(text: str) -> None:
    with pytest.raises(NodeIdError, match="job:NAMESPACE:NAME"):
        parse(text)


def test_a_namespace_with_colons_is_found_by_trying_the_splits(rows: Rows, stored: Stored) -> None:
    dataset = rows.dataset("public.orders", "postgres://db:5432")
    found = resolve(stored(), "dataset:postgres://db:5432:public.orders")
    assert (found.kind, found.entity.key) == ("dataset", dataset)


@pytest.mark.parametrize(
    "node", ["datasetField:" + "a:" * 1000 + "a", "job:" + "a:" * 20_000 + "a"]
)
def test_more_colons_than_can_be_tried_are_an_error_that_says_how_to_write_them(
    rows: Rows, stored: Stored, node: str
) -> None:
    rows.dataset("orders")
    with pytest.raises(NodeIdError, match=r"colons.*%3A"):
        resolve(stored(), node)


def test_many_colons_can_be_asked_for_with_their_escapes(rows: Rows, stored: Stored) -> None:
    name = "a:" * 20_000 + "a"
    dataset = rows.dataset(name)
    found = resolve(stored(), f"dataset:ns:{name.replace(':', '%3A')}")
    assert found.entity.key == dataset


def test_two_fits_are_an_error_that_lists_both_as_they_can_be_asked_for(
    rows: Rows, stored: Stored
) -> None:
    rows.dataset("b:c", "a")
    other = rows.dataset("c", "a:b")
    snapshot = stored()
    with pytest.raises(AmbiguousNodeError) as error:
        resolve(snapshot, "dataset:a:b:c")
    assert "dataset:a%3Ab:c" in str(error.value)
    assert "dataset:a:b%3Ac" in str(error.value)
    assert resolve(snapshot, "dataset:a%3ab:c").entity.key == other


def test_a_percent_escape_that_is_part_of_a_name_is_found_too(rows: Rows, stored: Stored) -> None:
    dataset = rows.dataset("x%3Ay")
    assert resolve(stored(), "dataset:ns:x%3Ay").entity.key == dataset


@pytest.mark.parametrize("field", ["a%3Ab", "a%25b", "a:b", "a%b"])
def test_a_field_is_found_as_answers_write_it(rows: Rows, stored: Stored, field: str) -> None:
    rows.version(rows.dataset("d"), schema_hash=rows.schema(**{field: "int"}))
    snapshot = stored()
    shown = written("datasetField", "ns", "d", field)
    assert resolve(snapshot, shown).field == field
    with pytest.raises(NotFoundError, match=f"did you mean {shown}\\?"):
        resolve(snapshot, f"{shown}x")


def test_fields_with_a_colon_and_with_its_escape_can_both_be_asked_for(
    rows: Rows, stored: Stored
) -> None:
    rows.version(rows.dataset("d"), schema_hash=rows.schema(**{"a:b": "int", "a%3Ab": "int"}))
    snapshot = stored()
    with pytest.raises(AmbiguousNodeError) as error:
        resolve(snapshot, "datasetField:ns:d:a%3Ab")
    assert "fits datasetField:ns:d:a%253Ab and datasetField:ns:d:a:b;" in str(error.value)
    assert resolve(snapshot, "datasetField:ns:d:a%253Ab").field == "a%3Ab"
    assert resolve(snapshot, "datasetField:ns:d:a:b").field == "a:b"


def test_any_alias_leads_to_the_canonical_name(rows: Rows, stored: Stored) -> None:
    rows.dataset("orders", "warehouse", aliases=[("s3://lake", "orders"), ("hive", "db.orders")])
    snapshot = stored()
    for name in ("warehouse:orders", "s3://lake:orders", "hive:db.orders"):
        assert resolve(snapshot, f"dataset:{name}").entity.id == "dataset:warehouse:orders"


def test_a_name_with_a_colon_and_one_with_its_escape_can_both_be_asked_for(
    rows: Rows, stored: Stored
) -> None:
    colon, escape = rows.job("pc:x"), rows.job("pc%3Ax")
    snapshot = stored()
    with pytest.raises(AmbiguousNodeError) as error:
        resolve(snapshot, "job:ns:pc%3Ax")
    assert "fits job:ns:pc%253Ax and job:ns:pc:x;" in str(error.value)
    assert resolve(snapshot, "job:ns:pc%253Ax").entity.key == escape
    assert resolve(snapshot, "job:ns:pc:x").entity.key == colon


def test_a_name_as_sent_leads_to_the_dataset_it_is_a_part_of(rows: Rows, stored: Stored) -> None:
    orders = rows.dataset("orders", "s3://b")
    quoted = rows.dataset("shop.orders", "postgres://db:5432")
    rows.version(orders, 10, run="x", schema_hash=rows.schema(ID="int"))
    snapshot = stored()
    for name in ("s3://b:orders/dt=2024-01-01", "s3://b:orders/2024/01/31"):
        assert resolve(snapshot, f"dataset:{name}").entity.key == orders
    field = resolve(snapshot, "datasetField:s3://b:orders/dt=2024-01-01:ID")
    assert (field.entity.key, field.field) == (orders, "ID")
    assert resolve(snapshot, 'dataset:postgres://db:5432:"shop"."orders"').entity.key == quoted
    with pytest.raises(NotFoundError, match="did you mean dataset:s3://b:orders"):
        resolve(snapshot, "dataset:s3://b:order/dt=2024-01-01")
    with pytest.raises(NotFoundError, match="did you mean datasetField:s3://b:orders:ID"):
        resolve(snapshot, "datasetField:s3://b:orders:id")


def test_names_are_read_by_the_rules_the_store_was_built_with(rows: Rows, tmp_path: Path) -> None:
    orders, load = rows.dataset("orders", "s3://b"), rows.job("load", "etl")
    rules = Rules(dataset_names=("date",), job_names=("key_value",))
    with open_store(f"sqlite:///{tmp_path}/store", rules=rules) as store:
        rows.write(store)
        with store.snapshot() as snapshot:
            assert resolve(snapshot, "dataset:s3://b:orders/2024-01-31").entity.key == orders
            assert resolve(snapshot, "job:etl:load/day=1").entity.key == load
            with pytest.raises(NotFoundError):
                resolve(snapshot, "dataset:s3://b:orders/dt=1")


def test_a_partition_that_is_a_dataset_of_its_own_is_that_dataset(
    rows: Rows, stored: Stored
) -> None:
    rows.dataset("orders", "s3://b")
    own = rows.dataset("orders/dt=1", "s3://b")
    assert resolve(stored(), "dataset:s3://b:orders/dt=1").entity.key == own


def test_what_is_like_nothing_is_told_how_to_search(rows: Rows, stored: Stored) -> None:
    rows.dataset("orders")
    with pytest.raises(NotFoundError, match="headwater search"):
        resolve(stored(), "dataset:qqq:zzz")


def test_what_does_not_exist_is_answered_with_near_matches(rows: Rows, stored: Stored) -> None:
    rows.dataset("sales.orders", "warehouse")
    rows.dataset("sales.order_lines", "warehouse")
    rows.dataset("elsewhere", "warehouse")
    rows.job("sales.orders", "warehouse")
    snapshot = stored()
    with pytest.raises(NotFoundError) as error:
        resolve(snapshot, "dataset:warehouse:sales.ordesr")
    text = str(error.value)
    assert (
        "did you mean dataset:warehouse:sales.orders or dataset:warehouse:sales.order_lines?"
        in text
    )
    with pytest.raises(NotFoundError, match=r"did you mean dataset:warehouse:sales\.orders"):
        resolve(snapshot, "dataset:wharehouse:SALES.ORDERS")


@pytest.mark.parametrize("letter", ["a", "_", "%"])
def test_a_name_of_any_length_is_answered_with_near_matches(
    rows: Rows, stored: Stored, letter: str
) -> None:
    rows.job("load")
    with pytest.raises(NotFoundError, match="nothing is known"):
        named(stored(), "job", "ns", letter * 60_000)


def test_an_empty_store_says_that_it_is_empty(stored: Stored) -> None:
    with pytest.raises(NotFoundError, match="no event has come into the store yet"):
        resolve(stored(), "dataset:ns:a")


def test_a_field_is_cut_off_where_the_dataset_has_such_a_field(rows: Rows, stored: Stored) -> None:
    short, long = rows.dataset("a"), rows.dataset("a:b")
    rows.version(short, 1, schema_hash=rows.schema(**{"b:c": "int"}))
    rows.version(long, 1, schema_hash=rows.schema(d="int"))
    snapshot = stored()
    first = resolve(snapshot, "datasetField:ns:a:b:c")
    second = resolve(snapshot, "dataset_field:ns:a:b:d")
    assert (first.entity.key, first.field) == (short, "b:c")
    assert (second.entity.key, second.field) == (long, "d")
    with pytest.raises(NotFoundError):
        resolve(snapshot, "datasetField:ns:a:x")


def test_a_field_that_is_like_no_other_is_answered_with_some_that_are_there(
    rows: Rows, stored: Stored
) -> None:
    rows.version(rows.dataset("d"), schema_hash=rows.schema(price="int", id="int"))
    with pytest.raises(NotFoundError, match=r"did you mean datasetField:ns:d:id or .*:price"):
        resolve(stored(), "datasetField:ns:d:nope_nope")


def test_a_field_that_only_column_lineage_names_exists(rows: Rows, stored: Stored) -> None:
    source, target, job = rows.dataset("s"), rows.dataset("t"), rows.job("j")
    rows.flow(job, target, source, columns={("out", "in"): []})
    snapshot = stored()
    assert resolve(snapshot, "datasetField:ns:s:in").field == "in"
    assert resolve(snapshot, "datasetField:ns:t:out").field == "out"


def test_a_version_must_belong_to_what_it_is_asked_of(rows: Rows, stored: Stored) -> None:
    a, _ = rows.dataset("a"), rows.dataset("b")
    version = rows.version(a, 1)
    job = rows.job("a")
    job_version = rows.uses(job)
    snapshot = stored()
    assert resolve(snapshot, f"dataset:ns:a#{version}").version == version
    assert resolve(snapshot, f"job:ns:a#{job_version}").version == job_version
    with pytest.raises(NotFoundError):
        resolve(snapshot, f"dataset:ns:b#{version}")


def test_a_kind_that_is_not_expected_is_named(rows: Rows, stored: Stored) -> None:
    rows.dataset("a")
    with pytest.raises(NodeIdError, match="is a dataset; expected a job or a run"):
        resolve(stored(), "dataset:ns:a", kinds=("job", "run"))


def test_a_shared_run_id_is_the_run_of_the_job_that_came_first(rows: Rows, stored: Stored) -> None:
    first, second = rows.job("first"), rows.job("second")
    later = rows.run(second, "launch 7", start=20)
    earlier = rows.run(first, "launch 7", start=10)
    snapshot = stored()
    assert resolve(snapshot, "run:launch 7").run_key == earlier
    assert resolve(snapshot, f"run:{later}").run_key == later
    assert resolve(snapshot, f"run:{later}").entity.key == second


def test_a_run_id_is_read_in_any_written_form(rows: Rows, stored: Stored) -> None:
    run = rows.run(rows.job("j"), uuid(0xABC))
    snapshot = stored()
    assert resolve(snapshot, f"run:{uuid(0xABC).replace('-', '').upper()}").run_key == run
    with pytest.raises(NotFoundError, match=f"did you mean run:{uuid(0xABC)}"):
        resolve(snapshot, "run:0000")


def test_a_deleted_job_is_hidden_until_an_event_names_it_again(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    rows.edit("delete", "job", "ns", "j", at=100)
    rows.add(EVENTS, digest="e", shape="run", event_time=200, node_id=job)
    snapshot = stored()
    assert resolve(snapshot, "job:ns:j", at=99).entity.key == job
    with pytest.raises(NotFoundError, match=r"was deleted at 1970-01-01T00:00:00\.000100Z"):
        resolve(snapshot, "job:ns:j", at=199)
    assert resolve(snapshot, "job:ns:j", at=200).entity.key == job


def test_a_dataset_deleted_by_any_of_its_names_is_hidden_until_it_is_listed(
    rows: Rows, stored: Stored
) -> None:
    by_run, by_event, by_job_event, never = (
        rows.dataset(name, aliases=[("alias", name)]) for name in ("a", "b", "c", "d")
    )
    for name in ("a", "b", "c", "d"):
        rows.edit("delete", "dataset", "alias", name, at=100)
    run = rows.run(rows.job("j"), uuid(1), start=50, end=300)
    rows.io(run, "input", by_run, 50, last_time=150)
    rows.add(DATASET_EVENTS, digest="d", node_id=by_event, event_time=150)
    rows.add(
        JOB_EVENTS, digest="j", job_id=1, event_time=150, inputs=f"[{by_job_event}]", outputs="[]"
    )
    snapshot = stored()
    for name in ("a", "b", "c", "d"):
        with pytest.raises(NotFoundError, match="was deleted"):
            resolve(snapshot, f"dataset:ns:{name}", at=149)
    for name in ("a", "b", "c"):
        resolve(snapshot, f"dataset:ns:{name}", at=150)
    with pytest.raises(NotFoundError, match="was deleted"):
        resolve(snapshot, "dataset:ns:d", at=150)
    assert never


def test_a_restored_job_is_back_even_in_a_deleted_namespace(rows: Rows, stored: Stored) -> None:
    rows.job("j")
    rows.job("other")
    rows.edit("delete", "namespace", "ns", "", at=100)
    rows.edit("restore", "job", "ns", "j", at=200)
    snapshot = stored()
    with pytest.raises(NotFoundError, match="was deleted"):
        resolve(snapshot, "job:ns:j", at=150)
    resolve(snapshot, "job:ns:j", at=200)
    with pytest.raises(NotFoundError, match="was deleted"):
        resolve(snapshot, "job:ns:other", at=200)


def test_a_restored_namespace_brings_back_what_was_not_deleted_by_itself(
    rows: Rows, stored: Stored
) -> None:
    rows.job("j")
    rows.job("other")
    rows.edit("delete", "job", "ns", "j", at=50)
    rows.edit("delete", "namespace", "ns", "", at=100)
    rows.edit("restore", "namespace", "ns", "", at=200)
    snapshot = stored()
    resolve(snapshot, "job:ns:other", at=200)
    with pytest.raises(NotFoundError, match="was deleted"):
        resolve(snapshot, "job:ns:j", at=200)


def test_a_name_is_taken_as_it_is(rows: Rows, stored: Stored) -> None:
    """Namespace and name are known apart, so that no colon in them is a question."""
    inner = rows.dataset("b:c", "a", aliases=[("glue", "t")])
    outer = rows.dataset("c", "a:b")
    rows.dataset("gone")
    rows.edit("delete", "dataset", "ns", "gone", at=5)
    snapshot = stored()
    assert named(snapshot, "dataset", "a", "b:c").key == inner
    assert named(snapshot, "dataset", "a:b", "c").key == outer
    assert named(snapshot, "dataset", "glue", "t").key == inner
    assert named(snapshot, "dataset", "a:b", "c/2024-01-31").key == outer
    assert named(snapshot, "dataset", "ns", "gone", deleted=True).name == "gone"
    with pytest.raises(NotFoundError, match="was deleted"):
        named(snapshot, "dataset", "ns", "gone")
    with pytest.raises(NotFoundError, match="nothing is known of 'job:a:b'"):
        named(snapshot, "job", "a", "b")


def test_a_name_that_ends_like_a_version_is_found_by_its_id(rows: Rows, stored: Stored) -> None:
    plain, odd = rows.dataset("orders"), rows.dataset(f"orders#{VERSION}")
    version = rows.version(odd, 1)
    job = rows.job(f"load#{VERSION}")
    snapshot = stored()
    assert resolve(snapshot, "dataset:ns:orders").entity.key == plain
    for spelled in (f"dataset:ns:orders#{VERSION}", f"dataset:ns:orders%23{VERSION}"):
        found = resolve(snapshot, spelled)
        assert (found.entity.key, found.version) == (odd, None)
    found = resolve(snapshot, f"dataset:ns:orders#{VERSION}#{version}")
    assert (found.entity.key, found.version) == (odd, version)
    assert resolve(snapshot, f"job:ns:load#{VERSION}").entity.key == job


def test_a_name_that_ends_in_a_version_of_another_is_asked_for_with_its_hash_escaped(
    rows: Rows, stored: Stored
) -> None:
    plain = rows.dataset("orders")
    version = rows.version(plain, 1)
    odd = rows.dataset(f"orders#{version}")
    snapshot = stored()
    found = resolve(snapshot, f"dataset:ns:orders#{version}")
    assert (found.entity.key, found.version) == (plain, version)
    assert resolve(snapshot, f"dataset:ns:orders%23{version}").entity.key == odd
