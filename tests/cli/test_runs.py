import json
from collections.abc import Callable

import pytest
from click.testing import Result

from tests.cli.conftest import DAY, JANUARY
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Invoke = Callable[..., Result]
pytestmark = pytest.mark.usefixtures("story")


def test_runs_are_a_table_newest_first(invoke: Invoke) -> None:
    lines = invoke("runs").stdout.splitlines()
    assert [line.split() for line in lines] == [
        ["STARTED", "STATE", "TOOK", "TRY", "JOB", "RUN", "PARENT"],
        ["2025-01-01T00:01:40Z", "FAILED", "1m", "00s", "job:etl:report", uuid(2)],
        ["2025-01-01T00:00:00Z", "COMPLETED", "1m", "30s", "1", "job:etl:clean", uuid(1)],
    ]
    assert len({line.index("JOB" if "JOB" in line else "job:") for line in lines}) == 1


def test_in_a_terminal_the_table_has_colours(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    assert "\x1b[1;31mFAILED" in invoke("runs").stdout


def test_runs_can_be_chosen_by_job_state_and_number(invoke: Invoke) -> None:
    assert uuid(2) not in invoke("runs", "job:etl:clean").stdout
    assert uuid(1) not in invoke("runs", "--state", "failed").stdout
    assert invoke("runs", "--limit", "1").stdout.splitlines()[-1] == "1 of 2"
    assert uuid(1) in invoke("runs", "--limit", "1", "--offset", "1").stdout
    found = json.loads(invoke("runs", "--json", "--limit", "1").stdout)
    assert found["totalCount"] == 2
    assert found["runs"][0]["startedAt"] == "2025-01-01T00:01:40Z"


def test_the_runs_of_a_batch_are_a_table_and_a_graph(invoke: Invoke) -> None:
    [found] = json.loads(invoke("runs", "job:etl:clean", "--json").stdout)["runs"]
    batch = found["nominalStart"]
    assert json.loads(invoke("runs", "--batch", batch, "--json").stdout)["runs"] == [found]
    assert uuid(2) not in invoke("runs", "--batch", batch).stdout
    tree = invoke("lineage", f"batch:{batch}", "--depth", "0").stdout
    assert f"run:{uuid(1)}" in tree
    assert tree == invoke("lineage", f"run:{uuid(1)}", "--depth", "0").stdout
    assert invoke("lineage", "batch:unknown").exit_code == 1


def test_a_run_is_shown_in_full(invoke: Invoke) -> None:
    result = invoke("run", uuid(1))
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["run", uuid(1)]
    assert "took          1m 30s" in lines
    assert "code version  c1" in lines
    assert any(line.startswith("job version") and "job:etl:clean#" in line for line in lines)
    table = [line.split() for line in lines[lines.index("") + 1 :]]
    assert [row[:2] for row in table] == [
        ["DATASET", "VERSION"],
        ["read", "dataset::snowflake://wh:raw"],
        ["wrote", "dataset::snowflake://wh:orders"],
    ]
    assert table[1][-3:] == ["initial", "the", "beginning"]
    assert invoke("run", f"run:{uuid(1)}").stdout == result.stdout


def test_a_run_is_shown_with_the_partitions_that_it_read_and_wrote(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    job, source, target = rows.job("load"), rows.dataset("source"), rows.dataset("target")
    run = rows.run(job, uuid(21), start=1, end=9)
    regions = [f"region={name}" for name in ("ae", "br", "ca", "de", "eu")]
    rows.io(run, "input", source, 1, partitions=json.dumps(["day=2025-01-31"]))
    rows.io(run, "output", target, 9, partitions=json.dumps(regions))
    written(rows)
    _, *table = [line.split() for line in invoke("run", uuid(21)).stdout.splitlines()[-3:]]
    assert table[0][-1] == "day=2025-01-31"
    assert " ".join(table[1]).endswith("region=ae, region=br, region=ca and 2 more")


def test_a_failed_run_wrote_no_version(invoke: Invoke) -> None:
    assert invoke("run", uuid(2)).stdout.splitlines()[-1].split() == [
        "wrote",
        "dataset::snowflake://wh:summary",
        "no",
        "version",
    ]


def test_a_run_as_json_has_its_facets(invoke: Invoke) -> None:
    found = json.loads(invoke("run", uuid(1), "--json").stdout)
    assert found["facets"] == {"nominalTime": {"a": 1}}
    assert found["run"]["attempt"] == 1
    assert found["inputs"][0]["versions"][0]["kind"] == "initial"


def test_a_job_s_history_says_what_changed(invoke: Invoke) -> None:
    lines = invoke("history", "job:etl:clean").stdout.splitlines()
    assert lines[0].startswith("2025-01-01T00:00:00Z  run  ")
    assert lines[1:5] == [
        f"  by run {uuid(1)}",
        "  - input  dataset::snowflake://wh:old",
        "  ~ code   c0 -> c1",
        "  ~ lineage unknown: inputs and outputs are those of the version before",
    ]
    assert lines[6:] == [
        "  + input  dataset::snowflake://wh:old",
        "  + input  dataset::snowflake://wh:raw",
        "  + output dataset::snowflake://wh:orders",
        "  + code   c0",
    ]
    assert invoke("history", "job:etl:clean", "--limit", "1").stdout.endswith("1 of 2\n")


def test_a_dataset_s_history_has_fields_and_runs(invoke: Invoke) -> None:
    lines = invoke("history", "dataset::snowflake://wh:orders").stdout.splitlines()
    assert lines[0].startswith("2025-01-01T00:01:30Z  write  ")
    assert lines[1:] == [
        f"  by run {uuid(1)} of job:etl:clean",
        "  + field  id int",
        "  + field  price decimal",
    ]
    raw = invoke("history", "dataset::snowflake://wh:raw").stdout
    assert raw.startswith("the beginning  initial  ")
    found = json.loads(invoke("history", "dataset::snowflake://wh:orders", "--json").stdout)
    assert found["versions"][0]["fields"][0] == {"name": "id", "type": "int"}


def test_the_run_of_a_family_shows_error_tests_rows_and_relatives(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    dag, task, tested = rows.job("dag"), rows.job("task"), rows.dataset("tested")
    above = rows.run(dag, uuid(11), start=5, end=20, state="FAILED")
    tests = [{"assertion": "unique", "column": "id", "success": False}]
    asserted = rows.facet({"assertions": tests})
    facts = [
        Register("run", "errorMessage", rows.facet({"message": "no space\nleft"})),
        Register("inputFacets", "dataQualityAssertions", asserted, node=tested),
        Register("inputFacets", "inputStatistics", rows.facet({"rowCount": 7}), node=tested),
    ]
    rows.run(
        task,
        uuid(12),
        start=6,
        end=9,
        state="FAILED",
        reads={tested: None},
        facts=facts,
        parent_run_key=above,
        parent_job_id=dag,
    )
    written(rows)
    lines = [line.split() for line in invoke("run", uuid(12)).stdout.splitlines()]
    assert ["error", "no", "space"] in lines
    assert ["left"] in lines
    assert ["failed", "tests", "unique", "of", "id", "in", "dataset:ns:tested"] in lines
    assert ["parent", uuid(11), "of", "job:ns:dag"] in lines
    assert not [line for line in lines if line[:2] == ["job", "version"]]
    assert ["read", "dataset:ns:tested", "no", "version", "7"] in lines
    assert ["children", uuid(12), "of", "job:ns:task"] in [
        line.split() for line in invoke("run", uuid(11)).stdout.splitlines()
    ]
    assert invoke("runs", "job:ns:task").stdout.splitlines()[1].split()[-1] == uuid(11)


def test_an_end_that_is_assumed_is_marked(invoke: Invoke, written: Callable[[Rows], None]) -> None:
    rows = Rows(first=1000)
    application, task = rows.job("application", "spark"), rows.job("task", "spark")
    above = rows.run(application, uuid(11), start=JANUARY, end=JANUARY + DAY)
    rows.run(task, uuid(12), start=JANUARY, parent_run_key=above)
    written(rows)
    [_, listed] = invoke("runs", "job:spark:task").stdout.splitlines()
    assert "  COMPLETED (assumed)  " in listed
    assert "COMPLETED (assumed)" in invoke("run", uuid(12)).stdout
    assert "(assumed)" not in invoke("run", uuid(11)).stdout
