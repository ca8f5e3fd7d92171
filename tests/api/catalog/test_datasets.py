"""Datasets and their versions over HTTP."""

from collections.abc import Callable

from starlette.testclient import TestClient

from tests.api.conftest import Scene
from tests.api.posting import logged_of
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]
BASE = "/api/v1/namespaces"
ORDERS = f"{BASE}/s3%3A%2F%2Flake/datasets/gold%2Forders%20by%20customer"


def orders(rows: Rows) -> int:
    """A dataset whose names need encoding, written by one run and aliased."""
    key = rows.dataset("gold/orders by customer", "s3://lake", aliases=[("glue", "orders")])
    job = rows.job("load")
    run = rows.run(job, uuid(1), start=10, end=20)
    rows.io(run, "output", key, 20, used_at=20)
    rows.version(key, 20, run=run, schema_hash=rows.schema(id="int", email="text"))
    rows.uses(job, [], [key], since=20)
    return key


def test_a_dataset_has_every_field_that_clients_read(rows: Rows, served: Served) -> None:
    orders(rows)
    rows.dataset("bare")
    client = served()
    found = client.get(ORDERS).json()
    assert found == client.get(f"{BASE}/glue/datasets/orders").json()
    assert found["id"] == {"namespace": "s3://lake", "name": "gold/orders by customer"}
    assert [field["name"] for field in found["fields"]] == ["id", "email"]
    assert found["aliases"] == ["dataset:glue:orders"]
    assert found["producedBy"]["job"] == "job:ns:load"
    assert found["createdAt"] == "1970-01-01T00:00:00.000020Z"
    bare = client.get(f"{BASE}/ns/datasets/bare").json()
    assert bare == {
        "id": {"namespace": "ns", "name": "bare"},
        "type": "DB_TABLE",
        "name": "bare",
        "physicalName": "bare",
        "createdAt": None,
        "updatedAt": None,
        "namespace": "ns",
        "sourceName": "ns",
        "fields": [],
        "tags": [],
        "lastModifiedAt": None,
        "lastLifecycleState": None,
        "description": None,
        "currentVersion": None,
        "columnLineage": None,
        "facets": {},
        "deleted": False,
        "nodeId": "dataset:ns:bare",
        "aliases": [],
        "kind": None,
        "marks": bare["marks"],
        "producedBy": None,
        "allTags": [],
        "contracts": [],
        "ending": None,
    }
    assert bare["marks"]["dangling"] is True


def test_a_physical_name_that_was_reported_is_shown(rows: Rows, served: Served) -> None:
    dataset = rows.dataset("d")
    rows.version(dataset, 10)
    rows.stated(dataset, "headwater_dataset", {"physicalName": "public.d"})
    client = served()
    assert client.get(f"{BASE}/ns/datasets/d").json()["physicalName"] == "public.d"
    [version] = client.get(f"{BASE}/ns/datasets/d/versions").json()["versions"]
    assert version["physicalName"] == "public.d"


def test_lists_are_paged_by_offset_and_by_where_they_ended(rows: Rows, served: Served) -> None:
    for number in range(5):
        rows.dataset(f"d{number}")
    client = served()
    names: list[str] = []
    following: str | None = ""
    while following is not None:
        asked = {"limit": 2} | ({"next": following} if following else {})
        page = client.get(f"{BASE}/ns/datasets", params=asked).json()
        assert page["totalCount"] == 5
        names += [found["name"] for found in page["datasets"]]
        following = page["next"]
    assert names == ["d0", "d1", "d2", "d3", "d4"]
    rest = client.get(f"{BASE}/ns/datasets?limit=9999999&offset=3").json()
    assert [found["name"] for found in rest["datasets"]] == ["d3", "d4"]
    assert client.get(f"{BASE}/ns/datasets?next=rubbish").status_code == 400
    assert client.get(f"{BASE}/ns/datasets?limit=-1").status_code == 400
    assert client.get(f"{BASE}/nowhere/datasets").status_code == 404
    assert client.get(f"{BASE}/ns/datasets/nothing").status_code == 404


def test_versions_are_listed_and_belong_to_their_dataset(rows: Rows, served: Served) -> None:
    orders(rows)
    other = rows.version(rows.dataset("other"), 10)
    client = served()
    page = client.get(f"{ORDERS}/versions?limit=10&offset=0").json()
    assert page["totalCount"] == 1
    [version] = page["versions"]
    assert version["createdByRun"]["id"] == uuid(1)
    assert version["createdByRun"]["job"] == {"namespace": "ns", "name": "load"}
    assert [field["tags"] for field in version["fields"]] == [[], []]
    assert client.get(f"{ORDERS}/versions/{version['version']}").json() == version
    assert client.get(f"{ORDERS}/versions/{other}").status_code == 404


def test_a_deleted_dataset_is_gone_until_it_is_restored(rows: Rows, served: Served) -> None:
    orders(rows)
    rows.dataset("kept", "s3://lake")
    client = served()
    gone = client.delete(ORDERS)
    assert (gone.status_code, gone.json()["name"]) == (200, "gold/orders by customer")
    assert gone.json()["deleted"] is True
    assert client.get(ORDERS).status_code == 404
    assert client.delete(ORDERS).status_code == 404
    listed = client.get(f"{BASE}/s3%3A%2F%2Flake/datasets").json()
    assert [found["name"] for found in listed["datasets"]] == ["kept"]
    assert client.get("/api/v1/search?q=orders").json()["totalCount"] == 0
    back = client.post(f"{ORDERS}/restore")
    assert (back.status_code, back.json()["deleted"]) == (200, False)
    assert client.get(ORDERS).status_code == 200
    assert client.post(f"{BASE}/ns/datasets/nothing/restore").status_code == 404


def test_a_dataset_that_is_reported_becomes_an_event(
    rows: Rows, scene: Scene, served: Served
) -> None:
    rows.edit("describe", "source", "", "warehouse", 1, type="POSTGRESQL", connectionUrl="pg://wh")
    client = served()
    body = {
        "type": "STREAM",
        "physicalName": "public.clicks",
        "sourceName": "warehouse",
        "fields": [{"name": "id", "type": "INTEGER", "tags": ["key"], "description": "the key"}],
        "tags": ["raw"],
        "description": "every click",
        "schemaLocation": "http://schemas/1",
    }
    answer = client.put(f"{BASE}/shop/datasets/clicks", json=body)
    assert answer.status_code == 200
    found = answer.json()
    for field in ("type", "physicalName", "sourceName", "tags", "description"):
        assert found[field] == body[field]
    assert found["fields"] == body["fields"]
    assert found["createdAt"] == found["updatedAt"] is not None
    [event] = logged_of(scene, "openlineage")
    assert event["dataset"]["namespace"] == "shop"
    facets = {
        name: {key: value for key, value in facet.items() if not key.startswith("_")}
        for name, facet in event["dataset"]["facets"].items()
    }
    assert facets == {
        "schema": {"fields": [{"name": "id", "type": "INTEGER", "description": "the key"}]},
        "dataSource": {"name": "warehouse", "uri": "pg://wh"},
        "documentation": {"description": "every click"},
        "datasetType": {"datasetType": "STREAM"},
        "headwater_dataset": {
            "physicalName": "public.clicks",
            "schemaLocation": "http://schemas/1",
        },
    }
    subject = {"edit": "tag", "kind": "dataset", "namespace": "shop", "name": "clicks"}
    edits = [{k: v for k, v in edit.items() if k != "at"} for edit in logged_of(scene, "edit")]
    assert edits == [{**subject, "tag": "raw"}, {**subject, "field": "id", "tag": "key"}]


def test_a_dataset_reported_with_a_run_is_an_output_of_it(
    rows: Rows, scene: Scene, served: Served
) -> None:
    rows.run(rows.job("load"), "launch 7", start=10)
    client = served()
    body = {"type": "DB_TABLE", "physicalName": "t", "sourceName": "wh", "runId": "launch 7"}
    assert client.put(f"{BASE}/ns/datasets/t", json=body).status_code == 200
    [event] = logged_of(scene, "openlineage")
    assert event["run"] == {"runId": "launch 7"}
    assert event["job"] == {"namespace": "ns", "name": "load"}
    assert [output["name"] for output in event["outputs"]] == ["t"]
    missing = client.put(f"{BASE}/ns/datasets/t", json=body | {"runId": "never"})
    assert missing.status_code == 404
    wrong = client.put(f"{BASE}/ns/datasets/t", json={"type": "TABLE"})
    assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (422, "type")
