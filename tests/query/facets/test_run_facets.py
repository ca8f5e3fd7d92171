"""One dataset under several names in one run: every answer tells the same of it (semantics 3.3)."""

from collections.abc import Callable
from typing import Any

import pytest

from headwater.model.canonical import node_id
from headwater.query.facets.facets_in_force import RunFacet, facets_in_force
from headwater.query.facets.self_reports import self_reports
from headwater.query.history.dataset_versions import dataset_version
from headwater.query.runs.job_runs import facets_of_run, job_runs
from headwater.query.runs.run_details import run_details
from headwater.query.versions.version_facets import lifecycle_changes, lifecycle_state
from headwater.query.versions.versions import dataset_versions_in
from headwater.store import Snapshot
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]

TWO_NAMES = (("ns", "a"), ("ns", "b"))


def register(
    entity: str, node: int, facet: str, hash_: str, at: int, place: int, **more: Any
) -> Register:
    return Register(entity, facet, hash_, node=node, last=(at, 3, "0a", place), **more)


def counted(rows: Rows, node: int, count: int, at: int, place: int, **more: Any) -> Register:
    statistics = rows.facet({"rowCount": count})
    return register("outputFacets", node, "outputStatistics", statistics, at, place, **more)


@pytest.mark.parametrize("names", [TWO_NAMES, TWO_NAMES[::-1]])
def test_of_several_names_in_one_run_the_last_counts_in_every_answer(
    rows: Rows, stored: Stored, names: tuple[tuple[str, str], ...]
) -> None:
    dataset = rows.dataset("a", aliases=[("ns", "b")])
    first, last = (node_id("dataset", *name) for name in names)
    changes = [rows.facet({"lifecycleStateChange": change}) for change in ("CREATE", "OVERWRITE")]
    facts = [
        counted(rows, last, 12, 10, 1, partition="day=1"),
        register("output", last, "lifecycleStateChange", changes[1], 10, 1),
        counted(rows, first, 10, 10, 0, partition="day=1"),
        counted(rows, first, 5, 10, 2, partition="day=2"),
        register("output", first, "lifecycleStateChange", changes[0], 10, 0),
    ]
    run = rows.run(rows.job("j"), uuid(1), start=5, end=10, facts=facts)
    rows.io(run, "output", first, 5, lifecycle="CREATE")
    rows.io(run, "output", last, 5, lifecycle="OVERWRITE")
    version = rows.version(dataset, 10, run=run)
    snapshot = stored()
    shown = dataset_version(snapshot, "ns", "a", version)
    assert shown.facets["outputStatistics"] == {"rowCount": 17}
    assert (shown.row_count, lifecycle_state(shown.facets)) == (17, "OVERWRITE")
    [used] = run_details(snapshot, f"run:{uuid(1)}").outputs
    assert (used.row_count, used.lifecycle) == (17, "OVERWRITE")
    [listed] = job_runs(snapshot, "ns", "j").runs
    assert listed.output_dataset_versions
    assert listed.output_dataset_versions[0].facets["outputStatistics"] == {"rowCount": 17}
    facets = facets_of_run(snapshot, uuid(1), "dataset").facets["dataset:ns:a"]
    assert facets["outputStatistics"] == {"rowCount": 17}
    assert facets["lifecycleStateChange"] == {"lifecycleStateChange": "OVERWRITE"}
    assert self_reports(snapshot, [run])[run].written[dataset].rows == 17
    held = dataset_versions_in(snapshot, "version_id", [version])
    assert lifecycle_changes(snapshot, held) == {version: "OVERWRITE"}


def test_a_tombstone_under_another_name_takes_a_facet_back(rows: Rows, stored: Stored) -> None:
    dataset = rows.dataset("a", aliases=[("ns", "b")])
    other = node_id("dataset", "ns", "b")
    facts = [counted(rows, dataset, 10, 10, 0), counted(rows, other, 0, 11, 0, deleted=1)]
    run = rows.run(rows.job("j"), uuid(1), start=5, end=11, writes=[dataset, other], facts=facts)
    rows.version(dataset, 11, run=run)
    snapshot = stored()
    [used] = run_details(snapshot, f"run:{uuid(1)}").outputs
    assert (used.row_count, used.by_partition) == (None, ())
    assert self_reports(snapshot, [run])[run].written == {}


def test_internal_registers_and_tombstones_are_no_facets(rows: Rows, stored: Stored) -> None:
    job, dataset = rows.job("j"), rows.dataset("d")
    facts = [
        Register("run", "#START", node=job),
        Register("run", "x", "01", deleted=1),
        register("output", dataset, "y", "02", 9, 0),
        Register("job", "z", "03", node=job),
    ]
    run = rows.run(job, uuid(1), facts=facts)
    assert facets_in_force(stored(), [run], lambda *_: True) == {
        run: [
            RunFacet("output", dataset, None, "y", "02"),
            RunFacet("job", None, None, "z", "03"),
        ]
    }
