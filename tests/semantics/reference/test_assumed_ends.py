"""Runs that are assumed to have ended as those above them did (semantics 3.7).

The assumption is made when runs are read. So what is asked here is a store of the reference's rows.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from headwater.query.runs.runs import runs
from headwater.query.runs.stored_runs import StoredRun, stored_runs
from headwater.questions.runs import RunsQuestion
from headwater.store import Snapshot, open_store
from tests.reference.assumed_ends import assumed_ends
from tests.reference.names import Json
from tests.running.reference_store import ReferenceStore
from tests.stories.events import run
from tests.stories.reference_lineage import hour
from tests.strategies import Record, World
from tests.strategies.families import example_families

SEED, RUNS = 7, 300


@contextmanager
def derived(tmp_path: Path, records: World, url: str | None = None) -> Iterator[Snapshot]:
    with open_store(url or f"sqlite:///{tmp_path}/store") as store:
        ReferenceStore(records).write(tmp_path / "log", store)
        with store.snapshot() as snapshot:
            yield snapshot


def below(parent: str, job: str = "app", root: str | None = None) -> Json:
    """The `parent` facet of a run."""
    facet: Json = {"run": {"runId": parent}, "job": {"namespace": "jobs", "name": job}}
    if root is not None:
        facet["root"] = {"run": {"runId": root}, "job": {"namespace": "jobs", "name": "app"}}
    return facet


def shown(snapshot: Snapshot) -> dict[str, tuple[str, int | str | None, bool]]:
    """What is listed of each run, by the id that was sent: state, hour of its end, assumed."""
    return {
        run.raw_run_id: (
            run.state,
            None if run.ended_at is None else hour(run.ended_at),
            run.assumed_end,
        )
        for run in runs(snapshot, RunsQuestion(limit=100)).runs
    }


def started(name: str, parent: Json, at: int = 1) -> Record:
    return run(name, f"job of {name}", "START", at, parent=parent)


def test_a_run_that_never_ends_is_shown_ended_as_its_parent_until_its_own_end_comes(
    tmp_path: Path,
) -> None:
    records = [run("app", "app", "FAIL", 3), started("silent", below("app"))]
    with derived(tmp_path / "before", records) as snapshot:
        assert shown(snapshot)["silent"] == ("FAILED", 3, True)
        [silent] = [run for run in stored(snapshot) if run.raw_run_id == "silent"]
        assert (silent.state, silent.ended_at) == ("RUNNING", None), "as it told itself"
    ended = [*records, run("silent", "job of silent", "COMPLETE", 5)]
    with derived(tmp_path / "after", ended) as snapshot:
        assert shown(snapshot)["silent"] == ("COMPLETED", 5, False)


def test_the_first_that_has_ended_on_the_way_up_counts_and_then_the_root_that_is_named(
    tmp_path: Path,
) -> None:
    records = [
        run("app", "app", "COMPLETE", 9),
        run("step", "step", "ABORT", 4, parent=below("app")),
        started("under step", below("step", "step")),
        started("open", below("app")),
        started("under open", below("open", "job of open")),
        started("of a stub", below("unseen", "never", root="app")),
        started("of nobody", below("unseen", "never")),
        run("alone", "alone", "START", 1),
    ]
    with derived(tmp_path, records) as snapshot:
        found = shown(snapshot)
    assert found["under step"] == ("ABORTED", 4, True)
    assert found["open"] == found["under open"] == found["of a stub"] == ("COMPLETED", 9, True)
    assert found["of nobody"] == found["alone"] == ("RUNNING", None, False)


def test_nothing_is_assumed_of_streams_of_late_runs_and_of_circles(tmp_path: Path) -> None:
    streaming = {"jobType": {"processingType": "STREAMING", "integration": "FLINK"}}
    records = [
        run("app", "app", "COMPLETE", 3),
        run("stream", "stream", "START", 1, job_facets=streaming, parent=below("app")),
        started("late", below("app"), 4),
        started("a", below("b", "job of b")),
        started("b", below("a", "job of a")),
    ]
    with derived(tmp_path, records) as snapshot:
        found = shown(snapshot)
    assert {found[name] for name in ("stream", "late", "a", "b")} == {("RUNNING", None, False)}


def test_as_of_a_moment_before_the_assumed_end_the_run_was_running(tmp_path: Path) -> None:
    records = [run("app", "app", "COMPLETE", 3), started("silent", below("app"))]
    with derived(tmp_path, records) as snapshot:
        [silent] = [run for run in stored(snapshot) if run.ended_at is None]
    assert silent.assumed_end is not None
    before, then = silent.as_of(silent.assumed_end - 1), silent.as_of(silent.assumed_end)
    assert (before.shown_state, before.shown_end) == ("RUNNING", None)
    assert (then.shown_state, then.shown_end) == ("COMPLETED", silent.assumed_end)


def stored(snapshot: Snapshot) -> list[StoredRun]:
    keys = [key for (key,) in snapshot.query("SELECT run_key FROM runs")]
    return list(stored_runs(snapshot, keys).values())


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store"
    found: str = request.getfixturevalue("postgres_store_url")
    return found


def test_any_runs_are_assumed_to_have_ended_as_the_reference_says_and_counted_so(
    tmp_path: Path, url: str
) -> None:
    records = example_families(SEED, RUNS)
    expected = assumed_ends(records)
    assert len(expected) > 20, "there are such runs"
    with derived(tmp_path, records, url) as snapshot:
        assumed = {
            run.run_key: (run.assumed_state, run.assumed_end)
            for run in stored(snapshot)
            if run.assumed_end is not None
        }
        assert assumed == expected
        listed = runs(snapshot, RunsQuestion(limit=100)).runs
        assert any(one.assumed_end for one in listed)
        for state, count in Counter(one.state for one in listed).items():
            of_state = runs(snapshot, RunsQuestion(limit=100, state=state))  # type: ignore[arg-type]  # it is one of the states
            assert of_state.total_count >= count
            assert {one.state for one in of_state.runs} == {state}
