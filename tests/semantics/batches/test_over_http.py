"""The questions of the source documents, end to end: events posted, lineage derived, JSON asserted.

Two days of a small shop: `ingest` loads raw orders, `clean` makes orders of them, `report` makes
revenue of those. On the second day the price comes as text, `clean` reads customers too, and
`report` fails.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from pyspark.sql import SparkSession
from starlette.testclient import TestClient

from headwater.api.http.gate import Gate
from headwater.api.http.keys import Keys
from headwater.api.http.site import Limits, Site
from headwater.api.server import application
from headwater.log import DirectoryLog, LogWriter, head, ranges
from headwater.model.facts import Rules
from headwater.pipeline.batch.runner import Runner
from headwater.pipeline.live import LiveUpdater
from headwater.store import open_store
from tests.stories.events import code, derives, ds, run, schema

pytestmark = pytest.mark.spark

I1, C1, R1, I2, C2, R2 = (f"{number}" * 8 + "-0000-4000-8000-000000000000" for number in range(6))
NUMBER, TEXT = schema(id="INT", price="INT"), schema(id="INT", price="STRING")
ORDERS = derives(id="raw.id", price="raw.price")
STORY = [
    run(I1, "ingest", "COMPLETE", 1, [], [ds("raw", schema=NUMBER)], code("i1")),
    run(C1, "clean", "COMPLETE", 2, ["raw"], [ds("orders", schema=NUMBER, columnLineage=ORDERS)]),
    run(
        R1,
        "report",
        "COMPLETE",
        3,
        ["orders"],
        [ds("revenue", schema=schema(total="INT"), columnLineage=derives(total="orders.price"))],
    ),
    run(I2, "ingest", "COMPLETE", 11, [], [ds("raw", schema=TEXT)], code("i2")),
    run(
        C2,
        "clean",
        "COMPLETE",
        12,
        ["raw", "customers"],
        [ds("orders", schema=TEXT, columnLineage=ORDERS)],
    ),
    run(R2, "report", "FAIL", 13, ["orders"], ["revenue"]),
]
FIRST_DAY, SECOND_DAY = "2024-05-01T05:00:00Z", "2024-05-01T20:00:00Z"
COMPONENT = [
    *(f"dataset:db:{name}" for name in ("customers", "orders", "raw", "revenue")),
    *(f"job:jobs:{name}" for name in ("clean", "ingest", "report")),
]


@pytest.fixture(scope="module")
def client(
    spark: SparkSession, runner: Runner, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[TestClient]:
    """A server that has taken the story over HTTP, and a store that has applied it."""
    directory = tmp_path_factory.mktemp("over-http")
    log, url = directory / "log", f"sqlite:///{directory}/store"
    site = Site(DirectoryLog(log), lambda: open_store(url), LogWriter(log), Limits())
    with TestClient(application(site, Gate(Keys(directory)))) as asking, open_store(url) as store:
        for _, event in STORY:
            assert asking.post("/api/v1/lineage", json=event).status_code == 201
        LiveUpdater(DirectoryLog(log), store, Rules(), runner).apply(
            ranges({}, head(log)), store.take_over()
        )
        yield asking


def ask(client: TestClient, path: str, **asked: Any) -> Any:
    answer = client.get(f"/api/v1{path}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def ids(answer: Any) -> list[str]:
    return [node["id"] for node in answer["graph"]]


def edges(answer: Any) -> set[str]:
    return {
        f"{edge['origin']} > {edge['destination']}"
        for node in answer["graph"]
        for edge in node["outEdges"]
    }


def test_1_the_current_graph_is_the_same_from_every_node_of_a_component(
    client: TestClient,
) -> None:
    answers = {
        client.get("/api/v1/lineage", params={"nodeId": node, "scope": "component"}).content
        for node in COMPONENT
    }
    assert len(answers) == 1
    found = ask(client, "/lineage", nodeId=COMPONENT[0], scope="component")
    assert ids(found) == COMPONENT
    assert edges(found) == {
        "dataset:db:customers > job:jobs:clean",
        "dataset:db:orders > job:jobs:report",
        "dataset:db:raw > job:jobs:clean",
        "job:jobs:clean > dataset:db:orders",
        "job:jobs:ingest > dataset:db:raw",
        "job:jobs:report > dataset:db:revenue",
    }
    [report] = [node for node in found["graph"] if node["id"] == "job:jobs:report"]
    assert report["data"]["latestRun"]["state"] == "FAILED"


def test_2_lineage_yesterday_against_today(client: TestClient) -> None:
    then = ask(client, "/lineage", nodeId="job:jobs:clean", at=FIRST_DAY)
    assert "dataset:db:customers" not in ids(then)
    asked = {"nodeId": "job:jobs:clean", "from": FIRST_DAY, "to": SECOND_DAY}
    found = ask(client, "/lineage/diff", **asked)
    changes = {node["id"]: node["change"] for node in found["graph"]}
    assert changes["dataset:db:customers"] == "added"
    assert changes["job:jobs:clean"] == "changed"
    assert changes["job:jobs:report"] == "same"
    [clean] = [change for change in found["changes"] if change["id"] == "job:jobs:clean"]
    assert clean["version"]["change"]["inputsAdded"] == ["dataset:db:customers"]
    [raw] = [change for change in found["changes"] if change["id"] == "dataset:db:raw"]
    assert raw["schema"]["retyped"] == [{"name": "price", "before": "INT", "after": "STRING"}]


def test_3_upstream_of_a_column_now_at_a_version_at_a_time_and_downstream_on_request(
    client: TestClient,
) -> None:
    total = "datasetField:db:revenue:total"
    chain = [f"datasetField:db:{name}" for name in ("orders:price", "raw:price", "revenue:total")]
    now = ask(client, "/column-lineage", nodeId=total, depth=5)
    assert ids(now) == chain
    [made] = ask(client, "/namespaces/db/datasets/revenue/versions")["versions"]
    by_version = ask(
        client, "/column-lineage", nodeId=total, datasetVersion=made["version"], depth=5
    )
    assert [node.partition("#")[0] for node in ids(by_version)] == chain
    at_time = ask(client, "/column-lineage", nodeId=total, lineageAt=FIRST_DAY, depth=5)
    assert at_time == by_version, "no later version was made"
    assert ask(client, "/column-lineage", nodeId=total, lineageAt="2024-04-01")["graph"] == []
    source = "datasetField:db:raw:price"
    assert ids(ask(client, "/column-lineage", nodeId=source, depth=5)) == [source]
    down = ask(client, "/column-lineage", nodeId=source, depth=5, withDownstream=True)
    assert ids(down) == chain


def test_4_the_run_level_graph(client: TestClient) -> None:
    found = ask(client, "/runlineage", nodeId=f"run:{R1}", direction="upstream")
    runs = {node["id"] for node in found["graph"] if node["type"] == "RUN"}
    assert runs == {f"run:{one}" for one in (I1, C1, R1)}
    steps = {
        (edge["origin"].partition("#")[0], edge["type"], edge["destination"].partition("#")[0])
        for node in found["graph"]
        for edge in node["outEdges"]
        if edge["type"] != "IS_VERSION_OF"
    }
    assert {
        (f"run:{I1}", "PRODUCED", "dataset:db:raw"),
        ("dataset:db:raw", "CONSUMED", f"run:{C1}"),
        (f"run:{C1}", "PRODUCED", "dataset:db:orders"),
        ("dataset:db:orders", "CONSUMED", f"run:{R1}"),
    } <= steps


def test_5_two_runs_differ_in_what_went_into_them(client: TestClient) -> None:
    found = ask(client, "/runlineage/diff", **{"from": R1, "to": R2})
    jobs = {one["id"]: one for one in found["jobs"]}
    assert jobs["job:jobs:report"]["changed"][0] == "state"
    assert "code" in jobs["job:jobs:ingest"]["changed"]
    datasets = {one["id"]: one for one in found["datasets"]}
    assert datasets["dataset:db:raw"]["schema"]["retyped"][0]["after"] == "STRING"
    assert datasets["dataset:db:customers"]["change"] == "added"
    assert [one["id"] for one in found["runs"]["runs"]] == [R2]


def test_6_a_run_failed_because_a_column_two_hops_upstream_became_text(client: TestClient) -> None:
    found = ask(client, "/runlineage/why", runId=R2)
    assert (found["run"]["id"], found["against"]["id"]) == (R2, R1)
    first = found["causes"][0]
    assert "price" in first["sentence"]
    assert "STRING" in first["sentence"]
    path = first["evidence"]["through"]
    assert (path[0], path[-1]) == ("dataset:db:raw", "job:jobs:report")
    assert f"run:{I2}" in first["evidence"]["runs"]


def test_7_a_dataset_has_its_producing_run_and_that_run_what_it_consumed(
    client: TestClient,
) -> None:
    newest, oldest = ask(client, "/namespaces/db/datasets/orders/versions")["versions"]
    assert (newest["createdByRun"]["id"], oldest["createdByRun"]["id"]) == (C2, C1)
    made = ask(client, f"/jobs/runs/{C2}")
    consumed = {
        one["datasetVersionId"]["name"]: one["datasetVersionId"]["version"]
        for one in made["inputDatasetVersions"]
    }
    [raw, *_] = ask(client, "/namespaces/db/datasets/raw/versions")["versions"]
    assert set(consumed) == {"raw", "customers"}
    assert consumed["raw"] == raw["version"]
    assert raw["createdByRun"]["id"] == I2
