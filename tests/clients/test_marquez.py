"""marquez-python 0.50, unmodified, against what was collected."""

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.client import Client
from tests.clients.conftest import Server
from tests.clients.environments import environment, run

pytestmark = pytest.mark.clients
READ_BACK = Path(__file__).parent / "scripts" / "read_back.py"
DATABASE = "postgres://db.example:5432"
RUN = "0194bbbd-4c00-7000-8000-000000000001"


def event(kind: str, minute: int) -> dict[str, Any]:
    fields = [{"name": "id", "type": "INTEGER"}, {"name": "price", "type": "DECIMAL"}]
    source = {"namespace": DATABASE, "name": "public.raw", "field": "cents"}
    how = [{"type": "DIRECT", "subtype": "TRANSFORMATION"}]
    columns = {"price": {"inputFields": [{**source, "transformations": how}]}}
    return {
        "eventType": kind,
        "eventTime": f"2025-01-31T10:{minute:02}:00Z",
        "producer": "https://example.com/producer",
        "run": {"runId": RUN},
        "job": {"namespace": "marquez", "name": "load"},
        "inputs": [{"namespace": DATABASE, "name": "public.raw"}],
        "outputs": [
            {
                "namespace": DATABASE,
                "name": "public.orders",
                "facets": {"schema": {"fields": fields}, "columnLineage": {"fields": columns}},
            }
        ],
    }


@pytest.fixture(scope="module")
def answers(server: Server) -> dict[str, Any]:
    """Read at once: who does not know of positions waits for what is not there yet."""
    with Client(server.url, server.key) as client:
        client.send_many([event("START", 0), event("COMPLETE", 5)])
    python = environment("marquez") / "python"
    printed = run(python, READ_BACK, server.url, server.key, "marquez", DATABASE)
    found: dict[str, Any] = json.loads(printed)
    return found


def test_jobs_and_runs_are_read_back(answers: dict[str, Any]) -> None:
    job = answers["get_job"]
    assert job["inputs"] == [{"namespace": DATABASE, "name": "public.raw"}]
    assert job["outputs"] == [{"namespace": DATABASE, "name": "public.orders"}]
    assert job["latestRun"]["state"] == "COMPLETED"
    assert answers["list_jobs"]["totalCount"] == 1
    assert [found["name"] for found in answers["list_jobs"]["jobs"]] == ["load"]
    assert [found["id"] for found in answers["list_job_runs"]["runs"]] == [RUN]
    run_ = answers["get_job_run"]
    assert (run_["id"], run_["durationMs"]) == (RUN, 300_000)
    [written] = run_["outputDatasetVersions"]
    assert written["datasetVersionId"]["version"] == answers["get_dataset"]["currentVersion"]
    kinds = [found["eventType"] for found in answers["list_events"]["events"]]
    assert kinds == ["COMPLETE", "START"]


def test_datasets_and_where_they_lie_are_read_back(answers: dict[str, Any]) -> None:
    dataset = answers["get_dataset"]
    assert (dataset["type"], dataset["sourceName"]) == ("DB_TABLE", DATABASE)
    assert [field["name"] for field in dataset["fields"]] == ["id", "price"]
    assert answers["list_datasets"]["totalCount"] == 2
    assert len(answers["list_datasets"]["datasets"]) == 1
    [version] = answers["list_dataset_versions"]["versions"]
    assert version["version"] == answers["get_dataset_version"]["version"]
    assert version["createdByRun"]["id"] == RUN
    assert answers["get_namespace"]["name"] == DATABASE
    assert DATABASE in [found["name"] for found in answers["list_namespaces"]["namespaces"]]
    assert answers["get_source"]["connectionUrl"] == DATABASE
    assert DATABASE in [found["name"] for found in answers["list_sources"]["sources"]]


def test_column_lineage_is_read_back_by_job_dataset_and_version(answers: dict[str, Any]) -> None:
    price = f"datasetField:{DATABASE}:public.orders:price"
    cents = f"datasetField:{DATABASE}:public.raw:cents"
    by_job = {node["id"]: node for node in answers["get_column_lineage_by_job"]["graph"]}
    assert by_job.keys() == {price, cents}
    [source] = by_job[price]["data"]["inputFields"]
    assert (source["field"], source["transformationType"]) == ("cents", "TRANSFORMATION")
    assert len(answers["get_column_lineage_by_dataset"]["graph"]) == 3
    version = answers["get_dataset"]["currentVersion"]
    by_field = answers["get_column_lineage_by_dataset_field"]["graph"]
    assert by_field[0]["id"] == f"{price}#{version}"


def test_tags_are_made_and_put_on_datasets_and_fields(answers: dict[str, Any]) -> None:
    assert answers["create_tag"] == {"name": "PII", "description": "Personal data."}
    assert answers["list_tags"]["tags"] == [answers["create_tag"]]
    assert answers["tag_dataset"]["tags"] == ["PII"]
    assert answers["tag_dataset_field"]["fields"][0]["tags"] == ["PII"]


def test_what_is_written_the_old_way_is_there(answers: dict[str, Any]) -> None:
    assert answers["create_namespace"]["ownerName"] == "team"
    assert answers["create_source"]["type"] == "POSTGRESQL"
    assert answers["create_dataset"]["sourceName"] == "warehouse"
    assert answers["create_job"]["outputs"][0]["name"] == "t"
    assert answers["create_job_run"]["state"] == "RUNNING"
    assert answers["mark_job_run_as_completed"]["state"] == "COMPLETED"
    assert answers["written_run"]["state"] == "COMPLETED"
    assert answers["written_job"]["latestRun"]["id"] == answers["create_job_run"]["id"]
