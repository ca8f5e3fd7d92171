from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from headwater.query.graph.current import CurrentGraph
from headwater.wire.media import PLAIN
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]


def chain(rows: Rows) -> None:
    """raw > clean > orders > report > summary"""
    raw, orders, summary = (rows.dataset(name) for name in ("raw", "orders", "summary"))
    clean, report = rows.job("clean"), rows.job("report")
    run = rows.run(clean, uuid(1), start=10, end=20, reads={raw: None}, writes=[orders])
    rows.version(orders, 20, run=run, schema_hash=rows.schema(id="int", price="decimal"))
    rows.version(raw, kind="initial")
    rows.uses(clean, [raw], [orders])
    rows.uses(report, [orders], [summary])
    rows.flow(clean, orders, raw, columns={("price", "cents"): [{"type": "DIRECT"}]})


def ids(answer: dict[str, Any]) -> list[str]:
    return [node["id"] for node in answer["graph"]]


def test_a_graph_has_marquez_nodes_with_edges_both_ways(rows: Rows, served: Served) -> None:
    chain(rows)
    answer = served().get("/api/v1/lineage", params={"nodeId": "job:ns:clean"}).json()
    assert ids(answer) == [
        "dataset:ns:orders",
        "dataset:ns:raw",
        "dataset:ns:summary",
        "job:ns:clean",
        "job:ns:report",
    ]
    assert answer["truncated"] is None
    orders, clean = answer["graph"][0], answer["graph"][3]
    into = {"origin": "job:ns:clean", "destination": "dataset:ns:orders", "basis": "listed"}
    assert orders["inEdges"] == [into]
    assert clean["outEdges"] == [into]
    assert [field["name"] for field in orders["data"]["fields"]] == ["id", "price"]
    assert clean["data"]["latestRun"]["state"] == "COMPLETED"
    assert "fields" not in clean["data"]


def test_how_nodes_do_is_told_in_both_forms_if_it_is_asked_for(rows: Rows, served: Served) -> None:
    chain(rows)
    client = served()
    asked = {"nodeId": "job:ns:clean"}
    shown = client.get("/api/v1/lineage", params=asked | {"vitals": "true"}).json()["graph"][0]
    expected: dict[str, Any] = {
        "owners": [],
        "lastAt": "1970-01-01T00:00:00.000020Z",
        "longestGapMs": None,
        "late": False,
        "rows": [],
        "failedTests": [],
        "passedTests": 0,
    }
    assert shown["data"]["vitals"] == expected
    plain = client.get(
        "/api/v1/lineage", params=asked | {"vitals": "true"}, headers={"accept": PLAIN}
    ).json()
    assert plain["nodes"][0]["vitals"] == expected
    assert "vitals" not in client.get("/api/v1/lineage", params=asked).json()["graph"][0]["data"]


@pytest.mark.parametrize(
    ("path", "asked", "moments"),
    [
        ("lineage", {"nodeId": "job:ns:clean", "groupBy": "parent", "columns": "true"}, 1),
        ("contracts/orders/operational", {}, 1),
        ("lineage/diff", {"nodeId": "job:ns:clean", "from": "1970-01-02T00:00:00Z"}, 2),
    ],
)
def test_a_question_looks_at_the_graph_of_each_moment_once(
    rows: Rows,
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    asked: dict[str, str],
    moments: int,
) -> None:
    chain(rows)
    rows.parent(rows.job("clean"), rows.job("dag"), since=5)
    rows.contract(
        "id: orders\nversion: 1.0.0\ncustomProperties: [{property: lineage,"
        " value: {outputDatasets: [{namespace: ns, name: orders}]}}]\n",
        1,
    )
    client, made = served(), list[CurrentGraph]()
    make = CurrentGraph.__init__

    def counted(self: CurrentGraph, *args: Any, **options: Any) -> None:
        made.append(self)
        make(self, *args, **options)

    monkeypatch.setattr(CurrentGraph, "__init__", counted)
    answer = client.get(f"/api/v1/{path}", params=asked)
    assert answer.status_code == 200
    assert answer.json()["graph"]
    assert len(made) == moments


def test_tags_have_their_values_beside_the_names_that_marquez_clients_expect(
    rows: Rows, served: Served
) -> None:
    chain(rows)
    orders = rows.dataset("orders")
    tags = [{"key": "tier", "value": "production"}, {"key": "pii", "value": "true", "field": "id"}]
    rows.stated(orders, "tags", {"tags": tags})
    rows.edit("tag", "dataset", "ns", "orders", 1, tag="gold")
    client = served()
    values = [
        {"key": "gold", "value": None, "source": "USER", "field": None},
        {"key": "tier", "value": "production", "source": None, "field": None},
    ]
    graph = client.get("/api/v1/lineage", params={"nodeId": "dataset:ns:orders"}).json()["graph"]
    data = {node["id"]: node["data"] for node in graph}
    assert data["dataset:ns:orders"]["tags"] == ["gold", "tier"]
    assert data["dataset:ns:orders"]["allTags"] == values
    assert data["job:ns:clean"]["allTags"] == []
    [found] = client.get("/api/v1/search", params={"q": "tier=production"}).json()["results"]
    assert (found["tags"], found["allTags"]) == (["gold", "tier"], values)


def test_nodes_have_all_that_marquez_clients_cannot_do_without(rows: Rows, served: Served) -> None:
    chain(rows)
    rows.parent(rows.job("clean"), rows.job("dag"), since=5)
    rows.event(rows.job("clean"), 10, "START")
    rows.event(rows.dataset("orders"), 20, shape="dataset")
    answer = served().get("/api/v1/lineage", params={"nodeId": "job:ns:clean"}).json()
    shared = {"id", "type", "name", "namespace", "createdAt", "updatedAt", "tags"}
    required = {
        "JOB": shared | {"simpleName", "inputs", "outputs"},
        "DATASET": shared | {"physicalName", "sourceName", "fields"},
    }
    data = {node["id"]: node["data"] for node in answer["graph"]}
    for node in answer["graph"]:
        assert {key for key in required[node["type"]] if node["data"].get(key) is None} == set()
    clean, orders = data["job:ns:clean"], data["dataset:ns:orders"]
    assert clean["inputs"] == [{"namespace": "ns", "name": "raw"}]
    assert clean["outputs"] == [{"namespace": "ns", "name": "orders"}]
    assert (clean["parentJobName"], clean["location"]) == ("dag", None)
    assert (orders["type"], orders["kind"], orders["sourceName"]) == ("DB_TABLE", None, "ns")
    assert clean["latestRun"]["createdAt"] == clean["latestRun"]["startedAt"]
    assert orders["lastModifiedAt"] == orders["updatedAt"] == clean["latestRun"]["updatedAt"]


def test_each_node_of_a_component_gives_the_same_bytes(rows: Rows, served: Served) -> None:
    chain(rows)
    client = served()
    asked = {"scope": "component", "nodeId": "job:ns:clean"}
    nodes = ids(client.get("/api/v1/lineage", params=asked).json())
    answers = {
        client.get("/api/v1/lineage", params={**asked, "nodeId": node}).content for node in nodes
    }
    assert len(answers) == 1


def test_a_graph_can_be_had_as_csv_dot_and_mermaid(rows: Rows, served: Served) -> None:
    chain(rows)
    client = served()
    for form, media, begins in (
        ("csv", "text/csv", "origin,destination,label\n"),
        ("dot", "text/vnd.graphviz", "digraph lineage {"),
        ("mermaid", "text/vnd.mermaid", "flowchart LR"),
    ):
        asked = {"nodeId": "job:ns:clean", "format": form}
        answer = client.get("/api/v1/lineage", params=asked)
        assert answer.headers["content-type"].startswith(media)
        assert answer.text.startswith(begins)


def test_column_edges_point_from_a_field_to_its_inputs(rows: Rows, served: Served) -> None:
    chain(rows)
    client = served()
    asked = {"nodeId": "datasetField:ns:orders:price", "depth": "1"}
    answer = client.get("/api/v1/column-lineage", params=asked).json()
    assert ids(answer) == ["datasetField:ns:orders:price", "datasetField:ns:raw:cents"]
    price, cents = answer["graph"]
    edge = {"origin": price["id"], "destination": cents["id"]}
    assert (price["inEdges"], cents["outEdges"]) == (
        [edge],
        [{"origin": cents["id"], "destination": price["id"]}],
    )
    assert price["data"]["dataset"] == price["data"]["name"] == "orders"
    assert price["data"]["type"] == price["data"]["fieldType"] == "decimal"
    [source] = price["data"]["inputFields"]
    assert (source["dataset"], source["field"]) == ("raw", "cents")
    assert source["transformationType"] == price["data"]["transformationType"] == "DIRECT"


def test_what_a_column_goes_into_is_told_without_asking_for_a_depth(
    rows: Rows, served: Served
) -> None:
    chain(rows)
    client = served()

    def asked(**more: str) -> Any:
        params = {"nodeId": "datasetField:ns:raw:cents", **more}
        return client.get("/api/v1/column-lineage", params=params).json()["graph"]

    price, cents = asked(withDownstream="true", depth="1")
    assert cents["outEdges"] == [{"origin": cents["id"], "destination": price["id"]}]
    assert price["inEdges"] == [{"origin": price["id"], "destination": cents["id"]}]
    assert asked(direction="downstream", depth="1")[1] == cents
    [alone] = asked(withDownstream="true")
    assert (alone["outEdges"], alone["hiddenDownstream"]) == (cents["outEdges"], 1)
    [upstream] = asked()
    assert (upstream["id"], upstream["outEdges"]) == (cents["id"], [])


def test_a_column_names_its_inputs_as_edges_without_asking_for_a_depth(
    rows: Rows, served: Served
) -> None:
    chain(rows)
    asked = {"nodeId": "datasetField:ns:orders:price"}
    [price] = served().get("/api/v1/column-lineage", params=asked).json()["graph"]
    assert price["inEdges"] == [
        {"origin": "datasetField:ns:orders:price", "destination": "datasetField:ns:raw:cents"}
    ]
    assert (price["outEdges"], price["hiddenUpstream"]) == ([], 1)


def test_the_transformation_of_a_column_is_told_in_the_old_words_where_all_agree(
    rows: Rows, served: Served
) -> None:
    x, y, job = rows.dataset("x"), rows.dataset("y"), rows.job("j")
    identity = {"type": "DIRECT", "subtype": "IDENTITY", "description": "identical"}
    masked = {"type": "DIRECT", "subtype": "TRANSFORMATION", "masking": True}
    rows.flow(
        job,
        y,
        x,
        columns={("a", "i"): [identity], ("b", "i"): [masked], ("c", "i"): [identity, masked]},
    )
    client = served()
    answer = client.get("/api/v1/column-lineage", params={"nodeId": "dataset:ns:y"}).json()
    fields = {node["data"]["field"]: node["data"] for node in answer["graph"]}
    words = {field: data["transformationType"] for field, data in fields.items()}
    assert words == {"a": "IDENTITY", "b": "MASKED", "c": None}
    for data in fields.values():
        assert data["inputFields"][0]["transformationType"] == data["transformationType"]
    assert fields["a"]["transformationDescription"] == "identical"


def test_columns_downstream_of_a_source_column_are_found_on_request(
    rows: Rows, served: Served
) -> None:
    chain(rows)
    client = served()
    asked = {"nodeId": "datasetField:ns:raw:cents", "depth": "5"}
    assert ids(client.get("/api/v1/column-lineage", params=asked).json()) == [asked["nodeId"]]
    both = {**asked, "withDownstream": "True"}
    answer = client.get("/api/v1/column-lineage", params=both).json()
    assert ids(answer) == ["datasetField:ns:orders:price", asked["nodeId"]]


def test_columns_at_a_time_are_those_of_the_version_then(rows: Rows, served: Served) -> None:
    chain(rows)
    client = served()
    asked = {"nodeId": "dataset:ns:orders", "lineageAt": "1970-01-01T00:00:01Z"}
    [_, price] = client.get("/api/v1/column-lineage", params=asked).json()["graph"]
    field, _, version = price["id"].partition("#")
    assert field == "datasetField:ns:orders:price"
    assert version == price["data"]["datasetVersion"]
    early = {**asked, "lineageAt": "-100"}
    assert client.get("/api/v1/column-lineage", params=early).json()["graph"] == []
    by_version = {"nodeId": "dataset:ns:orders", "datasetVersion": version}
    answer = client.get("/api/v1/column-lineage", params=by_version).json()
    assert ids(answer)[-1] == price["id"]
    wrong = {**by_version, "lineageAt": "1"}
    assert client.get("/api/v1/column-lineage", params=wrong).status_code == 400


def test_the_run_graph_has_typed_edges(rows: Rows, served: Served) -> None:
    chain(rows)
    answer = served().get("/api/v1/runlineage", params={"nodeId": f"run:{uuid(1)}"}).json()
    [run] = [node for node in answer["graph"] if node["type"] == "RUN"]
    assert run["data"]["run"]["state"] == "COMPLETED"
    assert {edge["type"] for edge in run["inEdges"]} == {"CONSUMED"}
    assert {edge["type"] for edge in run["outEdges"]} == {"PRODUCED", "IS_VERSION_OF"}


def test_a_graph_is_asked_for_by_flows_expanded_and_with_columns(
    rows: Rows, served: Served
) -> None:
    chain(rows)
    asked = {"nodeId": "dataset:ns:raw", "direction": "flows", "depth": "0", "columns": "true"}
    client = served()
    answer = client.get("/api/v1/lineage", params=asked).json()
    assert ids(answer) == ["dataset:ns:orders", "dataset:ns:raw", "job:ns:clean"]
    assert answer["columns"] == [
        {
            "origin": "dataset:ns:raw",
            "originField": "cents",
            "destination": "dataset:ns:orders",
            "destinationField": "price",
            "transformations": [{"type": "DIRECT"}],
        }
    ]
    expanded = {**asked, "expandDownstream": ["dataset:ns:orders", "job:ns:report"]}
    answer = client.get("/api/v1/lineage", params=expanded).json()
    assert len(ids(answer)) == 5
    assert answer["truncated"] is None


def test_a_graph_tells_when_it_changed(rows: Rows, served: Served) -> None:
    rows.uses(rows.job("clean"), [rows.dataset("raw")], since=1_000_000)
    answer = served().get("/api/v1/lineage/changes", params={"nodeId": "job:ns:clean"}).json()
    assert answer == {
        "changes": [
            {
                "at": "1970-01-01T00:00:01Z",
                "edgesBegun": 1,
                "edgesEnded": 0,
                "jobVersions": 1,
                "drops": 0,
            }
        ],
        "first": None,
        "last": None,
    }


def test_graphs_can_be_had_as_lists_of_nodes_and_edges(rows: Rows, served: Served) -> None:
    chain(rows)
    client = served()
    for path, node in (
        ("lineage", "job:ns:clean"),
        ("column-lineage", "dataset:ns:orders"),
        ("runlineage", f"run:{uuid(1)}"),
    ):
        asked = {"nodeId": node}
        plain = client.get(f"/api/v1/{path}", params=asked, headers={"Accept": PLAIN})
        assert plain.headers["content-type"] == PLAIN
        usual = client.get(f"/api/v1/{path}", params=asked)
        assert usual.headers["content-type"] == "application/json"
        assert [found["id"] for found in plain.json()["nodes"]] == ids(usual.json())
        assert plain.json().keys() >= {"nodes", "edges", "truncated"}


def test_columns_can_be_asked_for_as_stated_at_a_time_in_any_direction(
    rows: Rows, served: Served
) -> None:
    chain(rows)
    client = served()
    asked = {"nodeId": "datasetField:ns:raw:cents", "depth": "1", "direction": "downstream"}
    answer = client.get("/api/v1/column-lineage", params={**asked, "at": "1970-01-02"}).json()
    assert ids(answer) == ["datasetField:ns:orders:price", "datasetField:ns:raw:cents"]
    both = client.get("/api/v1/column-lineage", params={**asked, "at": "1", "lineageAt": "1"})
    assert both.status_code == 400


def test_a_node_is_known_by_all_its_names(rows: Rows, served: Served) -> None:
    rows.dataset("orders", "wh", aliases=[("s3://lake", "orders")])
    asked = {"nodeId": "dataset:s3://lake:orders/dt=2025-01-01"}
    assert served().get("/api/v1/nodes", params=asked).json() == {
        "id": "dataset:wh:orders",
        "kind": "dataset",
        "namespace": "wh",
        "name": "orders",
        "field": None,
        "version": None,
        "run": None,
    }


def test_runs_are_listed_by_node_and_state(rows: Rows, served: Served) -> None:
    chain(rows)
    rows.run(rows.job("report"), uuid(2), start=30, end=40, state="FAILED")
    client = served()

    def found(**asked: str) -> list[str]:
        return [run["id"] for run in client.get("/api/v1/runs", params=asked).json()["runs"]]

    assert found() == [uuid(2), uuid(1)]
    assert found(nodeId="dataset:ns:raw") == [uuid(1)]
    assert found(state="FAILED") == [uuid(2)]
    assert found(limit="1", offset="1") == [uuid(1)]
    assert found(limit="9" * 5000) == [uuid(2), uuid(1)], "more than the largest page is that"
