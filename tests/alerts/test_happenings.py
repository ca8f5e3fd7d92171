"""What subscriptions are told of."""

from typing import Any

import pytest

from headwater.store.tables import EDGES
from tests.alerts.world import HOUR, MINUTE, World
from tests.query.registers import Register
from tests.query.rows import uuid


def dag(world: World, state: str, *, end: bool) -> tuple[int, dict[str, Any]]:
    """A run of a DAG, and the values by which runs name it as their parent."""
    job = world.rows.job("dag")
    ended = {"end": world.now} if end else {}
    run = world.rows.run(job, uuid(100), start=world.now - HOUR, state=state, **ended)  # type: ignore[arg-type]  # an end or none
    parent = {"parent_run_id": uuid(100), "parent_run_key": run, "parent_job_id": job}
    return job, parent


def test_a_failed_dag_is_one_message_with_all_that_failed(world: World) -> None:
    rows = world.rows
    load, report, out = rows.job("load"), rows.job("report"), rows.dataset("out")
    rows.uses(report, [], [out])
    world.applied()
    world.subscribe()
    error = rows.facet({"message": "no such column\n  at line 3"})
    facts = [Register("run", "errorMessage", error)]
    top, parent = dag(world, "RUNNING", end=False)
    world.fails(load, uuid(1), facts=facts, **parent)
    world.fails(report, uuid(2), **parent)
    world.applied()
    assert world.look() == [], "it may be tried again with success"
    _, parent = dag(world, "FAILED", end=True)
    world.happens(top, parent["parent_run_key"])
    world.applied()
    assert world.look() == ["job:ns:dag failed in load, report"]
    [happening] = world.messages
    assert (happening.subject, happening.run) == ("job:ns:dag", uuid(100))
    assert happening.lines[0] == "load: no such column"
    assert {rows.job("dag"), load, report, out} == happening.entities
    world.fails(load, uuid(3), **parent)
    world.applied()
    assert world.look() == [], "it belongs to the incident that was told"


def test_a_failure_comes_with_its_likeliest_cause(world: World) -> None:
    load = world.rows.job("load")
    day_before = world.now - 24 * HOUR
    world.rows.run(load, uuid(1), start=day_before, end=day_before, code_version="c1")
    world.applied()
    world.subscribe()
    world.fails(load, uuid(2), code_version="c2")
    world.applied()
    world.look()
    [happening] = world.messages
    [line] = happening.lines
    assert line.startswith("likeliest cause: load ran other code in run ")


def test_a_failure_is_told_after_the_wait_though_the_dag_goes_on(world: World) -> None:
    load = world.rows.job("load")
    world.applied()
    world.subscribe(wait_minutes=10.0)
    _, parent = dag(world, "RUNNING", end=False)
    world.fails(load, uuid(1), **parent)
    world.applied()
    assert world.look() == []
    world.restarted()
    assert world.look(seconds=9 * 60) == []
    assert world.look(seconds=60) == ["job:ns:dag failed in load"]
    assert world.look(seconds=60) == []


def test_what_was_tried_again_with_success_is_not_told(world: World) -> None:
    load = world.rows.job("load")
    world.applied()
    world.subscribe()
    top, parent = dag(world, "RUNNING", end=False)
    world.fails(load, uuid(1), **parent)
    world.applied()
    world.look()
    world.now += MINUTE
    world.fails(load, uuid(2), state="COMPLETED", **parent)
    dag(world, "COMPLETED", end=True)
    world.happens(top, parent["parent_run_key"])
    world.applied()
    assert world.look(seconds=3600) == []


def test_a_job_that_reads_something_else_is_told(world: World) -> None:
    rows = world.rows
    job, a, b, out = rows.job("load"), rows.dataset("a"), rows.dataset("b"), rows.dataset("out")
    rows.uses(job, [a], [out], since=10, until=world.now)
    world.applied()
    world.subscribe(on=("graph",))
    world.subscribe("elsewhere", on=("graph",), about="dataset:ns:out")
    world.subscribe("here", on=("graph",), about="dataset:ns:b")
    digest = world.happens(job)
    rows.uses(job, [b], [out], since=world.now, began_digest=digest)
    world.applied()
    assert len(world.look()) == 2, "of those who are told of everything, and of b"
    happening = world.messages[0]
    assert happening.title == "job:ns:load reads or writes other datasets than before"
    assert happening.lines == ("+ reads dataset:ns:b", "- reads dataset:ns:a")
    assert happening.id == world.messages[1].id


def test_other_columns_are_told_and_other_rows_are_not(world: World) -> None:
    rows = world.rows
    job, out, other = rows.job("load"), rows.dataset("out"), rows.dataset("other")
    first = rows.run(job, uuid(1), start=10, end=10)
    for dataset in (out, other):
        rows.version(dataset, 10, world.now, run=first, schema_hash=rows.schema(a="int"))
    world.applied()
    world.subscribe(on=("schema",))
    second = rows.run(job, uuid(2), start=world.now, end=world.now)
    rows.version(out, world.now, run=second, schema_hash=rows.schema(a="text"))
    rows.version(other, world.now, run=second, schema_hash=rows.schema(a="int"))
    world.happens(job, second)
    world.applied()
    assert world.look() == ["dataset:ns:out has other columns than before"]
    assert world.messages[0].lines == ("~ field  a int -> text",)


CONTRACT = """
id: orders
version: 1.0.0
kind: DataContract
apiVersion: v3.1.0
lineage:
  outputDatasets: [{namespace: ns, name: orders}]
"""


def test_drift_is_told_when_it_is_new_and_when_it_is_back(world: World) -> None:
    rows = world.rows
    job, orders, other = rows.job("load"), rows.dataset("orders"), rows.dataset("other")
    rows.contract(CONTRACT, 1)
    rows.contract(CONTRACT.replace("orders", "other"), 1)
    rows.uses(job, [], [orders, other], since=10)
    world.applied()
    world.subscribe(on=("drift",), about="contract:orders")
    assert world.look(seconds=60) == []
    rows.uses(job, [other], [orders], since=20)
    world.happens(job)
    world.applied()
    [title] = world.look()
    assert title.startswith("contract:orders drifts: ")
    assert world.look(seconds=60) == []
    with world.store.transaction(world.store.take_over()) as transaction:
        keys = world.store.query(
            f"SELECT {', '.join(EDGES.key)} FROM edges WHERE origin = ?", (other,)
        )
        transaction.remove(EDGES, keys)
    assert world.look(seconds=60) == []
    world.applied()
    assert world.look(seconds=60) == [title]
    assert len({one.id for one in world.messages}) == 2


def completes(world: World, job: int, hours: list[int]) -> None:
    for hour in hours:
        at = world.now + hour * HOUR
        world.rows.run(job, uuid(hour + 10_000), start=at - MINUTE, end=at)


def test_a_job_that_has_not_completed_for_long_is_late(world: World) -> None:
    daily, seldom = world.rows.job("daily"), world.rows.job("seldom")
    completes(world, daily, [-100, -76, -52, -28])
    completes(world, seldom, [-28])
    world.applied()
    world.subscribe(on=("late",))
    assert world.look(seconds=7 * 3600) == []
    [title] = world.look(seconds=2 * 3600)
    assert title.startswith("job:ns:daily is late: it has not completed since ")
    assert world.messages[0].lines == ("usually it completes again after at most 24h 00m",)
    assert world.look(seconds=3600) == []
    world.restarted()
    assert world.look(seconds=3600) == []


def test_runs_that_complete_at_one_moment_are_one_beat_of_a_rhythm(world: World) -> None:
    mapped = world.rows.job("mapped")
    for number, hour in enumerate([-100, -76, -52, *([-28] * 11)]):
        at = world.now + hour * HOUR
        world.rows.run(mapped, uuid(number + 20_000), start=at - MINUTE, end=at)
    world.applied()
    world.subscribe(on=("late",))
    assert world.look(seconds=7 * 3600) == []
    assert len(world.look(seconds=2 * 3600)) == 1


def test_nothing_is_late_while_its_events_may_wait_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily = world.rows.job("daily")
    completes(world, daily, [-100, -76, -52, -28])
    world.applied()
    world.subscribe(on=("late",))
    monkeypatch.setattr("headwater.alerts.courier.MOST_LAG_SECONDS", -1.0)
    world.happens(daily)
    assert world.look(seconds=10 * 3600) == []
    monkeypatch.undo()
    world.applied()
    assert len(world.look(seconds=60)) == 1


@pytest.mark.parametrize(
    ("about", "is_about"),
    [
        ("everything", True),
        ("job:ns:load", True),
        ("job:ns:other", False),
        ("job:ns:unknown", False),
        ("dataset:ns:out", True),
        ("namespace:ns", True),
        ("namespace:elsewhere", False),
        ("tag:gold", True),
        ("tag:silver", False),
        ("owner:team:data", True),
        ("owner:team", False),
        ("contract:orders", True),
        ("contract:unknown", False),
    ],
)
def test_a_subscription_is_told_what_it_is_about(world: World, about: str, is_about: bool) -> None:
    rows = world.rows
    load, out = rows.job("load"), rows.dataset("out")
    rows.job("other")
    rows.uses(load, [], [out])
    rows.contract(CONTRACT.replace("name: orders", "name: out"), 1)
    rows.edit("tag", "dataset", "ns", "out", 1, tag="gold")
    rows.stated(load, "ownership", {"owners": [{"name": "team:data"}]})
    world.applied()
    world.subscribe(about=about)
    world.fails(load, uuid(1))
    world.applied()
    assert bool(world.look()) is is_about
