"""Job timelines and versions of the reference, by hand (semantics 4)."""

from tests.stories.events import DROP, STREAMING, Json, code, ds, job_event, run
from tests.stories.reference_lineage import ReferenceLineage, hour

FAILED_EXTRACTION: Json = {"totalTasks": 2, "failedTasks": 1}
SNAPSHOTS: Json = {
    "jobType": {
        "processingType": "STREAMING",
        "emissionPattern": {"eventContentMode": "complete_snapshot"},
    }
}


def test_a_writes_x_read_by_b_until_a_writes_y() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, ["raw"], ["x"]),
        run("r2", "b", "COMPLETE", 2, ["x"], ["out"]),
        run("r3", "a", "COMPLETE", 3, ["raw"], ["y"]),
    )
    assert derived.job_versions("a") == [(1, 3, "raw", "x"), (3, "ever", "raw", "y")]
    assert derived.job_versions("b") == [(2, "ever", "x", "out")]
    assert derived.edges("listed") == {
        ("raw", "a", 1, "ever"),  # held through both versions: one row
        ("a", "x", 1, 3),
        ("a", "y", 3, "ever"),
        ("x", "b", 2, "ever"),
        ("b", "out", 2, "ever"),
    }


def test_going_back_makes_a_third_version() -> None:
    story = [
        run(f"r{n}", "a", "COMPLETE", n, ["raw"], [out])
        for n, out in ((1, "x"), (2, "y"), (3, "x"))
    ]
    assert [v[3] for v in ReferenceLineage(*story).job_versions("a")] == ["x", "y", "x"]


def test_a_failed_run_that_reported_only_inputs_keeps_the_outputs() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, ["raw"], ["x"]),
        run("r2", "a", "FAIL", 2, ["raw2"]),
    )
    assert derived.job_versions("a") == [(1, 2, "raw", "x"), (2, "ever", "raw2", "x")]
    assert derived.history("x") == [("write", 1, "ever")]


def test_a_completed_run_with_inputs_alone_has_no_outputs() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, ["raw"], ["x"]),
        run("r2", "a", "COMPLETE", 2, ["raw"]),
        run("r3", "a", "COMPLETE", 3),
        run("r4", "a", "COMPLETE", 4, [], ["x"]),
    )
    assert derived.job_versions("a") == [
        (1, 2, "raw", "x"),
        (2, 4, "raw", ""),
        (4, "ever", "", "x"),
    ]


def test_a_code_change_without_lineage_is_unknown_until_a_later_run_knows() -> None:
    story = [
        run("r1", "a", "COMPLETE", 1, ["raw"], ["x"], code("c1")),
        run("r2", "a", "COMPLETE", 2, job_facets=code("c2")),
    ]
    last = ReferenceLineage(*story).rows("job_versions")
    assert ReferenceLineage(*story).job_versions("a") == [
        (1, 2, "raw", "x"),
        (2, "ever", "raw", "x"),
    ]
    assert sorted((r["lineage_unknown"], r["confirmed_at"]) for r in last) == [(0, None), (1, None)]

    later = run("r3", "a", "FAIL", 3, ["raw"], job_facets=code("c2"))
    derived = ReferenceLineage(*story, later, run("r4", "a", "COMPLETE", 4, ["raw"], ["x"]))
    row = derived.row("job_versions", code_version="c2")
    assert (row["lineage_unknown"], hour(row["confirmed_at"])) == (1, 3)


def test_a_job_that_never_had_lineage_is_not_unknown() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, job_facets=code("c1")),
        run("r2", "a", "COMPLETE", 2, job_facets=code("c2")),
    )
    assert [row["lineage_unknown"] for row in derived.rows("job_versions")] == [0, 0]


def test_code_versions_are_compared_and_carried_part_by_part() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, ["raw"], ["x"], code("c1", "u1")),
        run("r2", "a", "COMPLETE", 2, ["raw"], ["x"], code(None, "u1")),
        run("r3", "a", "COMPLETE", 3, ["raw"], ["x"]),
        run("r4", "a", "COMPLETE", 4, ["raw"], ["x"], code("c1", "u2")),  # version decides
        run("r5", "a", "COMPLETE", 5, ["raw"], ["x"], code("c2")),
        run("r6", "a", "COMPLETE", 6, ["raw"], ["x"], code(None, "u3")),
    )
    rows = sorted(derived.rows("job_versions"), key=lambda row: int(row["valid_from"]))
    shown = [(hour(r["valid_from"]), r["code_version"], r["code_url"]) for r in rows]
    assert shown == [(1, "c1", "u2"), (5, "c2", "u2"), (6, "c2", "u3")]


def test_an_extraction_error_knows_nothing_unless_it_is_the_first() -> None:
    first = run("r1", "a", "COMPLETE", 1, ["raw"], extractionError=FAILED_EXTRACTION)
    derived = ReferenceLineage(first)
    assert derived.job_versions("a") == [(1, "ever", "raw", "")]
    assert derived.row("job_versions")["lineage_unknown"] == 1

    derived = ReferenceLineage(
        run("r0", "a", "COMPLETE", 0, ["old"], ["x"]),
        first,
        run("r2", "a", "COMPLETE", 2, ["new"], [], code("c"), extractionError={"failedTasks": 0}),
    )
    assert derived.job_versions("a") == [(0, 2, "old", "x"), (2, "ever", "new", "")]


def test_declared_lists_count_only_before_the_first_run_that_lists() -> None:
    declared = job_event("a", 1, ["raw"], ["x"])
    derived = ReferenceLineage(declared)
    assert derived.row("job_versions")["basis"] == "declared"
    assert derived.job_versions("a") == [(1, "ever", "raw", "x")]
    assert not derived.rows("runs")
    assert not derived.rows("dataset_versions")

    derived = ReferenceLineage(
        run("r0", "a", "COMPLETE", 0),
        declared,
        run("r1", "a", "FAIL", 2, ["other"]),
        job_event("a", 3, ["raw", "more"], ["z"]),
    )
    # r0 lists nothing, so the declaration counts; r1 lists, so the second one does not.
    assert derived.job_versions("a") == [
        (0, 1, "", ""),
        (1, 2, "raw", "x"),
        (2, "ever", "other", "x"),
    ]


def test_a_stream_has_an_entry_for_each_event_that_changes_what_it_is_known_to_do() -> None:
    story = [
        run("s", "a", "START", 1, ["in1"]),
        run("s", "a", "RUNNING", 2, [], ["out"]),
        run("s", "a", "RUNNING", 3, ["in1"], ["out"]),
        run("s", "a", "RUNNING", 4, ["in2"]),
    ]
    accumulated = ReferenceLineage(*story, run("s", "a", "OTHER", 5, job_facets=STREAMING))
    assert accumulated.job_versions("a") == [
        (1, 2, "in1", ""),
        (2, 4, "in1", "out"),
        (4, "ever", "in1 in2", "out"),
    ]
    assert {row["basis"] for row in accumulated.rows("job_versions")} == {"stream"}
    snapshots = ReferenceLineage(*story, run("s", "a", "OTHER", 5, job_facets=SNAPSHOTS))
    assert snapshots.job_versions("a")[-1] == (4, "ever", "in2", "out")


def test_an_empty_side_of_a_stream_is_never_known() -> None:
    derived = ReferenceLineage(
        run("r", "a", "COMPLETE", 1, ["in"], ["out"]),
        run("s", "a", "COMPLETE", 2, ["in2"], job_facets=STREAMING),
    )
    assert derived.job_versions("a") == [(1, 2, "in", "out"), (2, "ever", "in2", "out")]


def test_a_snapshot_without_outputs_keeps_the_streams_own() -> None:
    derived = ReferenceLineage(
        run("s", "a", "START", 1, ["in"], ["out"], SNAPSHOTS),
        run("r", "a", "COMPLETE", 2, ["in9"], ["out9"]),
        run("s", "a", "RUNNING", 3, ["in2"]),
    )
    assert derived.job_versions("a")[-1] == (3, "ever", "in2", "out")


def test_what_a_stream_drops_in_the_end_was_never_its_output() -> None:
    derived = ReferenceLineage(
        run("s", "a", "START", 1, ["in"], ["tmp", "out"], STREAMING),
        run("s", "a", "FAIL", 2, [], [ds("tmp", **DROP)]),
    )
    assert derived.job_versions("a") == [(1, "ever", "in", "out")]


def test_a_job_is_visible_while_its_first_run_is_running() -> None:
    running = [run("r1", "a", "START", 1, ["raw"]), run("r1", "a", "RUNNING", 2, [], ["x"])]
    derived = ReferenceLineage(*running)
    assert derived.job_versions("a") == [(1, 2, "raw", ""), (2, "ever", "raw", "x")]
    assert {row["basis"] for row in derived.rows("job_versions")} == {"provisional"}
    finished = ReferenceLineage(*running, run("r0", "a", "FAIL", 0))
    assert finished.job_versions("a") == [(0, "ever", "", "")]


def test_dropped_outputs_are_no_outputs_and_a_run_of_drops_alone_is_no_entry() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, ["raw"], ["x", ds("tmp", **DROP)]),
        run("r2", "a", "COMPLETE", 2, [], [ds("x", **DROP)], code("c1")),
    )
    assert derived.job_versions("a") == [(1, "ever", "raw", "x")]
    assert derived.row("job_versions")["code_version"] is None


def test_entries_at_one_instant_are_ordered_by_rank() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "FAIL", 1, ["in"], ["x"]),
        run("r2", "a", "COMPLETE", 1, ["in"], ["y"]),
        job_event("a", 1, ["in"], ["z"]),
    )
    rows = sorted(derived.rows("job_versions"), key=lambda row: int(row["began_rank"]))
    assert [row["outputs"] for row in rows] == [f"[{derived.node(n)}]" for n in ("z", "y", "x")]
    assert derived.edges("listed") == {("in", "a", 1, "ever"), ("a", "x", 1, "ever")}
