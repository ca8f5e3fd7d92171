"""Runs of the reference, by hand (semantics 3)."""

from tests.reference.names import Json
from tests.stories.events import (
    DELETED,
    code,
    run,
)
from tests.stories.reference_lineage import ReferenceLineage, hour, run_key


def test_a_run_is_the_union_of_its_events_and_nothing_reopens_it() -> None:
    derived = ReferenceLineage(
        run("r", "a", "COMPLETE", 3, ["x/dt=2"], ["y"]),
        run("r", "a", "START", 1, ["x/dt=1", "x"]),
        run("r", "a", "RUNNING", 5),
    )
    row = derived.row("runs")
    assert (row["state"], hour(row["started_at"]), hour(row["ended_at"])) == ("COMPLETED", 1, 3)
    assert hour(row["last_time"]) == 5
    assert derived.row("run_io", side="input")["partitions"] == '["dt=1","dt=2"]'
    assert derived.row("run_io", side="output")["node_id"] == derived.node("y")


def test_a_run_starts_at_its_first_start_and_ends_at_its_last_terminal_event() -> None:
    derived = ReferenceLineage(
        run("r", "a", "OTHER", 1),
        run("r", "a", "COMPLETE", 2),
        run("r", "a", "START", 3),
        run("r", "a", "START", 4),
        run("r", "a", "FAIL", 5),
    )
    row = derived.row("runs")
    assert (row["state"], hour(row["started_at"]), hour(row["ended_at"])) == ("FAILED", 3, 5)
    assert (hour(row["first_time"]), row["first_rank"], row["end_rank"]) == (1, 2, 5)


def test_a_run_never_starts_after_its_end_and_reads_nothing_made_of_what_it_wrote() -> None:
    derived = ReferenceLineage(
        run("early", "a", "COMPLETE", 1, [], ["x"]),
        run("r", "a", "COMPLETE", 2, ["x"], ["y"]),
        run("late", "b", "COMPLETE", 3, ["y"], ["x"]),
        run("r", "a", "START", 4),
    )
    row = derived.row("runs", raw_run_id="r")
    assert (row["state"], hour(row["started_at"]), hour(row["ended_at"])) == ("COMPLETED", 2, 2)


def test_at_one_instant_fail_beats_complete() -> None:
    derived = ReferenceLineage(run("r", "a", "FAIL", 1), run("r", "a", "COMPLETE", 1))
    assert derived.row("runs")["state"] == "FAILED"


def test_the_last_stating_instance_or_tombstone_wins() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "START", 1, job_facets=code("c1")),
        run("r1", "a", "RUNNING", 2, job_facets={"sourceCodeLocation": {"version": ""}}),
        run("r2", "a", "START", 1, job_facets=code("c1")),
        run("r2", "a", "RUNNING", 2, job_facets={"sourceCodeLocation": DELETED}),
    )
    assert derived.row("runs", raw_run_id="r1")["code_version"] == "c1"
    assert derived.row("runs", raw_run_id="r2")["code_version"] is None
    held = derived.row("entity_facets", facet="sourceCodeLocation")
    assert hour(held["event_time"]) == 2


def test_two_jobs_under_one_run_id_are_two_runs() -> None:
    derived = ReferenceLineage(run("r", "a", "START", 1), run("r", "b", "START", 2))
    assert {row["run_key"] for row in derived.rows("runs")} == {
        run_key("r", "a"),
        run_key("r", "b"),
    }


def test_parents_hold_from_the_facet_on_and_the_old_key_is_a_fallback() -> None:
    def under(job: str) -> Json:
        return {"run": {"runId": "p"}, "job": {"namespace": "jobs", "name": job}}

    derived = ReferenceLineage(
        run("r1", "a", "START", 1, parent=under("dag")),
        run("r2", "a", "START", 2, parentRun=under("dag")),
        run("r3", "a", "START", 3, parent=under("other"), parentRun=under("dag")),
        run("r4", "a", "START", 4, parent={"run": {"runId": "p"}}),
    )
    spans = [(derived.name(r["parent_id"]), *derived.span(r)) for r in derived.rows("job_parents")]
    assert spans == [("dag", 1, 3), ("other", 3, "ever")]
    assert derived.row("runs", raw_run_id="r2")["parent_run_key"] == run_key("p", "dag")
    assert derived.row("runs", raw_run_id="r4")["parent_run_key"] is None
    assert derived.row("nodes", name="dag")["own_right"] == 0
