import json
from collections.abc import Callable

import pytest
from click.testing import Result

from tests.cli.conftest import DAY, JANUARY, SECOND
from tests.query.rows import Rows, uuid

Invoke = Callable[..., Result]


GRAPH = """\
+ dataset:ns:lookup
~ dataset:ns:prices
    ~ field  price INT -> STRING
    + all columns < dataset:ns:lookup
    + column price < datasetField:ns:lookup:price
    - column price < datasetField:ns:raw:cents
~ job:ns:load
    + input  dataset:ns:lookup
    ~ code   c1 -> c2
+ dataset:ns:lookup > job:ns:load
the same from 2025-01-01T12:00:00Z to now: 3 nodes and 4 edges
"""


@pytest.mark.usefixtures("two_days")
def test_the_graphs_of_two_moments_are_compared_line_by_line(invoke: Invoke) -> None:
    result = invoke("diff", "job:ns:load", "--from", "2025-01-01T12:00Z")
    assert (result.exit_code, result.stdout) == (0, GRAPH), result.stderr
    same = invoke("diff", "job:ns:load", "--from", "2025-01-01T12:00Z", "--to", "2025-01-01T18:00Z")
    assert same.stdout == (
        "the same from 2025-01-01T12:00:00Z to 2025-01-01T18:00:00Z: 5 nodes and 4 edges\n"
    )


@pytest.mark.usefixtures("two_days")
def test_a_difference_of_graphs_has_colours_and_json(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("diff", "job:ns:load", "--from", "2025-01-01T12:00Z", "--depth", "0")
    found = json.loads(invoke(*asked, "--json").stdout)
    assert {node["id"]: node["change"] for node in found["nodes"]} == {
        "dataset:ns:lookup": "added",
        "dataset:ns:prices": "changed",
        "dataset:ns:raw": "same",
        "job:ns:load": "changed",
    }
    assert found["until"] is None
    assert [change["id"] for change in found["changes"]] == ["dataset:ns:prices", "job:ns:load"]
    assert found["changes"][1]["version"]["change"]["inputsAdded"] == ["dataset:ns:lookup"]
    assert "raise --depth" in invoke(*asked).stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[32m+ dataset:ns:lookup" in invoke(*asked).stdout


RUNS = f"""\
job:ns:report
      RUN                                   STATE      STARTED               TOOK
from  {uuid(2)}  COMPLETED  2025-01-01T00:02:00Z  30.000 s
to    {uuid(12)}  FAILED     2025-01-02T00:02:00Z  10m 30s
~ job:ns:report
    ~ state  COMPLETED -> FAILED
    ~ took   30.000 s -> 10m 30s
    ~ parameter rate 0 -> 1
    + error  not a number: 'HB-1'
    + error    in price
~ job:ns:load
    + input  dataset:ns:lookup
    ~ code   c1 -> c2
~ output dataset:ns:out
    - made   version OUT, written 2025-01-01T00:02:30Z by run {uuid(2)}
    + made   no version
~ dataset:ns:prices
    - read   version PRICES 1, written 2025-01-01T00:01:00Z by run {uuid(1)}
    + read   version PRICES 2, written 2025-01-02T00:01:00Z by run {uuid(11)}
    ~ field  price INT -> STRING
    ~ rows   100 -> 1000
+ dataset:ns:lookup
    + read   version LOOKUP, which was there from the beginning
the same: 1 dataset
"""


@pytest.mark.usefixtures("two_days")
def test_two_runs_are_compared_with_all_that_went_into_them(invoke: Invoke) -> None:
    result = invoke("diff", uuid(2), f"run:{uuid(12)}")
    found = json.loads(invoke("diff", uuid(2), uuid(12), "--json").stdout)
    out, prices, lookup, *_ = found["datasets"]
    expected = RUNS
    for word, instance in (
        ("OUT", out["before"]),
        ("PRICES 1", prices["before"]),
        ("PRICES 2", prices["after"]),
        ("LOOKUP", lookup["after"]),
    ):
        expected = expected.replace(word, instance["version"].partition("#")[2])
    assert result.stdout == expected
    assert [job["change"] for job in found["jobs"]] == ["changed", "changed"]
    assert found["runs"]["totalCount"] == 1
    assert found["datasets"][1]["after"]["rowCount"] == 1000


@pytest.mark.usefixtures("two_days")
def test_of_a_dataset_that_was_only_written_anew_both_versions_are_told(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    job, d = rows.job("again"), rows.dataset("d")
    versions: dict[int, str] = {}
    for number in (1, 2, 3):
        at = JANUARY + number * DAY
        run = rows.run(job, uuid(50 + number), start=at, end=at + SECOND, writes=[d])
        versions[50 + number] = rows.version(d, at + SECOND, at + DAY, run=run)
    written(rows)
    lines = invoke("diff", uuid(51), uuid(53)).stdout.splitlines()
    assert lines[4:] == [
        "1 run between them",
        "~ output dataset:ns:d",
        f"    - made   version {versions[51]}, written 2025-01-02T00:00:01Z by run {uuid(51)}",
        f"    + made   version {versions[53]}, written 2025-01-04T00:00:01Z by run {uuid(53)}",
        "the same: 1 job",
    ]


@pytest.mark.usefixtures("two_days")
@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (("job:ns:load",), 2, "name two runs, or a NODE and --from TIME"),
        ((uuid(1), uuid(2), "--from", "yesterday"), 2, "are for a NODE"),
        ((uuid(1), uuid(2)), 2, "two runs of one job"),
        (("job:ns:load", uuid(2)), 2, "is a job; expected a run"),
        ((uuid(2), uuid(99)), 1, "nothing is known of"),
        ((f"run:{uuid(2)}", "--from", "yesterday"), 2, "expected a job or a dataset"),
        (("job:ns:load", "--from", "noonish"), 2, "is no time"),
    ],
)
def test_wrong_uses_of_diff_are_told(
    invoke: Invoke, arguments: tuple[str, ...], code: int, part: str
) -> None:
    result = invoke("diff", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert part in result.stderr
