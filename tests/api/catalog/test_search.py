"""Search over HTTP."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]
API = "/api/v1"


def test_results_say_what_matched(rows: Rows, served: Served) -> None:
    key = rows.dataset("customers", "pg://db:5432")
    rows.version(key, 10, schema_hash=rows.schema(email="text"))
    rows.job("email_report")
    client = served()
    found = client.get(f"{API}/search?q=EMAIL&sort=UPDATE_AT&limit=100").json()
    assert found["totalCount"] == 2
    assert [(hit["type"], hit["nodeId"], hit["match"]) for hit in found["results"]] == [
        ("DATASET", "dataset:pg://db:5432:customers", {"kind": "field", "texts": ["email"]}),
        ("JOB", "job:ns:email_report", {"kind": "name", "texts": ["email_report"]}),
    ]
    ranked = client.get(f"{API}/search?q=email").json()
    assert [hit["type"] for hit in ranked["results"]] == ["JOB", "DATASET"]
    only = client.get(f"{API}/search?q=email&filter=JOB").json()
    assert (only["totalCount"], only["results"][0]["namespace"]) == (1, "ns")
    within = client.get(f"{API}/search", params={"q": "email", "namespace": "pg://db:5432"})
    assert within.json()["totalCount"] == 1
    assert client.get(f"{API}/search?q=email&after=2020-01-01").json()["totalCount"] == 0
    assert client.get(f"{API}/search?q=email&before=2020-01-01").json()["totalCount"] == 2


def test_search_is_paged_and_counts_all(rows: Rows, served: Served) -> None:
    for number in range(12):
        rows.job(f"order{number:02}")
    client = served()
    first = client.get(f"{API}/search?q=order").json()
    assert (len(first["results"]), first["totalCount"]) == (10, 12)
    rest = client.get(f"{API}/search", params={"q": "order", "next": first["next"]}).json()
    assert [hit["name"] for hit in rest["results"]] == ["order10", "order11"]
    by_offset = client.get(f"{API}/search?q=order&offset=11").json()
    assert [hit["name"] for hit in by_offset["results"]] == ["order11"]


@pytest.mark.parametrize(
    "query", ["", "q=", "q=%20", "q=a&sort=SIZE", "q=a&filter=RUN", "q=a&after=x"]
)
def test_what_cannot_be_looked_for_is_told(served: Served, query: str) -> None:
    assert served().get(f"{API}/search?{query}").status_code == 400


def test_answers_are_in_our_own_shape_for_who_wants_it(rows: Rows, served: Served) -> None:
    rows.job("order")
    headers = {"Accept": "application/vnd.headwater+json"}
    found = served().get(f"{API}/search?q=order", headers=headers).json()
    assert [hit["id"] for hit in found["hits"]] == ["job:ns:order"]


def test_documents_have_a_highlight_each(rows: Rows, served: Served) -> None:
    job, bare, dataset = rows.job("order_load"), rows.job("orders"), rows.dataset("sales")
    rows.stated(job, "sourceCode", {"language": "PYTHON", "sourceCode": "…"})
    rows.stated(bare, "sourceCode", {"language": 7})
    engine = Register("run", "processing_engine", rows.facet({"name": "Spark"}))
    run = rows.run(job, uuid(1), start=10, end=20, state="FAILED", facts=[engine])
    rows.version(dataset, 20, run=run, schema_hash=rows.schema(Order_id="int", total="int"))
    client = served()
    jobs = client.get("/api/v2beta/search/jobs?q=order").json()
    assert jobs["highlights"] == [
        {"name": ["<em>order</em>_load"]},
        {"name": ["<em>order</em>s"]},
    ]
    loaded, plain = jobs["hits"]
    assert (loaded["run_id"], loaded["eventType"]) == (uuid(1), "FAIL")
    assert loaded["runFacets"]["processing_engine"]["name"] == "Spark"
    assert loaded["facets"]["sourceCode"]["language"] == "PYTHON"
    assert (plain["facets"], plain["runFacets"], plain["eventType"]) == ({}, {}, None)
    datasets = client.get("/api/v2beta/search/datasets?q=order").json()
    assert datasets["highlights"] == [{"field": ["<em>Order</em>_id"]}]
    [hit] = datasets["hits"]
    assert [field["name"] for field in hit["facets"]["schema"]["fields"]] == ["Order_id", "total"]
    assert hit["run_id"] == uuid(1)
    assert client.get("/api/v2beta/search/jobs?q=").status_code == 400
