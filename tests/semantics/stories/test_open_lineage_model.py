"""The model, and how it is updated as jobs run: the statements of "Open lineage initiative", the
paper that OpenLineage began with."""

from typing import Any

import pytest

from tests.questions import runs
from tests.stories.events import STREAMING, code, ds, run, schema, version
from tests.stories.scenes import Scene, hours

pytestmark = pytest.mark.spark


def nominal(day: int) -> dict[str, str]:
    return {"nominalStartTime": f"2024-04-{day:02}T00:00:00Z"}


def parent(run_id: str, job: str) -> dict[str, object]:
    return {"run": {"runId": run_id}, "job": {"namespace": "jobs", "name": job}}


# It says: "Runs: and attempts. This run was an attempt for a given batch (as defined by a time
# interval or batchid)"

ATTEMPTS = [
    run("1", "A", "FAIL", 1, nominalTime=nominal(1)),
    run("2", "A", "COMPLETE", 2, nominalTime=nominal(1)),
    run("3", "A", "COMPLETE", 3, nominalTime=nominal(2)),
    run("4", "A", "COMPLETE", 4),
    run("5", "B", "COMPLETE", 5, nominalTime=nominal(1)),
]


@pytest.mark.story(ATTEMPTS)
def test_runs_for_one_time_interval_are_attempts_of_one_batch(scene: Scene) -> None:
    assert [attempt.attempt for attempt in scene.runs("A")] == [1, 2, 1, None]
    assert [attempt.state for attempt in scene.runs("A")][:2] == ["FAILED", "COMPLETED"]


@pytest.mark.story(ATTEMPTS)
def test_a_batch_belongs_to_its_job(scene: Scene) -> None:
    assert [attempt.attempt for attempt in scene.runs("B")] == [1]


@pytest.mark.story(
    [
        run("1", "A", "FAIL", 1, acme_batch={"id": "2024-18"}),
        run("2", "A", "COMPLETE", 2, acme_batch={"id": "2024-18"}),
        run("3", "B", "COMPLETE", 3, acme_batch={"id": "2024-18"}),
        run("4", "A", "COMPLETE", 4, acme_batch={"id": "2024-19"}),
    ]
)
def test_a_batch_id_is_tracked_through_pipelines_and_counts_attempts(scene: Scene) -> None:
    assert [(attempt.batch_id, attempt.attempt) for attempt in scene.runs("A")] == [
        ("2024-18", 1),
        ("2024-18", 2),
        ("2024-19", 1),
    ]
    assert [(attempt.batch_id, attempt.attempt) for attempt in scene.runs("B")] == [("2024-18", 1)]


def dag_run(dag: str) -> dict[str, Any]:
    """The run facets that Airflow sends with a task's run: the id is the same in every DAG."""
    airflow = {"dagRun": {"dag_id": dag, "run_id": "scheduled__2025-03-01T00:00:00+00:00"}}
    return {"airflow": airflow}


@pytest.mark.story(
    [
        run("1", "daily.load", "FAIL", 1, **dag_run("daily")),
        run("2", "daily.load", "COMPLETE", 2, **dag_run("daily")),
        run("3", "daily.clean", "COMPLETE", 3, **dag_run("daily")),
        run("4", "hourly.load", "COMPLETE", 4, **dag_run("hourly")),
    ]
)
def test_a_dag_run_of_airflow_is_a_batch_of_its_dag_alone(scene: Scene) -> None:
    batch = "daily/scheduled__2025-03-01T00:00:00+00:00"
    of_batch = [one.name for one in runs(scene.snapshot, batch=batch).runs]
    assert sorted(of_batch) == ["daily.clean", "daily.load", "daily.load"]
    assert [attempt.attempt for attempt in scene.runs("daily.load")] == [1, 2]


def mapped(index: int) -> dict[str, Any]:
    """The run facets of one index of a mapped task, for which Airflow sends a run of its own."""
    facets = dag_run("mapped")
    facets["airflow"]["taskInstance"] = {"map_index": index, "try_number": 1}
    return facets


@pytest.mark.story(
    [
        run("1", "mapped.load", "FAIL", 1, **mapped(0)),
        run("2", "mapped.load", "COMPLETE", 2, **mapped(1)),
        run("3", "mapped.load", "COMPLETE", 3, **mapped(0)),
        run("4", "mapped.load", "COMPLETE", 4, **mapped(2)),
    ]
)
def test_the_indexes_of_a_mapped_task_are_no_attempts_of_each_other(scene: Scene) -> None:
    assert [attempt.attempt for attempt in scene.runs("mapped.load")] == [1, 1, 2, 1]


# It says: "A run can also represent the run of a streaming job"


@pytest.mark.story(
    [
        run("s", "S", "START", 1, ["clicks"], ["visits"], STREAMING),
        run("s", "S", "RUNNING", 2, ["clicks", "orders"], ["visits"]),
        run("s", "S", "ABORT", 5),
        run("s2", "S", "START", 6, ["clicks"], ["visits"], STREAMING),
    ]
)
def test_a_streaming_job_has_versions_while_it_runs(scene: Scene) -> None:
    assert scene.job_versions("S") == [
        (1, "clicks", "visits"),
        (2, "clicks orders", "visits"),
        (6, "clicks", "visits"),
    ]
    assert [r.state for r in scene.runs("S")] == ["ABORTED", "RUNNING"]
    assert scene.dataset_versions("visits") == [("write", 1, "s"), ("write", 6, "s2")]


# It says: "Namespace: used to create unique names for jobs and datasets"


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 1, ["X"], [{"namespace": "lake", "name": "X"}]),
    ]
)
def test_one_name_in_two_namespaces_is_two_datasets(scene: Scene) -> None:
    graph = scene.graph(scene.job("A"))
    assert {node.id for node in graph.nodes if node.type == "DATASET"} == {
        scene.dataset("X"),
        f"dataset:{scene.tag}lake:X",
    }


# It says: "Lineage. As defined by tracking the versions of datasets that were consumed or
# produced by a given run of a given version of a job."


@pytest.mark.story(
    [
        run("w", "W", "COMPLETE", 1, outputs=["X"]),
        run("r", "R", "COMPLETE", 2, ["X"], ["Y", "Z"]),
    ]
)
def test_a_run_has_a_job_version_input_versions_and_output_versions(scene: Scene) -> None:
    assert scene.steps(scene.run_graph(scene.run("r"), depth=0)) == {
        "run r IS_VERSION_OF R#1",
        "X#1 CONSUMED run r",
        "run r PRODUCED Y#1",
        "run r PRODUCED Z#1",
    }


# It says: "Versioned partitions: what partitions were consumed in what dataset version"


@pytest.mark.story(
    [
        run("w", "W", "COMPLETE", 1, outputs=[ds("orders/dt=2024-05-01")]),
        run("r", "R", "COMPLETE", 2, [ds("orders/dt=2024-05-01"), ds("orders/dt=2024-04-30")]),
    ]
)
def test_partitions_consumed_are_known_beside_the_version(scene: Scene) -> None:
    [read] = scene.details(scene.run("r")).inputs
    assert read.partitions == ("dt=2024-04-30", "dt=2024-05-01")
    assert [used.id for used in read.versions] == [scene.version("orders", 1)]


# It says: "Job to job dependency. This reflects dependencies defined when scheduling a workflow"


def upstream(*jobs: str) -> dict[str, object]:
    return {"upstream": [{"job": {"namespace": "jobs", "name": job}} for job in jobs]}


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 1, outputs=["X"]),
        run("2", "B", "COMPLETE", 2, outputs=["Y"], jobDependencies=upstream("A")),
        run("3", "B", "COMPLETE", 4, outputs=["Y"], jobDependencies=upstream("C")),
    ]
)
def test_scheduling_dependencies_are_a_layer_of_their_own(scene: Scene) -> None:
    assert scene.component(scene.job("B")) == {"B>Y"}
    then = scene.graph(scene.job("B"), hour=3, control=True)
    assert scene.arrows(then) == {"A>X", "A>B", "B>Y"}
    now = scene.graph(scene.job("B"), control=True)
    assert {(edge.origin, edge.basis) for edge in now.edges} == {
        (scene.job("B"), "listed"),
        (scene.job("C"), "control"),
    }


# It says: "Job grouping. This reflects higher level entities (ex: airflow dag, ...)"

GROUPED = [
    run("d", "dag", "START", 1),
    run("t", "dag.load", "START", 1, parent=parent("d", "dag")),
    run("m1", "model_1", "COMPLETE", 2, ["X"], ["Y"], parent=parent("t", "dag.load")),
    run("m2", "model_2", "COMPLETE", 3, ["Y"], ["Z"], parent=parent("t", "dag.load")),
    run("t", "dag.load", "COMPLETE", 4),
    run("d", "dag", "COMPLETE", 5),
]


@pytest.mark.story(GROUPED)
def test_jobs_are_grouped_under_the_job_that_started_them(scene: Scene) -> None:
    model = scene.job("model_1")
    assert scene.arrows(scene.graph(model)) == {"X>model_1", "model_1>Y", "Y>model_2", "model_2>Z"}
    by_parent = scene.graph(model, group_by="parent")
    assert scene.arrows(by_parent) == {"X>dag.load", "dag.load>Y", "Y>dag.load", "dag.load>Z"}
    by_root = scene.graph(model, group_by="root")
    assert scene.arrows(by_root) == {"X>dag", "dag>Y", "Y>dag", "dag>Z"}
    [group] = [node for node in by_root.nodes if node.type == "JOB"]
    assert group.members == tuple(
        scene.job(name) for name in ("dag", "dag.load", "model_1", "model_2")
    )


@pytest.mark.story(GROUPED)
def test_a_run_knows_its_parent_its_root_and_its_children(scene: Scene) -> None:
    task = scene.details(scene.run("t"))
    assert task.parent is not None
    assert f"run:{task.parent.id}" == scene.run("d")
    assert [child.job for child in task.children] == [scene.job("model_1"), scene.job("model_2")]
    model = scene.details(scene.run("m1"))
    assert model.root is not None
    assert f"run:{model.root.id}" == scene.run("d")


@pytest.mark.story(
    [run("1", "A", "COMPLETE", 1, ["X"], ["Y"], parent=parent("unseen", "scheduler"))]
)
def test_a_group_that_never_sent_an_event_is_known_by_name(scene: Scene) -> None:
    [run_of_a] = scene.runs("A")
    known = scene.details(f"run:{run_of_a.id}").parent
    assert known is not None
    assert (known.job, known.is_known) == (scene.job("scheduler"), False)
    assert scene.arrows(scene.graph(scene.job("A"), group_by="root")) == {
        "X>scheduler",
        "scheduler>Y",
    }


# It says: "Run start: Update Input Datasets (This will track if schemas have been changed outside
# of instrumented jobs)"


@pytest.mark.story(
    [
        run("w", "W", "COMPLETE", 1, [], [ds("X", schema=schema(id="int", name="text"))]),
        run("r1", "R", "START", 2, [ds("X", schema=schema(id="bigint"))]),
        run("r2", "R", "START", 3, [ds("X", schema=schema(id="varchar(20)"))]),
        run("r3", "R", "START", 4, [ds("X", schema=schema(id="text", added="date"))]),
        run("r4", "R", "START", 5, ["X"]),
    ]
)
def test_a_schema_changed_outside_instrumented_jobs_shows_when_a_run_reads_it(
    scene: Scene,
) -> None:
    """Fewer fields, or another integer, are no change; another type or a new field are."""
    assert scene.dataset_versions("X") == [
        ("write", 1, "w"),
        ("observed", 3, "r2"),
        ("observed", 4, "r3"),
    ]
    assert scene.schema("X", 2) == {"id": "varchar(20)", "name": "text"}
    assert scene.schema("X", 3) == {"id": "text", "name": "text", "added": "date"}
    assert [entry.follows for entry in scene.dataset_history("X")] == [
        None,
        scene.version("X", 1).rpartition("#")[2],
        scene.version("X", 2).rpartition("#")[2],
    ]
    [read] = scene.details(scene.run("r4")).inputs
    assert [used.id for used in read.versions] == [scene.version("X", 3)]


@pytest.mark.story([run("r", "R", "START", 2, [ds("X", schema=schema(id="int"))])])
def test_what_was_there_before_all_jobs_has_an_initial_version(scene: Scene) -> None:
    assert scene.dataset_versions("X") == [("initial", None, None)]
    assert scene.schema("X", 0) == {"id": "int"}


# It says: "Update job … Mark run as started (timestamp)", "Run update", "Run complete"

LIFECYCLE = [
    run("1", "A", "START", 1, ["X"], [], code("c1", "https://git/a"), nominalTime=nominal(1)),
    run("1", "A", "RUNNING", 2, queryProfile={"plan": "scan X"}),
    run("1", "A", "COMPLETE", 3, [], [ds("Y", schema=schema(id="int"), version=version("v7"))]),
]


@pytest.mark.story(LIFECYCLE[:1])
def test_a_started_run_shows_what_it_reads_before_it_ends(scene: Scene) -> None:
    [started] = scene.runs("A")
    assert (started.state, hours(started.started_at), started.ended_at) == ("RUNNING", 1, None)
    assert (started.code_version, started.code_url) == ("c1", "https://git/a")
    assert scene.component(scene.job("A")) == {"X>A"}
    assert scene.node(scene.job("A")).marks.provisional


@pytest.mark.story(LIFECYCLE[:2])
def test_an_update_patches_the_running_job_with_new_information(scene: Scene) -> None:
    found = scene.details(scene.run("1"))
    assert found.facets.keys() == {"nominalTime", "queryProfile"}
    assert found.run.state == "RUNNING"


@pytest.mark.story(LIFECYCLE)
def test_a_completed_run_updates_its_output_datasets(scene: Scene) -> None:
    [completed] = scene.runs("A")
    assert (completed.state, hours(completed.ended_at)) == ("COMPLETED", 3)
    assert scene.dataset_versions("Y") == [("write", 3, "1")]
    [written] = scene.dataset_history("Y")
    assert written.storage_version == "v7"
    assert scene.schema("Y", 1) == {"id": "int"}
    assert not scene.node(scene.job("A")).marks.provisional


@pytest.mark.story(
    [run("1", "A", "COMPLETE", 1, [], [ds("Y")], {"X:acme:cost": {"eur": 3}}, acme_x={"y": [1]})]
)
def test_custom_facets_are_kept_as_sent(scene: Scene) -> None:
    found = scene.details(scene.run("1"))
    assert found.job_facets == {"X:acme:cost": {"eur": 3}}
    assert found.facets == {"acme_x": {"y": [1]}}
