"""Tables over HTTP."""

import io
from collections.abc import Callable

import pyarrow.parquet as pq
from starlette.testclient import TestClient

from headwater.store.tables import TABLES
from tests.query.rows import Rows, uuid

Served = Callable[[], TestClient]
API = "/api/v1/export"


def test_a_table_is_sent_as_a_file(rows: Rows, served: Served) -> None:
    job = rows.job("j")
    for number, at in ((1, 30), (2, 10)):
        rows.run(job, uuid(number), start=at, end=at + 1)
    client = served()
    response = client.get(f"{API}/runs.parquet")
    assert response.headers["content-type"] == "application/vnd.apache.parquet"
    assert response.headers["content-disposition"] == 'attachment; filename="runs.parquet"'
    table = pq.read_table(io.BytesIO(response.content))
    assert table.column("started_at").to_pylist() == [10, 30]
    assert b"its job" in table.schema.field("job_id").metadata[b"comment"]


def test_a_table_that_has_not_changed_is_not_sent_again(rows: Rows, served: Served) -> None:
    rows.job("j")
    client = served()
    tag = client.get(f"{API}/edits.parquet").headers["etag"]
    same = client.get(f"{API}/edits.parquet", headers={"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")
    client.post("/api/v1/namespaces/ns/jobs/j/tags/gold")
    other = client.get(f"{API}/edits.parquet", headers={"If-None-Match": tag})
    assert (other.status_code, other.headers["etag"] == tag) == (200, False)


def test_all_tables_are_listed_with_what_their_columns_mean(served: Served) -> None:
    client = served()
    listed = client.get(API).json()["tables"]
    assert [table["name"] for table in listed] == [table.name for table in TABLES]
    assert listed[0]["columns"][0]["help"] == TABLES[0].columns[0].help
    missing = client.get(f"{API}/applied.parquet")
    assert missing.status_code == 404
    assert "there are events, findings" in missing.json()["message"]
