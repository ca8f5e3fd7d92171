"""The example and the figures of Marquez's "Run-level graph"."""

import pytest

from tests.stories.events import code, ds, run, schema, version
from tests.stories.scenes import Scene

pytestmark = pytest.mark.spark

# It says: "We create the run a03422cf for orders_popular_day_of_week that consumes the input
# version 695888e2 … Then, we create another run ec6abf8b that consumes the same input version"

JOB = "orders_popular_day_of_week"
EXAMPLE = [
    run("695888e2", "load", "COMPLETE", 1, outputs=["top_delivery_times"]),
    run("a03422cf", JOB, "START", 2, ["top_delivery_times"], ["popular_day"], code("947c0388")),
    run("a03422cf", JOB, "COMPLETE", 3),
    run("ec6abf8b", JOB, "START", 4, ["top_delivery_times"], ["popular_day"], code("947c0388")),
    run("ec6abf8b", JOB, "COMPLETE", 5),
]


@pytest.mark.story(EXAMPLE[:3])
def test_figure_2_a_run_consumes_a_version_and_produces_a_version(scene: Scene) -> None:
    assert scene.steps(scene.run_graph(scene.run("a03422cf"), depth=0)) == {
        "top_delivery_times#1 CONSUMED run a03422cf",
        "run a03422cf PRODUCED popular_day#1",
        f"run a03422cf IS_VERSION_OF {JOB}#1",
    }


@pytest.mark.story(EXAMPLE)
def test_figure_3_another_run_consumes_the_same_version_and_produces_a_new_one(
    scene: Scene,
) -> None:
    whole = scene.run_graph(scene.version("top_delivery_times", 1))
    assert scene.steps(whole) == {
        "run 695888e2 IS_VERSION_OF load#1",
        "run 695888e2 PRODUCED top_delivery_times#1",
        "top_delivery_times#1 CONSUMED run a03422cf",
        "run a03422cf PRODUCED popular_day#1",
        f"run a03422cf IS_VERSION_OF {JOB}#1",
        "top_delivery_times#1 CONSUMED run ec6abf8b",
        "run ec6abf8b PRODUCED popular_day#2",
        f"run ec6abf8b IS_VERSION_OF {JOB}#1",
    }


@pytest.mark.story(EXAMPLE)
def test_figure_4_the_two_runs_differ_in_their_output_version_alone(scene: Scene) -> None:
    diff = scene.run_diff("a03422cf", "ec6abf8b")
    assert {item.id: item.change for item in diff.jobs} == {
        scene.job(JOB): "same",
        scene.job("load"): "same",
    }
    [output, consumed] = diff.datasets
    assert (consumed.id, consumed.change) == (scene.dataset("top_delivery_times"), "same")
    assert (output.id, output.changed) == (scene.dataset("popular_day"), ("version", "run"))
    assert output.before is not None
    assert output.after is not None
    assert output.before.version == scene.version("popular_day", 1)
    assert output.after.version == scene.version("popular_day", 2)
    assert [f"run:{run.id}" for run in diff.runs.runs] == [scene.run("ec6abf8b")]


@pytest.mark.story(EXAMPLE)
def test_node_ids_are_kind_names_and_version(scene: Scene) -> None:
    graph = scene.run_graph(scene.run("ec6abf8b"), depth=0)
    ids = {node.type: node.id for node in graph.nodes if node.name != "popular_day"}
    [job_version] = scene.job_history(JOB)
    assert ids == {
        "RUN": scene.run("ec6abf8b"),
        "JOB_VERSION": f"{scene.job(JOB)}#{job_version.version}",
        "DATASET_VERSION": scene.version("top_delivery_times", 1),
    }


# It says: "An edge from a run node to a job version node … represents the version of the job
# (=link to source code) at time of execution."


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 1, ["X"], ["Y"], code("c1", "https://git/tree/c1")),
        run("2", "A", "COMPLETE", 2, ["X"], ["Y"], code("c2", "https://git/tree/c2")),
        run("3", "A", "FAIL", 3, [], [], code("c1", "https://git/tree/c1")),
    ]
)
def test_each_run_is_linked_to_the_code_it_ran(scene: Scene) -> None:
    versions = {version.id: version.code.url for version in scene.job_history("A")}
    ran = [versions[scene.details(scene.run(n)).job_version or ""] for n in ("1", "2", "3")]
    assert ran == ["https://git/tree/c1", "https://git/tree/c2", "https://git/tree/c1"]
    assert len(versions) == 3


# It says: "a dataset is assumed to be modified as the result of a successful run"


@pytest.mark.story(
    [
        run("1", "A", "START", 1, [], ["Y"]),
        run("1", "A", "COMPLETE", 2),
        run("2", "A", "START", 3, [], ["Y"]),
        run("2", "A", "FAIL", 4),
        run("3", "A", "START", 5, [], ["Y"]),
        run("3", "A", "ABORT", 6),
        run("4", "A", "START", 7, [], ["Y"]),
        run("5", "A", "COMPLETE", 8, [], ["Y"]),
    ]
)
def test_only_successful_runs_modify_a_dataset(scene: Scene) -> None:
    """Also one that was never seen running: a lone COMPLETE is common, and counts."""
    assert scene.dataset_versions("Y") == [("write", 2, "1"), ("write", 8, "5")]


# It says: "the data type of a column within a table may change resulting in unanticipated
# downstream job failures … highlighting that the data type of a column is now a STRING upstream,
# though the failing job was processing the column as an INT downstream"

INT, STRING = schema(id="INT", price="INT"), schema(id="INT", price="STRING")

TYPE_CHANGE = [
    run("w1", "ingest", "COMPLETE", 1, [], [ds("raw", schema=INT)]),
    run("t1", "transform", "START", 2, ["raw"], [ds("prices", schema=INT)]),
    run("t1", "transform", "COMPLETE", 3),
    run("m1", "margins", "START", 4, ["prices"], ["margins"]),
    run("m1", "margins", "COMPLETE", 5),
    run("w2", "ingest", "COMPLETE", 11, [], [ds("raw", schema=STRING)]),
    run("t2", "transform", "START", 12, ["raw"], [ds("prices", schema=STRING)]),
    run("t2", "transform", "COMPLETE", 13),
]
FAILED = [*TYPE_CHANGE, run("m2", "margins", "START", 14, ["prices"], ["margins"])]
FAILED += [run("m2", "margins", "FAIL", 15)]


@pytest.mark.story(FAILED)
def test_upstream_of_the_failed_run_is_the_run_that_changed_the_type(scene: Scene) -> None:
    upstream = scene.run_graph(scene.run("m2"), "upstream")
    assert scene.steps(upstream) == {
        "run w2 PRODUCED raw#2",
        "raw#2 CONSUMED run t2",
        "run t2 PRODUCED prices#2",
        "prices#2 CONSUMED run m2",
        "run w2 IS_VERSION_OF ingest#1",
        "run t2 IS_VERSION_OF transform#1",
        "run m2 IS_VERSION_OF margins#1",
    }
    first, second = scene.dataset_history("raw")
    assert second.change is not None
    [retyped] = second.change.retyped
    assert (retyped.name, retyped.before, retyped.after) == ("price", "INT", "STRING")
    assert f"run:{second.run}" == scene.run("w2")
    assert f"run:{first.run}" == scene.run("w1")


@pytest.mark.story(FAILED)
def test_the_type_that_changed_upstream_is_the_cause_of_the_failure(scene: Scene) -> None:
    [cause] = scene.why("m2").causes
    assert (cause.kind, cause.node) == ("retype", scene.dataset("raw"))
    [field] = cause.fields
    assert (field.name, field.before, field.after) == ("price", "INT", "STRING")
    assert cause.evidence.path == (
        scene.version("raw", 2),
        scene.run("t2"),
        scene.version("prices", 2),
        scene.run("m2"),
    )


STALE = [
    *TYPE_CHANGE,
    run("m2", "margins", "START", 14, [ds("prices", schema=schema(price="INT"))], ["margins"]),
    run("m2", "margins", "FAIL", 15),
]


@pytest.mark.story(STALE)
def test_a_readers_stale_schema_is_an_observed_version_after_the_written_one(
    scene: Scene,
) -> None:
    assert scene.dataset_versions("prices") == [
        ("write", 3, "t1"),
        ("write", 13, "t2"),
        ("observed", 14, "m2"),
    ]
    assert scene.schema("prices", 3) == {"id": "INT", "price": "INT"}


@pytest.mark.story(STALE)
def test_a_readers_stale_schema_does_not_hide_the_writer_that_changed_it(scene: Scene) -> None:
    upstream = scene.steps(scene.run_graph(scene.run("m2"), "upstream"))
    path = {
        "prices#3 CONSUMED run m2",
        "prices#2 FOLLOWS prices#3",
        "run t2 PRODUCED prices#2",
        "raw#2 CONSUMED run t2",
        "run w2 PRODUCED raw#2",
    }
    assert path <= upstream
    assert not {step for step in upstream if "run w1" in step or "run m1" in step}


@pytest.mark.story(STALE)
def test_with_a_readers_stale_schema_the_writer_is_the_cause_all_the_same(scene: Scene) -> None:
    [cause] = scene.why("m2").causes
    assert (cause.kind, cause.node) == ("retype", scene.dataset("raw"))
    assert cause.reached == (scene.dataset("prices"),)
    assert cause.sentence.endswith("and was read there with price as INT")
    assert cause.evidence.path == (
        scene.version("raw", 2),
        scene.run("t2"),
        scene.version("prices", 2),
        scene.version("prices", 3),
        scene.run("m2"),
    )


# It says: "by matching the storage snapshot id to the metadata we have for each version" (in
# "Current lineage graph", which the run-level graph builds on)

SNAPSHOTS = [
    run("w1", "W", "COMPLETE", 1, [], [ds("X", version=version("s1"))]),
    run("w2", "W", "COMPLETE", 2, [], [ds("X", version=version("s2"))]),
]


@pytest.mark.story([*SNAPSHOTS, run("r", "R", "COMPLETE", 3, [ds("X", version=version("s1"))])])
def test_an_input_is_the_version_with_the_storage_version_it_names(scene: Scene) -> None:
    assert scene.steps(scene.run_graph(scene.run("r"), "upstream", depth=1)) == {
        "run w1 PRODUCED X#1",
        "run w1 IS_VERSION_OF W#1",
        "X#1 CONSUMED run r",
        "run r IS_VERSION_OF R#1",
    }


@pytest.mark.story(
    [
        *SNAPSHOTS,
        run("r1", "R", "COMPLETE", 3, [ds("X", version=version("s9"))]),
        run("r2", "R", "COMPLETE", 4, ["X"]),
        run("r3", "R", "COMPLETE", 5, [ds("X", version=version("s9"))]),
    ]
)
def test_a_storage_version_nobody_wrote_is_a_version_beside_the_history(scene: Scene) -> None:
    assert scene.dataset_versions("X")[2:] == [("pinned", 3, "r1")]
    read = {
        run_id: [used.id for used in scene.details(scene.run(run_id)).inputs[0].versions]
        for run_id in ("r1", "r2", "r3")
    }
    assert read == {
        "r1": [scene.version("X", 3)],
        "r2": [scene.version("X", 2)],
        "r3": [scene.version("X", 3)],
    }


@pytest.mark.story(
    [
        run("w", "W", "COMPLETE", 1, outputs=["X"]),
        run("m1", "merge", "START", 2, ["X", "new"], ["X"]),
        run("m1", "merge", "COMPLETE", 3),
        run("m2", "merge", "START", 4, ["X", "new"], ["X"]),
        run("m2", "merge", "COMPLETE", 5),
    ]
)
def test_a_run_that_changes_its_own_input_reads_the_version_before(scene: Scene) -> None:
    steps = scene.steps(scene.run_graph(scene.run("m2"), "upstream"))
    assert {step for step in steps if "X" in step} == {
        "run w PRODUCED X#1",
        "X#1 CONSUMED run m1",
        "run m1 PRODUCED X#2",
        "X#2 CONSUMED run m2",
    }
