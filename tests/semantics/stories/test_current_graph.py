"""What the current graph shows: the examples of the paper "Current lineage graph"."""

import json
from datetime import timedelta
from typing import Any

import pytest

from headwater.answers.moments import to_json
from headwater.demo import END
from headwater.store import Snapshot
from tests.questions import lineage
from tests.stories.demo import DEMO
from tests.stories.events import code, ds, job_event, run, schema
from tests.stories.scenes import LAST, Scene

pytestmark = pytest.mark.spark

A_X_B = [
    run("a1", "A", "COMPLETE", 1, outputs=["X"]),
    run("b1", "B", "COMPLETE", 2, inputs=["X"]),
]
A_WRITES_Y = [*A_X_B, run("a2", "A", "COMPLETE", 3, outputs=["Y"])]

NINE_DAYS_EARLIER = int((END - timedelta(days=9)).timestamp()) * 1_000_000

# It says: "The current lineage graph looks the same independently from where we started."


def nodes_of(stories_snapshot: Snapshot) -> list[str]:
    rows = stories_snapshot.query("SELECT kind, namespace, name FROM entities WHERE own_right = 1")
    return [":".join(row) for row in rows]


@DEMO
@pytest.mark.parametrize(
    "asked",
    [
        pytest.param({}, id="now"),
        pytest.param({"at": NINE_DAYS_EARLIER}, id="as of then"),
        pytest.param({"group_by": "parent"}, id="grouped by parent"),
        pytest.param({"group_by": "root"}, id="grouped by root"),
        pytest.param({"control": True}, id="with scheduling"),
    ],
)
def test_every_component_looks_the_same_from_every_one_of_its_nodes(
    stories_snapshot: Snapshot, asked: dict[str, Any]
) -> None:
    """Every node of every story, the demo among them."""
    answers: dict[str, bytes] = {}
    for node in nodes_of(stories_snapshot):
        graph = lineage(stories_snapshot, node, scope="component", **{"at": LAST} | asked)
        assert graph.truncated is None
        answer = to_json(graph)
        shown = {shown.id for shown in graph.nodes}
        shown |= {member for group in graph.nodes for member in group.members}
        assert node in shown
        for other in shown:
            assert answers.setdefault(other, answer) == answer, f"{node} and {other} differ"
    assert len(answers) > len(set(answers.values())) > 1


# It says: "for each job node the inputs and outputs that a user would see as the currently
# running definition of their job"


@pytest.mark.story(A_WRITES_Y)
def test_a_job_that_stopped_writing_x_and_writes_y_is_shown_writing_y(scene: Scene) -> None:
    assert scene.component(scene.job("A")) == {"A>Y"}


@pytest.mark.story(A_WRITES_Y)
def test_when_a_writes_y_instead_of_x_one_graph_becomes_two(scene: Scene) -> None:
    assert scene.component(scene.job("A"), hour=2) == {"A>X", "X>B"}
    assert scene.component(scene.dataset("Y")) == {"A>Y"}
    assert scene.component(scene.job("B")) == {"X>B"}


@pytest.mark.story(A_WRITES_Y)
def test_x_is_stale_and_says_which_run_produced_it_last(scene: Scene) -> None:
    stale = scene.node(scene.dataset("X"))
    assert stale.marks.stale
    assert stale.run is not None
    assert f"run:{stale.run.id}" == scene.run("a1")
    assert not scene.node(scene.dataset("X"), hour=2).marks.stale
    assert not scene.node(scene.dataset("Y")).marks.stale


@pytest.mark.story(A_WRITES_Y)
def test_the_run_level_lineage_shows_how_the_stale_x_was_produced(scene: Scene) -> None:
    upstream = scene.run_graph(scene.run("b1"), "upstream")
    assert scene.steps(upstream) == {
        "run a1 IS_VERSION_OF A#1",
        "run a1 PRODUCED X#1",
        "X#1 CONSUMED run b1",
        "run b1 IS_VERSION_OF B#1",
    }


@pytest.mark.story(
    [run(str(day), "A", "COMPLETE", day, ["X"], [f"copy_{day}"]) for day in (1, 2, 3)]
)
def test_a_job_whose_outputs_change_every_run_shows_those_of_the_last(scene: Scene) -> None:
    assert scene.component(scene.job("A")) == {"X>A", "A>copy_3"}


# It says: "Partitions in the same dataset are not mistaken for different datasets"


@pytest.mark.story(
    [
        run(str(day), "A", "COMPLETE", day, ["raw"], [ds(f"orders/dt=2024-05-0{day}/hour=0{day}")])
        for day in (1, 2, 3)
    ]
)
def test_partitions_of_a_dataset_are_no_datasets(scene: Scene) -> None:
    assert scene.component(scene.job("A")) == {"raw>A", "A>orders"}
    assert len(scene.job_history("A")) == 1
    assert scene.details(scene.run("2")).outputs[0].partitions == ("dt=2024-05-02/hour=02",)
    assert [kind for kind, _, _ in scene.dataset_versions("orders")] == ["write"] * 3


# It says: "Private temporary storage that is not accessed outside a logical job is identified as
# such."

PARENT = {"run": {"runId": "dag"}, "job": {"namespace": "jobs", "name": "dag"}}


@pytest.mark.story(
    [
        run("1", "extract", "COMPLETE", 1, ["X"], ["scratch"], parent=PARENT),
        run("2", "load", "COMPLETE", 2, ["scratch"], ["Y"], parent=PARENT),
        run("3", "report", "COMPLETE", 3, ["Y"]),
    ]
)
def test_storage_touched_only_inside_one_logical_job_is_private(scene: Scene) -> None:
    grouped = scene.graph(scene.job("dag"), group_by="root")
    assert {node.name for node in grouped.nodes if node.marks.private} == {"scratch"}
    folded = scene.graph(scene.job("dag"), group_by="root", fold_private=True)
    assert scene.arrows(folded) == {"X>dag", "dag>Y", "Y>report"}


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 1, ["X"], [ds("tmp", datasetType={"datasetType": "TEMPORARY"})]),
        run("2", "B", "COMPLETE", 2, ["tmp"], ["Y"]),
    ]
)
def test_storage_said_to_be_temporary_is_private(scene: Scene) -> None:
    assert scene.node(scene.dataset("tmp")).marks.private
    folded = scene.graph(scene.job("A"), fold_private=True)
    assert scene.arrows(folded) == {"X>A", "A>B", "B>Y"}


# It says: "We consider the result of coalescing all the lineage events"


@pytest.mark.story(
    [
        run("1", "A", "START", 1, inputs=["X"]),
        run("1", "A", "RUNNING", 2, outputs=["Y"]),
        run("1", "A", "OTHER", 3, inputs=["W"]),
        run("1", "A", "COMPLETE", 4),
    ]
)
def test_a_run_has_the_union_of_the_inputs_and_outputs_of_its_events(scene: Scene) -> None:
    assert scene.job_versions("A") == [(4, "W X", "Y")]


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 3, [], [ds("Y", schema=schema(id="long"))], code("c3")),
        run("1", "A", "START", 1, [], [ds("Y", schema=schema(id="int", name="text"))], code("c1")),
        run("1", "A", "RUNNING", 2, [], ["Y"], code("c2")),
    ]
)
def test_of_each_facet_the_last_instance_is_kept_whole(scene: Scene) -> None:
    """Last in time, whatever came first; and a facet is never mixed from two."""
    [version] = scene.job_history("A")
    assert version.code.version == "c3"
    assert scene.schema("Y", 1) == {"id": "long"}


@pytest.mark.story(
    [
        run(
            "1",
            "A",
            "COMPLETE",
            1,
            [ds("X/dt=2024-05-01") | {"inputFacets": {"inputStatistics": {"rowCount": 7}}}],
            [
                ds("Y", schema=schema(id="int"))
                | {"outputFacets": {"outputStatistics": {"rowCount": 6}}}
            ],
            code("c1"),
            queryProfile={"seconds": 3},
        ),
        run("2", "A", "COMPLETE", 2),
    ]
)
def test_facets_belong_to_the_run_the_job_the_dataset_the_input_or_the_output(
    scene: Scene,
) -> None:
    first, second = scene.details(scene.run("1")), scene.details(scene.run("2"))
    assert first.facets == {"queryProfile": {"seconds": 3}}
    assert first.job_facets["sourceCodeLocation"]["version"] == "c1"
    [read], [written] = first.inputs, first.outputs
    [statistics] = read.by_partition
    assert (statistics.partition, statistics.facets) == (
        "dt=2024-05-01",
        {"inputStatistics": {"rowCount": 7}},
    )
    assert written.facets.keys() == {"schema"}
    assert written.by_partition[0].facets == {"outputStatistics": {"rowCount": 6}}
    assert (second.facets, second.job_facets) == ({}, {})


@pytest.mark.story(
    [
        run("shared", "A", "COMPLETE", 1, ["X"], ["Y"]),
        run("shared", "B", "COMPLETE", 2, ["Y"], ["Z"]),
    ]
)
def test_jobs_that_share_a_run_id_have_a_run_each(scene: Scene) -> None:
    """The source forbids it; producers do it all the same."""
    [of_a], [of_b] = scene.runs("A"), scene.runs("B")
    assert of_a.run_id == of_b.run_id
    assert f"run:{of_a.id}" == scene.run("shared")
    assert of_b.id != of_a.id
    assert scene.component(scene.job("A")) == {"X>A", "A>Y", "Y>B", "B>Z"}


# It says: "Dataset versioning"


@pytest.mark.story(
    [
        run("w1", "W", "COMPLETE", 1, outputs=["X"]),
        run("w2", "W", "COMPLETE", 2, outputs=["X"]),
        run("r1", "R", "START", 3, ["X"], ["Y"]),
        run("r1", "R", "COMPLETE", 4),
    ]
)
def test_a_run_reads_the_latest_version_of_its_input_and_does_not_modify_it(
    scene: Scene,
) -> None:
    assert scene.dataset_versions("X") == [("write", 1, "w1"), ("write", 2, "w2")]
    [read] = scene.details(scene.run("r1")).inputs
    assert [version.id for version in read.versions] == [scene.version("X", 2)]


@pytest.mark.story([run(str(day), "A", "COMPLETE", day, ["X"], ["Y"]) for day in (1, 2, 3)])
def test_outputs_get_a_version_every_time_the_job_runs_that_names_its_run(
    scene: Scene,
) -> None:
    assert scene.dataset_versions("Y") == [("write", 1, "1"), ("write", 2, "2"), ("write", 3, "3")]


# It says: "This is simply the information for the latest JobVersion for each job."


@pytest.mark.story(
    [
        *A_WRITES_Y,
        job_event("declared", 1, ["Y"], ["Z"]),
        run("u1", "unfinished", "START", 1, ["Z"], ["Q"]),
    ]
)
def test_the_current_graph_is_the_latest_version_of_each_job(stories_snapshot: Snapshot) -> None:
    """Of every job of every story."""
    edges = stories_snapshot.query(
        "SELECT stated_by, origin, destination FROM edges"
        " WHERE basis = 'listed' AND valid_from <= ? AND valid_to > ?",
        (LAST, LAST),
    )
    versions = stories_snapshot.query(
        "SELECT v.job_id, v.inputs, v.outputs FROM job_versions v WHERE v.valid_from ="
        " (SELECT max(o.valid_from) FROM job_versions o WHERE o.job_id = v.job_id)"
        " AND v.valid_to > v.valid_from",
    )
    expected = {(job, dataset, job) for job, ids, _ in versions for dataset in json.loads(ids)}
    expected |= {(job, job, dataset) for job, _, ids in versions for dataset in json.loads(ids)}
    assert expected
    assert set(edges) == expected
