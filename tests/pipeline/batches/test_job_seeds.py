"""What was before a window, as far as it is found out from the runs before it."""

from pathlib import Path

import pytest

from headwater.model.canonical import node_id
from headwater.pipeline.batch.runner import Runner
from headwater.pipeline.histories import job_seeds
from headwater.pipeline.histories.job_seeds import has_stated
from tests.running.pipeline import followed
from tests.stories.events import HOUR, MIDNIGHT, derives, ds, feeds, run


@pytest.mark.spark
def test_whether_runs_before_a_moment_have_stated_lineage_is_asked_of_all_of_them(
    runner: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_seeds, "_RUNS_AT_ONCE", 2)
    records = [
        *(run(f"{job}{n}", job, "COMPLETE", n, ["x"], ["y"]) for job in "abc" for n in range(1, 6)),
        run("b6", "b", "COMPLETE", 6, ["x"], ["y"], {"lineage": feeds(y=["x"])}),
        run("c6", "c", "COMPLETE", 6, ["x"], [ds("y", columnLineage=derives(p="x.p"))]),
    ]

    with followed(runner, tmp_path, [records]) as store, store.snapshot() as snapshot:

        def stated(job: str, hour: int) -> bool | None:
            return has_stated(snapshot, node_id("job", "jobs", job), MIDNIGHT + hour * HOUR)

        assert [stated(job, 20) for job in "abc"] == [False, None, True]
        assert [stated(job, 6) for job in "abc"] == [False, False, False]
