"""What users change over HTTP is in the log, and seen at once."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from headwater.api.marquez.openlineage import now
from headwater.store.tables import DATASET_EVENTS, EVENTS
from headwater.wire.positions import HEADER
from tests.api.conftest import Scene
from tests.api.posting import logged_of
from tests.query.rows import Rows

Served = Callable[[], TestClient]
API = "/api/v1"
DIGEST = "0123456789abcdef" * 2


def names(client: TestClient, path: str, field: str) -> list[str]:
    return [found["name"] for found in client.get(f"{API}{path}").json()[field]]


def test_a_namespace_is_described_before_anything_is_in_it(rows: Rows, served: Served) -> None:
    rows.job("j", "etl")
    client = served()
    path = f"{API}/namespaces/s3%3A%2F%2Fnew"
    assert client.get(path).status_code == 404
    put = client.put(path, json={"ownerName": "me", "description": "ours"})
    assert put.status_code == 200
    assert put.json() == client.get(path).json()
    assert (put.json()["ownerName"], put.json()["description"]) == ("me", "ours")
    again = client.put(path, json={"ownerName": "you", "description": ""}).json()
    assert (again["ownerName"], again["description"]) == ("you", None)
    assert names(client, "/namespaces", "namespaces") == ["etl", "s3://new"]
    assert client.get(f"{API}/namespaces").json()["totalCount"] == 2
    wrong = client.put(path, json={"description": "nobody's"})
    assert (wrong.status_code, wrong.json()["errors"][0]["path"]) == (422, "ownerName")


def test_a_deleted_namespace_is_hidden_with_all_in_it(rows: Rows, served: Served) -> None:
    for name in ("etl", "other"):
        rows.job("j", name)
        rows.dataset("d", name)
    client = served()
    gone = client.delete(f"{API}/namespaces/etl")
    assert (gone.status_code, gone.json()["isHidden"]) == (200, True)
    assert names(client, "/namespaces", "namespaces") == ["other"]
    assert client.get(f"{API}/namespaces/etl").json()["isHidden"] is True
    assert client.get(f"{API}/namespaces/etl/datasets/d").status_code == 404
    assert names(client, "/namespaces/etl/datasets", "datasets") == []
    back = client.post(f"{API}/namespaces/etl/restore").json()
    assert back["isHidden"] is False
    assert names(client, "/namespaces/etl/datasets", "datasets") == ["d"]
    assert client.delete(f"{API}/namespaces/nowhere").status_code == 404
    assert client.post(f"{API}/namespaces/nowhere/restore").status_code == 404


def test_a_deleted_job_is_answered_and_gone_until_it_is_restored(
    rows: Rows, served: Served
) -> None:
    rows.job("dag.load")
    client = served()
    path = f"{API}/namespaces/ns/jobs/dag.load"
    gone = client.delete(path)
    assert (gone.status_code, gone.json()["name"], gone.json()["deleted"]) == (
        200,
        "dag.load",
        True,
    )
    assert client.delete(path).status_code == 404
    back = client.post(f"{path}/restore")
    assert (back.status_code, back.json()["deleted"]) == (200, False)


def test_what_a_later_event_lists_is_not_said_to_be_hidden(rows: Rows, served: Served) -> None:
    """A producer's clock may be ahead of ours."""
    soon = now() + 3_600_000_000
    job, dataset = rows.job("j"), rows.dataset("d")
    rows.event(job, soon)
    rows.add(DATASET_EVENTS, digest=rows.digest(), node_id=dataset, event_time=soon)
    client = served()
    for path in ("/jobs/j", "/datasets/d"):
        answer = client.delete(f"{API}/namespaces/ns{path}")
        assert (answer.status_code, answer.json()["deleted"]) == (200, False)
        assert client.get(f"{API}/namespaces/ns{path}").status_code == 200
    assert client.delete(f"{API}/namespaces/ns").json()["isHidden"] is False


def test_tags_are_given_and_taken(rows: Rows, scene: Scene, served: Served) -> None:
    key = rows.dataset("d", aliases=[("glue", "d")])
    rows.version(key, 10, schema_hash=rows.schema(**{"a/b": "int"}))
    rows.stated(key, "tags", {"tags": [{"key": "theirs"}]})
    rows.job("parent.child")
    client = served()
    dataset, job = f"{API}/namespaces/glue/datasets/d", f"{API}/namespaces/ns/jobs/parent.child"
    assert client.post(f"{dataset}/tags/PII").json()["tags"] == ["PII", "theirs"]
    tagged = client.post(f"{dataset}/fields/a%2Fb/tags/key").json()
    assert tagged["fields"][0]["tags"] == ["key"]
    assert client.post(f"{job}/tags/gold").json()["tags"] == ["gold"]
    assert names(client, "/tags", "tags") == ["PII", "gold", "key", "theirs"]
    assert client.delete(f"{dataset}/tags/PII").json()["tags"] == ["theirs"]
    assert client.delete(f"{dataset}/tags/theirs").json()["tags"] == ["theirs"]
    untagged = client.delete(f"{dataset}/fields/a%2Fb/tags/key").json()
    assert untagged["fields"][0]["tags"] == []
    assert client.delete(f"{job}/tags/gold").json()["tags"] == []
    assert logged_of(scene, "edit")[0]["namespace"] == "ns"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/namespaces/ns/datasets/d/fields/nope/tags/x", 404),
        ("/namespaces/ns/datasets/nope/tags/x", 404),
        ("/namespaces/ns/jobs/nope/tags/x", 404),
        ("/namespaces/ns/datasets/d/tags/%20", 400),
    ],
)
def test_nothing_is_not_tagged(
    rows: Rows, scene: Scene, served: Served, path: str, status: int
) -> None:
    rows.dataset("d")
    client = served()
    assert client.post(f"{API}{path}").status_code == status
    assert client.delete(f"{API}{path}").status_code == status
    assert logged_of(scene, "edit") == []


def test_a_described_tag_is_seen_at_once(served: Served) -> None:
    client = served()
    put = client.put(f"{API}/tags/PII", json={"description": "personal"})
    assert (put.status_code, put.json()) == (200, {"name": "PII", "description": "personal"})
    listed = client.get(f"{API}/tags").json()
    assert listed == {
        "tags": [{"name": "PII", "description": "personal"}],
        "totalCount": 1,
        "next": None,
    }
    assert client.put(f"{API}/tags/PII", json={"description": ""}).json()["description"] is None


def test_a_source_is_put_and_listed(rows: Rows, served: Served) -> None:
    rows.stated(rows.dataset("d"), "dataSource", {"name": "shop", "uri": "mysql://db"})
    client = served()
    body = {"type": "POSTGRESQL", "connectionUrl": "jdbc:postgresql://wh", "description": "all"}
    put = client.put(f"{API}/sources/wh", json=body).json()
    assert {key: put[key] for key in body} == body
    assert put == client.get(f"{API}/sources/wh").json()
    assert names(client, "/sources", "sources") == ["shop", "wh"]
    assert client.get(f"{API}/sources/nowhere").status_code == 404
    assert client.put(f"{API}/sources/wh", json={"type": "X"}).status_code == 422


def test_an_event_is_retracted_once(rows: Rows, scene: Scene, served: Served) -> None:
    rows.add(EVENTS, digest=DIGEST, event_time=1, node_id=rows.job("j"))
    client = served()
    for _ in range(2):
        answer = client.post(f"{API}/events/{DIGEST.upper()}/retract")
        assert (answer.status_code, answer.json()) == (200, {"digest": DIGEST})
        assert client.get(f"{API}/status", headers={HEADER: answer.headers[HEADER]}).is_success
    [edit] = logged_of(scene, "edit")
    assert (edit["edit"], edit["kind"], edit["digest"]) == ("retract", "event", DIGEST)
    assert client.post(f"{API}/events/{'0' * 32}/retract").status_code == 404
    assert client.post(f"{API}/events/0123/retract").status_code == 400


def test_only_an_administrator_takes_events_back(rows: Rows, scene: Scene) -> None:
    rows.add(EVENTS, digest=DIGEST, event_time=1, node_id=rows.job("j"))
    rows.write(scene.store)
    secrets = {
        "write": scene.keys.create("airflow", "write"),
        "admin": scene.keys.create("me", "admin"),
    }
    with scene.client() as client:
        for role, status in (("write", 403), ("admin", 200)):
            headers = {"Authorization": f"Bearer {secrets[role]}"}
            answer = client.post(f"{API}/events/{DIGEST}/retract", headers=headers)
            assert answer.status_code == status, role


def test_edits_go_by_node_id(rows: Rows, served: Served, scene: Scene) -> None:
    rows.job("j", "etl")
    rows.dataset("d", "s3://lake")
    client = served()
    described = client.post(
        f"{API}/edits", json={"edit": "describe", "nodeId": "job:etl:j", "description": "loads d"}
    )
    assert (described.status_code, described.json()) == (200, {"nodeId": "job:etl:j"})
    assert client.get(f"{API}/namespaces/etl/jobs/j").json()["description"] == "loads d"
    tag = {"edit": "tag", "nodeId": "dataset:s3%3A//lake:d", "tag": " gold "}
    assert client.post(f"{API}/edits", json=tag).json() == {"nodeId": "dataset:s3://lake:d"}
    dataset = f"{API}/namespaces/s3%3A%2F%2Flake/datasets/d"
    assert client.get(dataset).json()["tags"] == ["gold"]
    client.post(f"{API}/edits", json={**tag, "edit": "untag", "tag": "gold"})
    assert client.get(dataset).json()["tags"] == []
    for edit, status in (("delete", 404), ("restore", 200)):
        client.post(f"{API}/edits", json={"edit": edit, "nodeId": "dataset:s3://lake:d"})
        assert client.get(dataset).status_code == status
    gone = client.post(f"{API}/edits", json={"edit": "delete", "nodeId": "namespace:etl"})
    assert gone.json() == {"nodeId": "namespace:etl"}
    assert len(logged_of(scene, "edit")) == 6


@pytest.mark.parametrize(
    ("body", "status", "part"),
    [
        ({"edit": "forget", "nodeId": "job:etl:j"}, 422, "Invalid value 'forget'"),
        ({"edit": "describe", "nodeId": "job:etl:j"}, 422, "description"),
        ({"edit": "delete", "nodeId": "job:etl:other"}, 404, "nothing is known"),
        ({"edit": "tag", "nodeId": "job:etl:j", "tag": " "}, 400, "nothing but blanks"),
        ({"edit": "tag", "nodeId": "namespace:etl", "tag": "a"}, 400, "is no node id"),
    ],
)
def test_an_edit_that_cannot_be_made_is_not_logged(
    rows: Rows, served: Served, scene: Scene, body: dict[str, str], status: int, part: str
) -> None:
    rows.job("j", "etl")
    refused = served().post(f"{API}/edits", json=body)
    assert refused.status_code == status
    assert part in refused.text
    assert logged_of(scene, "edit") == []
