"""Fields that only Marquez's clients read: the answers over HTTP have them beside ours."""

from collections.abc import Callable

from starlette.testclient import TestClient

from headwater.api.marquez.runs import ARGUMENTS
from headwater.store.tables import DATASET_EVENTS
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]
BASE = "/api/v1/namespaces"
JOB = f"{BASE}/ns/jobs/j"


def test_the_arguments_of_a_run_are_those_reported_and_its_execution_parameters(
    rows: Rows, served: Served
) -> None:
    listed = [{"key": "day", "value": "1"}, {"key": "tables", "value": ["a"]}, {"key": "none"}]
    facts = [
        Register("run", "executionParameters", rows.facet({"parameters": listed})),
        Register("run", ARGUMENTS, rows.facet({"args": {"day": 2}})),
    ]
    job = rows.job("j")
    rows.event(job, 10)
    rows.run(job, uuid(1), end=20, facts=facts)
    rows.uses(job, [], [rows.dataset("d")], since=20)
    client = served()
    args = {"day": "2", "tables": '["a"]', "none": "null"}
    [listed_run] = client.get(f"{JOB}/runs").json()["runs"]
    [version] = client.get(f"{JOB}/versions").json()["versions"]
    alone = client.get(f"/api/v1/jobs/runs/{uuid(1)}").json()
    found = client.get(JOB).json()
    runs = (listed_run, alone, found["latestRun"], version["latestRun"])
    assert [run["args"] for run in runs] == [args] * 4
    assert "args" not in found["latestRuns"][0], "runs in outline have neither facets nor arguments"
    [outline] = client.get(f"{BASE}/ns/jobs").json()["jobs"]
    assert "args" not in outline["latestRun"]


def test_what_has_a_node_id_has_its_name_as_an_id_as_well(rows: Rows, served: Served) -> None:
    job, dataset = rows.job("j"), rows.dataset("d")
    rows.event(job, 10)
    run = rows.run(job, uuid(1), end=20, writes=[dataset])
    of_dataset = rows.version(dataset, 20, run=run)
    of_job = rows.uses(job, [], [dataset], since=20)
    client = served()
    assert client.get(JOB).json()["id"] == {"namespace": "ns", "name": "j"}
    versions = client.get(f"{JOB}/versions/{of_job}").json()
    assert versions["id"] == {"namespace": "ns", "name": "j", "version": of_job}
    name = {"namespace": "ns", "name": "d"}
    assert client.get(f"{BASE}/ns/datasets/d").json()["id"] == name
    assert client.get(f"{BASE}/ns/datasets/d/versions/{of_dataset}").json()["id"] == name


def test_versions_have_the_change_that_made_them_and_a_dataset_the_last(
    rows: Rows, served: Served
) -> None:
    dataset = rows.dataset("d")
    rows.add(DATASET_EVENTS, digest="e", node_id=dataset, event_time=10, lifecycle="CREATE")
    rows.version(dataset, kind="initial")
    rows.version(dataset, 10, kind="event", place_id="e")
    client = served()
    versions = client.get(f"{BASE}/ns/datasets/d/versions").json()["versions"]
    assert [version["lifecycleState"] for version in versions] == ["CREATE", None]
    assert client.get(f"{BASE}/ns/datasets/d").json()["lastLifecycleState"] == "CREATE"


def test_a_namespace_that_has_no_owner_has_an_anonymous_one(rows: Rows, served: Served) -> None:
    rows.job("j")
    rows.edit("describe", "namespace", "put", "", at=40, owner="me")
    client = served()
    found = [client.get(f"{BASE}/{name}").json() for name in ("ns", "put")]
    assert [(one["owner"], one["ownerName"]) for one in found] == [
        (None, "anonymous"),
        ("me", "me"),
    ]
    assert client.get(BASE).json()["namespaces"] == found
