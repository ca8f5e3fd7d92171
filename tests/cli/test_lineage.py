import json
from collections.abc import Callable

import pytest
from click.testing import Result

from tests.query.rows import Rows, uuid

Invoke = Callable[..., Result]
ORDERS = "dataset::snowflake://wh:orders"
FIELD = "datasetField::snowflake://wh:orders:price"

TREE = """\
dataset::snowflake://wh:raw
  > job:etl:clean [lineage unknown]  COMPLETED 2025-01-01T00:01:30Z
    > dataset::snowflake://wh:orders … see below
dataset::snowflake://wh:orders
  > job:etl:report  FAILED 2025-01-01T00:02:40Z
    > dataset::snowflake://wh:summary
"""


@pytest.mark.usefixtures("story")
def test_in_a_pipe_a_tree_is_plain_text(invoke: Invoke) -> None:
    result = invoke("lineage", ORDERS)
    assert (result.exit_code, result.stdout, result.stderr) == (0, TREE, "")


@pytest.mark.usefixtures("story")
def test_in_a_terminal_a_tree_has_lines_and_colours(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    result = invoke("lineage", ORDERS)
    assert "└─> " in result.stdout
    assert f"\x1b[1;32m{ORDERS}" in result.stdout, "what was asked for is bold"
    assert ":snowflake:" in result.stdout, "no part of a name is an emoji"


@pytest.mark.usefixtures("story")
def test_directions_depth_and_time_are_passed_on(invoke: Invoke) -> None:
    upstream = invoke("lineage", ORDERS, "--direction", "upstream")
    assert (
        upstream.stdout
        == "".join(TREE.splitlines(keepends=True)[:3]) + f"{ORDERS}  (+1 downstream)\n"
    )
    near = invoke("lineage", "job:etl:report", "--depth", "0").stdout
    assert "job:etl:clean" not in near
    assert "raise --depth" in near
    before = invoke("lineage", "job:etl:clean", "--at", "2024-12-31").stdout
    assert "dataset::snowflake://wh:old" in before
    assert "dataset::snowflake://wh:old" not in invoke("lineage", "job:etl:clean").stdout


@pytest.mark.usefixtures("story")
def test_json_is_the_whole_answer_and_the_same_from_every_node(invoke: Invoke) -> None:
    answers = {
        invoke("lineage", node, "--scope", "component", "--at", "2025-02-01", *form).stdout
        for node, form in (
            (ORDERS, ["--json"]),
            ("job:etl:report", ["--format", "json"]),
            ("dataset::snowflake://wh:raw", ["--json"]),
        )
    }
    [answer] = answers
    graph = json.loads(answer)
    assert [node["name"] for node in graph["nodes"]] == [
        "orders",
        "raw",
        "summary",
        "clean",
        "report",
    ]
    assert graph["nodes"][3]["marks"]["lineageUnknown"] is True
    assert graph["nodes"][3]["run"]["endedAt"] == "2025-01-01T00:01:30Z"
    assert {"origin": ORDERS, "destination": "job:etl:report", "basis": "listed"} in graph["edges"]
    assert graph["truncated"] is None


@pytest.mark.usefixtures("story")
def test_graphs_are_written_for_other_programs(invoke: Invoke) -> None:
    dot = invoke("lineage", "job:etl:report", "--format", "dot").stdout
    assert dot.startswith("digraph lineage {")
    assert f'  "{ORDERS}" -> "job:etl:report";' in dot
    assert 'label="job:etl:clean\\n(lineage unknown)", shape=box, style=dashed' in dot
    mermaid = invoke("lineage", "job:etl:report", "--format", "mermaid").stdout.splitlines()
    assert mermaid[:2] == ["flowchart LR", f'  n0[("{ORDERS}")]']
    assert "  n0 --> n4" in mermaid
    csv = invoke("lineage", "job:etl:report", "--format", "csv").stdout.splitlines()
    assert csv[0] == "origin,destination,label"
    assert f"{ORDERS},job:etl:report,listed" in csv


def test_a_name_as_sent_is_read_by_the_configured_rules(
    invoke: Invoke, written: Callable[[Rows], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_NAME_RULES", "date")
    rows = Rows()
    rows.dataset("t", "s3://b")
    written(rows)
    assert invoke("lineage", "dataset:s3://b:t/2024-01-01").exit_code == 0
    assert invoke("lineage", "dataset:s3://b:t/dt=2024-01-01").exit_code == 1


def test_quotes_in_names_do_not_break_other_formats(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    rows.uses(rows.job('a"b\\c'), [rows.dataset("x<y&z")], [])
    written(rows)
    assert '"job:ns:a\\"b\\\\c"' in invoke("lineage", 'job:ns:a"b\\c', "--format", "dot").stdout
    mermaid = invoke("lineage", 'job:ns:a"b\\c', "--format", "mermaid").stdout
    assert "a&quot;b\\c" in mermaid
    assert "x&lt;y&amp;z" in mermaid


def test_a_node_reached_twice_is_shown_once_and_referred_to(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    a, b, c, d = (rows.dataset(name) for name in "abcd")
    rows.uses(rows.job("ab"), [a], [b, c])
    rows.uses(rows.job("bd"), [b, c], [d])
    rows.uses(rows.job("back"), [d], [a])
    for job in ("ab", "bd", "back"):
        rows.run(rows.job(job), uuid(1), state="NEW")
    written(rows)
    seen = "NEW 1970-01-01T00:00:00Z"
    assert invoke("lineage", "dataset:ns:a", "--direction", "downstream").stdout.splitlines() == [
        "dataset:ns:a",
        f"  > job:ns:ab  {seen}",
        "    > dataset:ns:b",
        f"      > job:ns:bd  {seen}",
        "        > dataset:ns:d",
        f"          > job:ns:back  {seen}",
        "            > dataset:ns:a … see above",
        "    > dataset:ns:c",
        "      > job:ns:bd … see above",
    ]
    assert invoke("lineage", "dataset:ns:a", "--direction", "upstream").stdout.splitlines() == [
        f"job:ns:ab  {seen}",
        "  > dataset:ns:b",
        "    > job:ns:bd … see below",
        "  > dataset:ns:c",
        f"    > job:ns:bd  {seen}",
        "      > dataset:ns:d",
        f"        > job:ns:back  {seen}",
        "          > dataset:ns:a … see below",
        "dataset:ns:a",
    ]


def test_all_sources_of_a_node_are_above_it_also_where_they_form_a_circle(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    first, second, both, out = (rows.dataset(name) for name in ("first", "second", "both", "out"))
    for job, source, target in (
        ("one", first, both),
        ("two", second, both),
        ("last", both, out),
        ("round", both, second),
    ):
        rows.uses(rows.job(job), [source], [target])
        rows.run(rows.job(job), uuid(1), state="NEW")
    written(rows)
    asked = invoke("lineage", "dataset:ns:out", "--direction", "upstream").stdout
    lines = [line.replace("  NEW 1970-01-01T00:00:00Z", "") for line in asked.splitlines()]
    assert lines == [
        "dataset:ns:first",
        "  > job:ns:one",
        "    > dataset:ns:both … see below",
        "job:ns:round",
        "  > dataset:ns:second",
        "    > job:ns:two",
        "      > dataset:ns:both",
        "        > job:ns:last",
        "          > dataset:ns:out … see below",
        "        > job:ns:round … see above",
        "dataset:ns:out",
    ]


def test_what_is_neither_upstream_nor_downstream_is_counted_and_listed_on_request(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    x = rows.dataset("x")
    rows.uses(rows.job("j"), [x, *(rows.dataset(f"side{n:02}") for n in range(30))], [])
    written(rows)
    near = invoke("lineage", "dataset:ns:x").stdout.splitlines()
    assert near[2:] == ["30 more nodes are connected otherwise: --scope component lists them"]
    listed = invoke("lineage", "dataset:ns:x", "--scope", "component").stdout.splitlines()
    assert listed[2:4] == ["connected otherwise:", "  dataset:ns:side00"]
    assert len(listed) == 33


@pytest.mark.usefixtures("story")
def test_an_empty_answer_says_so(invoke: Invoke, written: Callable[[Rows], None]) -> None:
    rows = Rows()
    late = rows.dataset("late")
    rows.uses(rows.job("j"), [], [late], since=10_000_000)
    rows.flow(rows.job("j"), late, late, columns={("a", "a"): []}, since=10_000_000)
    written(rows)
    before = ("--at", "1970-01-01T00:00:05Z")
    assert invoke("lineage", "dataset:ns:late", *before).stdout.splitlines() == [
        "dataset:ns:late [did not exist yet]",
        "nothing was known at 1970-01-01T00:00:05Z to be connected with it",
    ]
    assert invoke("columns", "datasetField:ns:late:a", *before).stdout == (
        "no columns of datasetField:ns:late:a were known at 1970-01-01T00:00:05Z\n"
    )
    assert invoke("runs", "--offset", "9").stdout == "no runs beyond the first 2\n"
    assert invoke("history", ORDERS, "--offset", "9").stdout == ("no versions beyond the first 1\n")


@pytest.mark.usefixtures("story")
def test_a_field_is_shown_with_its_columns_and_a_run_with_its_versions(invoke: Invoke) -> None:
    columns = invoke("lineage", FIELD).stdout.splitlines()
    assert columns == [
        "datasetField::snowflake://wh:raw:cents",
        "  > datasetField::snowflake://wh:orders:price (TRANSFORMATION (masked)) … see below",
        "datasetField::snowflake://wh:orders:price  decimal",
    ]
    assert invoke("columns", FIELD).stdout.splitlines() == columns
    run = invoke("lineage", f"run:{uuid(1)}", "--direction", "upstream").stdout.splitlines()
    assert run[0].startswith("dataset::snowflake://wh:raw#")
    assert run[0].endswith("  initial")
    assert run[1] == f"  > run:{uuid(1)} … see below"
    assert run[2].startswith(f"run:{uuid(1)}  COMPLETED job:etl:clean")


@pytest.mark.usefixtures("story")
def test_columns_of_a_dataset_and_of_a_job_are_trees_of_their_own(invoke: Invoke) -> None:
    dataset = invoke("columns", ORDERS)
    assert dataset.stdout.splitlines() == [
        "datasetField::snowflake://wh:raw:id",
        "  > datasetField::snowflake://wh:orders:id … see below",
        "datasetField::snowflake://wh:raw:cents",
        "  > datasetField::snowflake://wh:orders:price (TRANSFORMATION (masked)) … see below",
        "datasetField::snowflake://wh:orders:id  int",
        "datasetField::snowflake://wh:orders:price  decimal",
    ]
    assert invoke("columns", "job:etl:clean").stdout == dataset.stdout
    down = invoke("columns", "datasetField::snowflake://wh:raw:id", "--direction", "downstream")
    assert down.stdout.splitlines()[-1] == "  > datasetField::snowflake://wh:orders:id  int"
    graph = json.loads(invoke("columns", FIELD, "--depth", "0", "--json").stdout)
    [source] = graph["nodes"][0]["inputFields"]
    assert source["transformations"] == [
        {"type": "DIRECT", "subtype": "TRANSFORMATION", "masking": True}
    ]
    assert source["jobs"] == ["job:etl:clean"]


def test_grouped_jobs_are_found_under_the_one_they_are_shown_as(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    dag, task = rows.job("dag"), rows.job("task")
    rows.parent(task, dag)
    rows.uses(task, [rows.dataset("in")], [])
    written(rows)
    lines = invoke("lineage", "job:ns:task", "--group-by", "parent").stdout.splitlines()
    assert lines == [
        "dataset:ns:in",
        "  > job:ns:dag … see below",
        "job:ns:dag [declared only]  2 jobs",
    ]
