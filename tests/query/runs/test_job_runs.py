from collections.abc import Callable

import pytest
from msgspec import UNSET

from headwater.answers.moments import to_json
from headwater.answers.names import DatasetVersionId, JobVersionId
from headwater.answers.runs import Run
from headwater.errors import NotFoundError
from headwater.model.canonical import node_id
from headwater.query.runs.job_runs import facets_of_run, job_runs, run
from headwater.questions.pages import Page
from headwater.store import Snapshot
from tests.query.registers import Register
from tests.query.rows import Rows, uuid

Stored = Callable[[], Snapshot]


def ids(found: tuple[Run, ...]) -> list[str]:
    return [one.id for one in found]


def test_the_runs_of_a_job_are_listed_by_their_start_page_by_page(
    rows: Rows, stored: Stored
) -> None:
    job = rows.job("j")
    for number, at in enumerate((10, 30, 20, 20, 20), start=1):
        rows.run(job, uuid(number), start=at)
    rows.run(rows.job("other"), uuid(9), start=40)
    snapshot = stored()
    everything = job_runs(snapshot, "ns", "j")
    assert [one.started_at for one in everything.runs] == [30, 20, 20, 20, 10]
    assert (everything.total_count, everything.next) == (5, None)
    first = job_runs(snapshot, "ns", "j", page=Page(2))
    second = job_runs(snapshot, "ns", "j", page=Page(2, next=first.next))
    third = job_runs(snapshot, "ns", "j", page=Page(2, next=second.next))
    assert ids((*first.runs, *second.runs, *third.runs)) == ids(everything.runs)
    assert (third.total_count, third.next) == (5, None)
    assert ids(job_runs(snapshot, "ns", "j", page=Page(2, 1)).runs) == ids(everything.runs[1:3])


def test_runs_are_filtered_by_batch_id_or_nominal_start(rows: Rows, stored: Stored) -> None:
    job = rows.job("j")
    hour = 3_600_000_000
    rows.run(job, uuid(1), start=1, nominal_start=hour)
    rows.run(job, uuid(2), start=2, nominal_start=hour, batch_id="b")
    rows.run(job, uuid(3), start=3, batch_id="b")
    rows.run(job, uuid(4), start=4)
    snapshot = stored()
    by_time = job_runs(snapshot, "ns", "j", batch="1970-01-01T02:00:00+01:00")
    assert (ids(by_time.runs), by_time.total_count) == ([uuid(2), uuid(1)], 2)
    assert [one.attempt for one in by_time.runs] == [2, 1]
    assert [one.batch for one in by_time.runs] == ["b", "1970-01-01T01:00:00Z"]
    assert ids(job_runs(snapshot, "ns", "j", batch="b").runs) == [uuid(3), uuid(2)]
    assert job_runs(snapshot, "ns", "j", batch="c").total_count == 0
    [alone] = job_runs(snapshot, "ns", "j", page=Page(1)).runs
    assert (alone.batch, alone.attempt) == (None, None)


def test_a_run_shows_times_versions_and_facets(rows: Rows, stored: Stored) -> None:
    job, b = rows.job("j"), rows.dataset("b")
    a = rows.dataset("a", aliases=[("s3://x", "a")])
    alias = node_id("dataset", "s3://x", "a")
    read = rows.version(a, 5, run=uuid(9))
    facts = [
        Register("run", "nominalTime", rows.facet({"is": "run"})),
        Register("job", "sql", rows.facet({"is": "job"})),
        Register("input", "schema", rows.facet({"is": "in"}), node=alias),
        Register("inputFacets", "stats", rows.facet({"n": 1}), node=alias, partition="p=1"),
        Register("outputFacets", "stats", rows.facet({"n": 2}), node=b),
    ]
    key = rows.run(
        job,
        uuid(1),
        start=1_000,
        end=8_999,
        first_time=900,
        last_time=9_500,
        nominal_start=100,
        nominal_end=200,
        reads={alias: None},
        writes=[b],
        facts=facts,
    )
    wrote = rows.version(b, 8_999, run=key)
    version = rows.uses(job, [a], [b], since=8_999, began_rank=3, began_digest="")
    snapshot = stored()
    [found] = job_runs(snapshot, "ns", "j").runs
    assert (found.created_at, found.updated_at) == (900, 9_500)
    assert (found.started_at, found.ended_at, found.duration_ms) == (1_000, 8_999, 7)
    assert (found.nominal_start_time, found.nominal_end_time) == (100, 200)
    assert found.job_version == JobVersionId("ns", "j", version)
    assert found.input_dataset_versions is not UNSET
    [source] = found.input_dataset_versions
    assert source.dataset_version_id == DatasetVersionId("ns", "a", read)
    assert source.facets == {"stats": {"n": 1}}
    assert found.output_dataset_versions is not UNSET
    [output] = found.output_dataset_versions
    assert output.dataset_version_id == DatasetVersionId("ns", "b", wrote)
    assert output.facets == {"stats": {"n": 2}}
    assert found.facets is not UNSET
    assert found.facets["nominalTime"] == {"is": "run"}
    alone = run(snapshot, uuid(1).upper())
    assert alone.id == found.id
    assert alone.job_facets == {"sql": {"is": "job"}}
    assert [used.dataset for used in alone.inputs] == ["dataset:ns:a"]
    assert b'"datasetVersionId":{"namespace":"ns"' in to_json(alone)
    assert facets_of_run(snapshot, uuid(1), "run").facets == found.facets
    assert facets_of_run(snapshot, uuid(1), "job").facets == {"sql": {"is": "job"}}
    assert facets_of_run(snapshot, uuid(1), "dataset").facets == {
        "dataset:ns:a": {"schema": {"is": "in"}, "stats": {"n": 1}},
        "dataset:ns:b": {"stats": {"n": 2}},
    }


def test_a_run_without_facets_has_none_and_is_found(rows: Rows, stored: Stored) -> None:
    rows.run(rows.job("j"), uuid(1))
    snapshot = stored()
    for of in ("run", "job", "dataset"):
        found = facets_of_run(snapshot, uuid(1), of)
        assert (found.run_id, found.facets) == (uuid(1), {})
    with pytest.raises(NotFoundError):
        facets_of_run(snapshot, uuid(2))
    with pytest.raises(NotFoundError):
        run(snapshot, uuid(2))


def test_counts_of_several_partitions_are_added_up(rows: Rows, stored: Stored) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.version(a, kind="initial")
    facts = [
        Register(
            f"{side}Facets",
            f"{side}Statistics",
            rows.facet({"rowCount": rows_of, "size": 10 * rows_of}),
            node,
            f"day={day}",
        )
        for side, node, counts in (("input", a, (1, 2)), ("output", b, (10, 20)))
        for day, rows_of in enumerate(counts)
    ]
    key = rows.run(job, uuid(1), start=1, end=2, reads={a: None}, writes=[b], facts=facts)
    rows.version(b, 2, run=key)
    snapshot = stored()
    found = run(snapshot, uuid(1))
    sides = (found.input_dataset_versions, found.output_dataset_versions)
    assert [side and side[0].facets for side in sides] == [
        {"inputStatistics": {"rowCount": 3, "size": 30}},
        {"outputStatistics": {"rowCount": 30, "size": 300}},
    ]
    assert facets_of_run(snapshot, uuid(1), "dataset").facets == {
        "dataset:ns:a": {"inputStatistics": {"rowCount": 3, "size": 30}},
        "dataset:ns:b": {"outputStatistics": {"rowCount": 30, "size": 300}},
    }


def test_runs_in_lists_show_parents_roots_and_siblings(rows: Rows, stored: Stored) -> None:
    dag, task, step = rows.job("dag"), rows.job("task"), rows.job("step")
    top = rows.run(dag, uuid(1))
    middle = rows.run(task, uuid(2), parent_run_key=top, parent_job_id=dag)
    rows.run(step, uuid(3), start=3, parent_run_key=middle, parent_job_id=task)
    named = rows.facet({"run": {"runId": uuid(1)}})
    facts = [Register("run", "parent", named)]
    rows.run(step, uuid(2), start=2, facts=facts)
    rows.run(step, uuid(5), start=1, parent_run_key="k" * 36, parent_job_id=dag)
    snapshot = stored()
    third, second, first = job_runs(snapshot, "ns", "step").runs

    def family(found: Run) -> tuple[str | None, ...]:
        assert found.parent is not UNSET
        assert found.root is not UNSET
        return tuple(other.id if other else None for other in (found.parent, found.root))

    assert family(third) == (uuid(2), uuid(1))
    assert family(second) == (uuid(1), uuid(1)), "named without a job, and known"
    assert family(first) == ("k" * 36, "k" * 36), "never seen itself"
    assert second.siblings is not UNSET
    assert [(other.id, other.job) for other in second.siblings] == [(uuid(2), "job:ns:task")]
    assert second.id != second.run_id == uuid(2)


def test_versions_that_a_run_used_are_listed_by_name_whatever_order_the_store_has(
    rows: Rows, stored: Stored
) -> None:
    job, datasets = rows.job("j"), [rows.dataset(name) for name in ("c", "a", "b")]
    for dataset in datasets:
        rows.version(dataset, kind="initial")
    run = rows.run(job, uuid(1), end=9, reads=dict.fromkeys(datasets), writes=datasets)
    for dataset in datasets:
        rows.version(dataset, 9, run=run)
    [found] = job_runs(stored(), "ns", "j").runs
    for used in (found.input_dataset_versions, found.output_dataset_versions):
        assert used is not UNSET
        assert [one.dataset_version_id.name for one in used] == ["a", "b", "c"]
