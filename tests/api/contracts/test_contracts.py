"""Contracts over HTTP: registering them, asking about them, checking proposals."""

from collections.abc import Callable

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from headwater.wire.media import PLAIN
from tests.api.conftest import Scene
from tests.contracts.rfc import BLOCK, BOUND_Y, TEXTS, W1, W2, X, Y, Z
from tests.query.contracts.pipelines import pipelines
from tests.query.rows import Rows

Served = Callable[[], TestClient]
BASE = "/api/v1/contracts"
YAML = {"content-type": "application/yaml"}


@pytest.fixture
def client(rows: Rows, served: Served) -> TestClient:
    """What runs in the RFC's example; nothing is registered."""
    pipelines(rows)
    return served()


def register(client: TestClient, *texts: str) -> Response:
    answer: Response = client.post(BASE, content="---\n".join(texts), headers=YAML)
    return answer


@pytest.fixture
def example(client: TestClient) -> TestClient:
    """The RFC's example in variant B."""
    assert register(client, *(TEXTS | {Y: BOUND_Y}).values()).status_code == 201
    return client


def test_contracts_are_registered_with_their_findings(client: TestClient) -> None:
    strange = "apiVersion: v3.1.0\nkind: DataContract\nid: a\nversion: 1.0.0\nlineage: {}\n"
    answer = register(client, TEXTS[X], strange)
    assert answer.status_code == 201
    assert answer.headers["lineage-position"]
    registered = answer.json()["contracts"]
    assert [(one["id"], one["version"], one["outcome"]) for one in registered] == [
        (X, "1.8.0", "registered"),
        ("a", "1.0.0", "registered"),
    ]
    assert [(f["code"], f["line"]) for f in registered[1]["findings"]] == [
        ("missing-key", 7),
        ("unknown-key", 11),
    ]
    again = register(client, TEXTS[X], strange)
    assert [one["outcome"] for one in again.json()["contracts"]] == ["unchanged"] * 2
    assert again.headers["Lineage-Position"]
    assert client.get(BASE).json()["totalCount"] == 2


def test_the_same_version_with_other_content_is_a_conflict(client: TestClient) -> None:
    register(client, TEXTS[X], "id: d\nversion: 1.0.0\nstatus: draft\n")
    other = register(client, f"{TEXTS[X]}status: active\n", "id: n\nversion: 1\n")
    assert other.status_code == 409
    assert "is registered with other content" in other.json()["message"]
    assert client.get(BASE).json()["totalCount"] == 2
    assert register(client, "id: d\nversion: 1.0.0\nstatus: active\n").status_code == 201
    twice = register(client, "id: t\nversion: 1\n", "id: t\nversion: 1\nname: T\n")
    assert twice.status_code == 409


def test_what_cannot_be_read_is_refused_with_its_lines(client: TestClient) -> None:
    answer = register(client, TEXTS[X], BLOCK)
    assert answer.status_code == 422
    [error] = answer.json()["errors"]
    assert error["path"] == "line 19"
    assert "'quantumName' stands here again" in error["message"]
    assert client.get(BASE).json()["totalCount"] == 0
    assert register(client, "dataContractSpecification: 1.1.0\n").status_code == 422


@pytest.mark.parametrize("body", [b'{"documents":[{"text":"\xe4("}]}', b'{"\xe4(":1}'])
def test_what_is_no_text_is_refused_and_no_fault_of_the_server(
    client: TestClient, body: bytes
) -> None:
    answer = client.post(BASE, content=body)
    assert answer.status_code == 422
    assert "not UTF-8" in answer.text


def test_the_text_comes_back_as_it_was_sent(example: TestClient) -> None:
    answer = example.get(f"{BASE}/{Z}", headers={"accept": "application/yaml"})
    assert answer.headers["content-type"].startswith("application/yaml")
    assert answer.text == f"{TEXTS[Z]}"
    version = example.get(f"{BASE}/{Y}/versions/2.0.0", headers={"accept": "application/yaml"})
    assert version.text.removeprefix("---\n") == BOUND_Y


def test_one_contract_and_its_versions(example: TestClient) -> None:
    found = example.get(f"{BASE}/{Z}").json()
    assert found["summary"]["product"] == "Data Product Z"
    assert found["spec"]["kind"] == "contract"
    assert found["outputs"] == [
        {
            "namespace": "DSZ2-namespace",
            "name": "DSZ2-name",
            "binding": "declared",
            "dataset": "dataset:DSZ2-namespace:DSZ2-name",
        }
    ]
    register(example, TEXTS[Z].replace("1.1.0", "2.0.0").replace("DSZ2-name\n", "DSZ3\n"))
    versions = example.get(f"{BASE}/{Z}/versions").json()["versions"]
    assert [(one["version"], one["current"]) for one in versions] == [
        ("2.0.0", True),
        ("1.1.0", False),
    ]
    diff = example.get(f"{BASE}/{Z}/diff").json()
    assert (diff["before"], diff["after"]) == ("1.1.0", "2.0.0")
    assert example.get(f"{BASE}/{Z}/versions/9").status_code == 404
    missing = example.get(f"{BASE}/{Z[:-1]}x")
    assert missing.status_code == 404
    assert Z in missing.json()["message"]


def test_design_lineage_in_both_shapes(example: TestClient) -> None:
    graph = example.get(f"{BASE}/lineage").json()["graph"]
    assert len(graph) == 5
    [y] = [node for node in graph if node["id"] == f"contract:{Y}"]
    assert {edge["origin"] for edge in y["inEdges"]} == {f"contract:{X}", f"contract:{W2}"}
    products = example.get(f"{BASE}/lineage", params={"level": "product", "id": Z, "depth": 1})
    assert [node["data"]["name"] for node in products.json()["graph"]] == [
        "Data Product Y",
        "Data Product Z",
    ]
    plain = example.get(f"{BASE}/lineage", headers={"accept": PLAIN}).json()
    assert len(plain["edges"]) == 3


def test_what_runs_behind_and_who_is_impacted(example: TestClient) -> None:
    behind = example.get(f"{BASE}/{Z}/operational").json()["graph"]
    assert len(behind) == 7
    [dsy1] = [node for node in behind if node["data"]["name"] == "DSY1-name"]
    assert [mark["id"] for mark in dsy1["data"]["contracts"]] == [Y]
    impact = example.get(f"{BASE}/{Y}/impact").json()
    assert [one["id"] for one in impact["contracts"]] == [Z]
    assert impact["operational"]["knowledge"] == "found"
    assert example.get(f"{BASE}/{X}/impact").json()["operational"]["knowledge"] == "unknown"
    assert example.get(f"{BASE}/{X}/operational").status_code == 404


def test_drift_of_one_and_of_all(example: TestClient) -> None:
    one = example.get(f"{BASE}/{Z}/drift").json()
    assert (one["state"], one["inputs"][0]["verdict"]) == ("clean", "confirmed")
    everything = example.get(f"{BASE}/drift", params={"limit": 1}).json()
    assert everything["totalCount"] == 4
    assert len(everything["findings"]) == 1
    assert everything["states"] == {"clean": 1, "drift": 1, "unverifiable": 3}
    named = example.get(f"{BASE}/drift", params={"code": "uncontracted-input"}).json()
    assert named["totalCount"] == 1
    stale = example.get(f"{BASE}/{Z}/drift", params={"staleAfter": 24}).json()
    assert "output-stale" in {finding["code"] for finding in stale["findings"]}


def test_a_deleted_contract_is_gone_and_can_come_again(example: TestClient) -> None:
    before = example.get(BASE).json()["contracts"][0]["registeredAt"]
    assert example.delete(f"{BASE}/{W1}").json() == {"id": W1}
    assert example.get(f"{BASE}/{W1}").status_code == 404
    assert example.get(f"{BASE}/{W1}", params={"at": before}).status_code == 200
    assert example.delete(f"{BASE}/{W1}").status_code == 404
    assert register(example, TEXTS[W1]).json()["contracts"][0]["outcome"] == "registered"


def test_a_proposal_is_checked_against_consumers_and_what_runs(example: TestClient) -> None:
    proposed = BOUND_Y.replace("2.0.0", "2.1.0").replace("DSY1-name", "DSY9")
    answer = example.post(f"{BASE}/check", content=proposed, headers=YAML)
    assert answer.status_code == 200
    report = answer.json()
    assert report["consumers"] == "server"
    assert {finding["code"] for finding in report["findings"]} == {
        "breaking-without-major",
        "output-never-written",
        "unverifiable",
    }
    [changed] = report["changed"]
    assert changed["comparison"]["suggestedVersion"] == "3.0.0"
    assert [one["id"] for one in changed["impact"]["contracts"]] == [Z]
    assert example.get(f"{BASE}/{Y}").json()["version"]["version"] == "2.0.0"
    assert example.post(f"{BASE}/check", content="a: [", headers=YAML).status_code == 422


def test_a_key_to_read_may_check_but_not_register(scene: Scene, rows: Rows) -> None:
    rows.write(scene.store)
    key = scene.keys.create("reader", "read")
    with scene.client() as client:
        headers = {"authorization": f"Bearer {key}"}
        checked = client.post(f"{BASE}/check", content=TEXTS[X], headers=headers)
        assert checked.status_code == 200
        assert client.post(BASE, content=TEXTS[X], headers=headers).status_code == 403


def test_ids_with_slashes_and_the_words_of_the_api_are_found(client: TestClient) -> None:
    register(client, "id: a/b c\nversion: 1\n", "id: drift\nversion: 1\n")
    assert client.get(f"{BASE}/a%2Fb%20c").json()["summary"]["id"] == "a/b c"
    assert client.get(f"{BASE}/contract:drift").json()["summary"]["id"] == "drift"
