"""Contents, flows, edges and control of the reference, by hand (semantics 6 and 7)."""

from tests.stories.events import (
    DELETED,
    STREAMING,
    Json,
    code,
    dataset_event,
    derives,
    ds,
    feeds,
    job_event,
    run,
    schema,
)
from tests.stories.reference_lineage import ReferenceLineage, hour


def test_a_column_edge_ends_with_its_source_its_target_or_the_next_statement() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, ["s1", "s2"],
            [ds("x", columnLineage=derives(id="s1.id", name="s2.name"))]),
        run("r2", "a", "COMPLETE", 2, ["s1", "s2"], ["x"]),  # silence ends nothing
        run("r3", "a", "COMPLETE", 3, ["s1"], ["x"]),
        run("r4", "a", "COMPLETE", 4, ["s1"], ["y"]),
        run("r5", "a", "COMPLETE", 5, ["s1"], [ds("x", columnLineage=derives(id="s1.key"))]),
        run("r6", "a", "COMPLETE", 6, ["s1"], [ds("x", columnLineage=DELETED)]),
    )  # fmt: skip
    assert derived.flows() == {
        ("s2", "x", "column", 1, 1, 3),  # no input any more
        ("s1", "x", "column", 1, 1, 4),  # no output any more
        ("s1", "x", "column", 1, 5, 6),  # a tombstone
    }


def test_a_restated_set_is_one_interval() -> None:
    same = [ds("x", columnLineage=derives(id="s.id"))]
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, ["s"], same),
        run("r2", "a", "COMPLETE", 2, ["s"], same, code("c1")),
    )
    assert derived.flows() == {("s", "x", "column", 1, 1, "ever")}


def test_a_source_named_by_columns_alone_is_an_edge_of_its_own_basis() -> None:
    story = run("r", "a", "COMPLETE", 1, ["s"], [ds("x", columnLineage=derives(id="ref.id"))])
    derived = ReferenceLineage(story)
    assert derived.flows() == {("ref", "x", "column", 1, 1, "ever")}
    assert derived.edges("column") == {("ref", "a", 1, "ever")}
    # Whether it counts is asked of the graph (6.2): not while it is only referred to.
    assert derived.row("entities", name="ref")["own_right"] == 0
    known = ReferenceLineage(story, dataset_event("ref", 5, schema=schema(id="int")))
    assert known.row("entities", name="ref")["own_right"] == 1


def test_explicit_lineage_restates_all_targets_and_columns_stand_beside() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, ["s", "t"],
            [ds("x", columnLineage=derives(id="s.id")), "y"],
            {"lineage": feeds(x=["s"], z=["t"])}),
        run("r2", "a", "COMPLETE", 2, ["s", "t"], ["x", "y"], {"lineage": feeds(y=["t"])}),
    )  # fmt: skip
    assert derived.flows() == {
        ("s", "x", "explicit", 1, 1, 2),
        ("s", "x", "column", 0, 1, 2),
        ("", "y", "explicit", 1, 1, 2),  # an output that no entry feeds
        ("t", "z", "explicit", 1, 1, 2),  # a target no longer named is gone
        ("t", "y", "explicit", 1, 2, "ever"),
        ("", "x", "explicit", 1, 2, "ever"),
    }
    assert ("a", "z", 1, 2) in derived.edges("explicit")
    assert ("a", "y", 1, "ever") in derived.edges("explicit")
    assert ("t", "a", 1, "ever") in derived.edges("explicit")


def test_explicit_entries_are_merged_over_a_run_and_a_tombstone_removes_them() -> None:
    derived = ReferenceLineage(
        run("r", "a", "START", 1, job_facets={"lineage": feeds(x=["s"], y=["s"])}),
        run("r", "a", "RUNNING", 2, job_facets={"lineage": feeds(x=["t"])}),
        run("r", "a", "COMPLETE", 3, job_facets={"lineage": feeds()}),
    )
    assert derived.flows() == {
        ("t", "x", "explicit", 1, 3, "ever"),
        ("s", "y", "explicit", 1, 3, "ever"),
    }
    removed = ReferenceLineage(
        run("r", "a", "START", 1, job_facets={"lineage": feeds(x=["s"])}),
        run("r", "a", "COMPLETE", 3, job_facets={"lineage": DELETED}),
    )
    assert removed.flows() == set()


def test_explicit_lineage_without_entries_states_nothing() -> None:
    derived = ReferenceLineage(
        job_event("a", 1, ["s"], ["x"], lineage=feeds(x=["s"])),
        job_event("a", 2, ["s"], ["x"], lineage=feeds()),
    )
    assert derived.flows() == {("s", "x", "explicit", 1, 1, "ever")}
    assert {row["lineage"] is None for row in derived.rows("job_events")} == {True, False}


def test_declared_explicit_lineage_counts_until_a_run_states_its_own() -> None:
    derived = ReferenceLineage(
        job_event("a", 1, lineage=feeds(x=["s"])),
        job_event("a", 2, lineage=feeds(x=["t"])),
        run("r1", "a", "COMPLETE", 3, ["s"], ["x"]),
        job_event("a", 4, lineage=feeds(x=["s", "t"])),
        run("r2", "a", "COMPLETE", 5, ["s"], ["x"], {"lineage": feeds(x=["s"])}),
        job_event("a", 6, lineage=feeds()),
    )
    assert derived.flows() == {
        ("s", "x", "explicit", 1, 1, 2),
        ("t", "x", "explicit", 1, 2, 4),
        ("s", "x", "explicit", 1, 4, 5),
        ("t", "x", "explicit", 1, 4, 5),
        ("s", "x", "explicit", 1, 5, "ever"),
    }


def test_an_extraction_error_states_nothing() -> None:
    broken: Json = {"failedTasks": 3}
    derived = ReferenceLineage(
        run("r0", "a", "COMPLETE", 1, ["s"], [ds("x", columnLineage=derives(id="s.id"))]),
        run("r1", "a", "COMPLETE", 2, ["t"], [ds("x", columnLineage=derives(id="t.id"))],
            extractionError=broken),
    )  # fmt: skip
    assert derived.flows() == {("s", "x", "column", 1, 1, "ever")}

    first = run("r", "a", "COMPLETE", 1, ["t"], [ds("x", columnLineage=derives(id="t.id"))],
                extractionError=broken)  # fmt: skip
    assert ReferenceLineage(first).flows() == {("t", "x", "column", 1, 1, "ever")}


def test_a_stream_states_columns_from_the_event_that_lists_the_output() -> None:
    derived = ReferenceLineage(
        run("s", "a", "START", 1, ["in"], ["x"], STREAMING),
        run("s", "a", "RUNNING", 2, [], [ds("y", columnLineage=derives(id="in.id"))]),
        run("s", "a", "RUNNING", 3, [], [ds("x", columnLineage=derives(id="in.id"))]),
    )
    assert derived.flows() == {
        ("in", "x", "column", 1, 1, "ever"),  # facets are the run's as a whole
        ("in", "y", "column", 1, 2, "ever"),
    }


def test_a_target_that_is_no_output_outlives_new_versions() -> None:
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, ["s"], ["x"], {"lineage": feeds(far=["t"])}),
        run("r2", "a", "COMPLETE", 2, ["s2"], ["y"]),
    )
    assert derived.flows() == {
        ("t", "far", "explicit", 1, 1, "ever"),
        ("", "x", "explicit", 1, 1, 2),
    }


def test_explicit_lineage_joins_jobs_and_datasets_with_jobs() -> None:
    def job(name: str | None) -> Json:
        named = {"namespace": "jobs", "name": name} if name else {}
        return {"type": "JOB"} | named

    source: Json = {"type": "DATASET", "namespace": "db", "name": "s"}
    target: Json = {"type": "DATASET", "namespace": "db", "name": "x"}
    entries = [
        target | {"inputs": [job("p"), job(None)]},
        job("q") | {"inputs": [source, job("p")]},
        job(None) | {"inputs": [source]},
    ]
    derived = ReferenceLineage(
        run("r", "a", "COMPLETE", 1, job_facets={"lineage": {"entries": entries}})
    )
    assert derived.edges("explicit") == {
        ("p", "x", 1, "ever"),
        ("a", "x", 1, "ever"),
        ("s", "q", 1, "ever"),
        ("p", "q", 1, "ever"),
        ("s", "a", 1, "ever"),
    }
    assert {derived.name(row["stated_by"]) for row in derived.rows("edges")} == {"a"}


def test_the_own_job_without_a_name_feeds_other_jobs_and_adds_nothing_to_datasets() -> None:
    def job(name: str) -> Json:
        return {"type": "JOB", "namespace": "jobs", "name": name}

    own: Json = {"type": "JOB", "transformations": [{"type": "INDIRECT"}]}
    target: Json = {"type": "DATASET", "namespace": "db", "name": "x"}
    same: Json = {
        "entries": [
            job("q") | {"inputs": [own]},
            job("b") | {"inputs": [own]},
            {"type": "JOB", "inputs": [own]},
            target | {"inputs": [], "fields": {"total": {"inputs": [own]}}},
        ]
    }
    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, job_facets={"lineage": same}),
        run("r2", "b", "COMPLETE", 2, job_facets={"lineage": same}),
    )
    assert derived.edges("explicit") == {
        ("a", "q", 1, "ever"),
        ("a", "b", 1, "ever"),
        ("a", "x", 1, "ever"),
        ("b", "q", 2, "ever"),
        ("b", "x", 2, "ever"),
    }
    assert ("", "x", "explicit", 1, 1, "ever") in derived.flows()
    by_named = run("r1", "a", "COMPLETE", 1, job_facets={"lineage": {
        "entries": [job("q") | {"inputs": [job("a")]}]}})  # fmt: skip
    assert ReferenceLineage(by_named).edges("explicit") == {("a", "q", 1, "ever")}


def test_a_dataset_event_feeds_a_dataset_without_a_job() -> None:
    inputs = [{"type": "DATASET", "namespace": "db", "name": "s", "field": "id"}]
    derived = ReferenceLineage(
        dataset_event("x", 1, lineage={"inputs": inputs}),
        dataset_event("x", 2, lineage={"note": "states nothing"}),
        dataset_event("x", 3, lineage={"inputs": []}),
        dataset_event("x", 4, lineage=DELETED),
    )
    assert derived.flows() == {
        ("s", "x", "explicit", 1, 1, 3),
        ("", "x", "explicit", 1, 3, 4),
    }
    assert derived.edges("explicit") == {("s", "x", 1, 3)}
    assert derived.row("column_sets")["input_field"] == "id"


def test_old_and_new_transformations_are_read_and_united() -> None:
    column = {"namespace": "db", "name": "s", "field": "id"}
    identity = {"type": "DIRECT", "subtype": "IDENTITY", "extra": 1}
    facet: Json = {
        "fields": {
            "a": {"inputFields": [column], "transformationType": "MASKED"},
            "b": {
                "inputFields": [
                    column | {"transformations": [identity, identity]},
                    column | {"transformations": [{"type": "INDIRECT", "masking": False}]},
                ],
                "transformationDescription": "not read here",
            },
            "c": {"inputFields": [column], "transformationDescription": "derived"},
        },
        "dataset": [{"namespace": "db", "name": "s"}],
    }
    derived = ReferenceLineage(run("r", "a", "COMPLETE", 1, [], [ds("x", columnLineage=facet)]))
    found = {row["output_field"]: row["transformations"] for row in derived.rows("column_sets")}
    assert found == {
        "": "[]",
        "a": '[{"masking":true,"subtype":"TRANSFORMATION","type":"DIRECT"}]',
        "b": '[{"masking":false,"type":"INDIRECT"},{"subtype":"IDENTITY","type":"DIRECT"}]',
        "c": '[{"description":"derived","type":"DIRECT"}]',
    }


def test_control_holds_until_the_next_finished_run_that_states_it() -> None:
    def after(name: str) -> Json:
        return {"upstream": [{"job": {"namespace": "jobs", "name": name}}]}

    derived = ReferenceLineage(
        run("r1", "a", "COMPLETE", 1, jobDependencies=after("p")),
        run("r2", "a", "FAIL", 2),
        run("r3", "a", "START", 3, jobDependencies=after("unfinished")),
        run("r4", "a", "FAIL", 4, jobDependencies=after("q")),
        run("r4", "a", "RUNNING", 3, jobDependencies=after("p")),
    )
    rows = [(derived.name(r["origin"]), hour(r["valid_from"]), hour(r["valid_to"]))
            for r in derived.rows("control_edges")]  # fmt: skip
    assert sorted(rows) == [("p", 1, 4), ("q", 4, "ever")]
    assert not derived.edges("listed")
