import json
from collections.abc import Callable

import pytest
from click.testing import Result

from tests.query.rows import Rows

Invoke = Callable[..., Result]
RAW = "dataset::snowflake://wh:raw"
ORDERS = "dataset::snowflake://wh:orders"
SUMMARY = "dataset::snowflake://wh:summary"


@pytest.mark.usefixtures("story")
def test_impact_is_a_table_nearest_first_and_says_whom_to_tell(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    rows.stated(rows.job("report", "etl"), "ownership", {"owners": [{"name": "team:bi"}]})
    written(rows)
    result = invoke("impact", RAW)
    assert result.exit_code == 0, result.stderr
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["STEPS", "NODE", "LAST", "RUN", "AT", "OWNERS"],
        ["1", "job:etl:clean", "COMPLETED", "2025-01-01T00:01:30Z"],
        ["2", ORDERS, "COMPLETED", "2025-01-01T00:01:30Z"],
        ["3", "job:etl:report", "FAILED", "2025-01-01T00:02:40Z", "team:bi"],
        ["4", SUMMARY],
        ["2", "jobs,", "2", "datasets", "downstream;", "owners:", "team:bi"],
    ]


@pytest.mark.usefixtures("story")
def test_in_a_terminal_impact_has_colours(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[1;31mFAILED" in invoke("impact", RAW).stdout


@pytest.mark.usefixtures("story")
def test_impact_as_json_and_csv_has_the_paths(invoke: Invoke) -> None:
    found = json.loads(invoke("impact", "job:etl:clean", "--json").stdout)
    assert [node["id"] for node in found["reached"]] == [ORDERS, "job:etl:report", SUMMARY]
    assert found["reached"][2]["path"] == ["job:etl:clean", ORDERS, "job:etl:report", SUMMARY]
    assert found["reached"][1]["run"]["state"] == "FAILED"
    lines = invoke("impact", "job:etl:clean", "--format", "csv").stdout.splitlines()
    assert lines[0] == "id,type,distance,owners,state,path,certainty"
    path = f"job:etl:clean > {ORDERS} > job:etl:report"
    assert lines[2] == f"job:etl:report,JOB,2,,FAILED,{path},certain"


@pytest.mark.usefixtures("story")
def test_impact_goes_as_far_and_as_asked(invoke: Invoke) -> None:
    near = invoke("impact", RAW, "--depth", "0")
    assert near.stdout.splitlines()[-1] == "1 more node next to these: raise --depth to see them"
    cut = invoke("impact", RAW, "--depth", "0", "--format", "csv")
    assert "raise --depth" not in cut.stdout
    assert "raise --depth" in cut.stderr
    upstream = invoke("impact", SUMMARY, "--direction", "upstream").stdout.splitlines()
    assert upstream[-1] == "2 jobs, 2 datasets upstream"
    before = invoke("impact", "dataset::snowflake://wh:old", "--at", "2024-12-31").stdout
    assert "job:etl:clean" in before
    assert invoke("impact", "dataset::snowflake://wh:old").stdout == (
        "nothing downstream of dataset::snowflake://wh:old is known\n"
    )
    assert invoke("impact", RAW, "--direction", "both").exit_code == 2


@pytest.mark.usefixtures("story")
def test_the_impact_of_a_column_is_where_it_goes(invoke: Invoke) -> None:
    lines = invoke("impact", "datasetField::snowflake://wh:raw:cents").stdout.splitlines()
    assert [line.split()[1] for line in lines[1:-1]] == [
        "job:etl:clean",
        ORDERS,
        "datasetField::snowflake://wh:orders:price",
        "job:etl:report",
        SUMMARY,
    ]
    assert ["(possibly)" in line for line in lines[1:-1]] == [False] * 3 + [True] * 2
    assert lines[-1] == "2 jobs, 2 datasets, 1 column downstream"
