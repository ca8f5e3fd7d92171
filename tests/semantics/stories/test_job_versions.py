"""When a job has a new version: the examples of the paper "Current lineage graph"."""

import pytest

from tests.stories.events import code, run, sql
from tests.stories.scenes import Scene

pytestmark = pytest.mark.spark

# It says: "We create a new version of a job if …"


@pytest.mark.story([run(str(day), "A", "COMPLETE", day, ["X"], ["Y"]) for day in (1, 2, 3)])
def test_a_job_seen_for_the_first_time_has_a_version_and_equal_runs_make_no_other(
    scene: Scene,
) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y")]


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 1, ["X"], ["Y"]),
        run("2", "A", "COMPLETE", 2, ["X", "W"], ["Y"]),
        run("3", "A", "COMPLETE", 3, ["X", "W"], ["Z"]),
    ]
)
def test_a_change_of_inputs_or_outputs_is_a_new_version(scene: Scene) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y"), (2, "W X", "Y"), (3, "W X", "Z")]


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 1, ["X"], ["Y"]),
        run("2", "A", "COMPLETE", 2, ["X"], ["Z"]),
        run("3", "A", "COMPLETE", 3, ["X"], ["Y"]),
    ]
)
def test_there_and_back_again_is_three_versions(scene: Scene) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y"), (2, "X", "Z"), (3, "X", "Y")]
    assert len({version.version for version in scene.job_history("A")}) == 3


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 1, ["X"], ["Y"], code("c1")),
        run("2", "A", "COMPLETE", 2, ["X"], ["Y"], code("c2")),
    ]
)
def test_a_change_of_code_is_a_new_version_with_the_same_lineage(scene: Scene) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y"), (2, "X", "Y")]
    assert [version.code.version for version in scene.job_history("A")] == ["c1", "c2"]
    assert not scene.node(scene.job("A")).marks.lineage_unknown


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 1, ["X"], ["Y"], sql("SELECT a FROM x WHERE day = '05-01'")),
        run("2", "A", "COMPLETE", 2, ["X"], ["Y"], sql("SELECT a FROM x WHERE day = '05-02'")),
        run("3", "A", "COMPLETE", 3, ["X"], ["Y"], sql("SELECT b FROM x WHERE day = '05-03'")),
    ]
)
def test_a_change_of_sql_is_a_new_version_and_another_day_is_none(scene: Scene) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y"), (3, "X", "Y")]
    change = scene.job_history("A")[-1].change
    assert change is not None
    [text] = change.texts
    assert (text.before[:8], text.after[:8]) == ("SELECT a", "SELECT b")


CODE_CHANGE = [
    run("1", "A", "COMPLETE", 1, ["X"], ["Y"], code("c1")),
    run("2", "A", "COMPLETE", 2, [], [], code("c2")),
    run("3", "A", "COMPLETE", 4, ["X"], ["Y"], code("c2")),
]


@pytest.mark.story(CODE_CHANGE[:2])
def test_code_that_changes_without_inputs_and_outputs_keeps_the_lineage_as_unknown(
    scene: Scene,
) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y"), (2, "X", "Y")]
    assert scene.component(scene.job("A")) == {"X>A", "A>Y"}
    assert [version.lineage_unknown for version in scene.job_history("A")] == [False, True]
    assert scene.node(scene.job("A")).marks.lineage_unknown


@pytest.mark.story(CODE_CHANGE)
def test_a_later_run_that_tells_confirms_the_lineage(scene: Scene) -> None:
    assert [since for since, _, _ in scene.job_versions("A")] == [1, 2]
    assert scene.node(scene.job("A"), hour=3).marks.lineage_unknown
    assert not scene.node(scene.job("A"), hour=4).marks.lineage_unknown


@pytest.mark.story(
    [run("1", "A", "COMPLETE", 1, ["X"], ["Y"], code("c1")), run("2", "A", "COMPLETE", 2)]
)
def test_a_run_that_tells_nothing_changes_nothing(scene: Scene) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y")]
    assert not scene.node(scene.job("A")).marks.lineage_unknown


# It says: "The status (complete or failed) is not a criteria."


@pytest.mark.story(
    [
        run("1", "A", "COMPLETE", 1, ["X"], ["Y"]),
        run("2", "A", "START", 2, ["X"], ["Z"]),
        run("2", "A", "FAIL", 3),
    ]
)
def test_a_failed_run_makes_a_job_version_but_no_dataset_version(scene: Scene) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y"), (3, "X", "Z")]
    assert scene.dataset_versions("Z") == []
    assert scene.component(scene.job("A")) == {"X>A", "A>Z"}


@pytest.mark.story(
    [run("1", "A", "COMPLETE", 1, ["X"], ["Y"]), run("2", "A", "FAIL", 2, inputs=["X"])]
)
def test_a_failed_run_that_reported_only_its_inputs_keeps_the_outputs(scene: Scene) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y")]
    assert scene.component(scene.job("A")) == {"X>A", "A>Y"}


@pytest.mark.story(
    [run("1", "A", "COMPLETE", 1, ["X"], ["Y"]), run("2", "A", "COMPLETE", 2, inputs=["X"])]
)
def test_a_completed_run_that_reported_only_its_inputs_writes_nothing_any_more(
    scene: Scene,
) -> None:
    assert scene.job_versions("A") == [(1, "X", "Y"), (2, "X", "")]
