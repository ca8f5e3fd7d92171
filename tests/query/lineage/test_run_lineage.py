from collections.abc import Callable

import pytest

from headwater.answers.run_lineage import RunGraph
from headwater.errors import NotFoundError
from headwater.store import Snapshot
from headwater.store.tables import BEGINNING, DATASET_EVENTS
from tests.query.rows import Rows, uuid
from tests.questions import run_lineage

Stored = Callable[[], Snapshot]


def arrows(graph: RunGraph) -> set[tuple[str, str, str]]:
    """Edges by short names: run numbers, and names of datasets and jobs."""
    short = {
        node.id: node.run.run_id[-1] if node.run else f"{node.name}@{node.since}"
        for node in graph.nodes
    }
    return {(short[e.origin], e.type, short[e.destination]) for e in graph.edges}


def pipeline(rows: Rows) -> dict[str, str]:
    """Run 1 writes a; runs 2 and 3 read that version of a, and each writes a version of b."""
    first, second = rows.job("first"), rows.job("second")
    a, b = rows.dataset("a"), rows.dataset("b")
    made = {"1": rows.run(first, uuid(1), start=1, end=10, writes=[a])}
    made["a"] = rows.version(a, 10, run=made["1"])
    for number in (2, 3):
        end = number * 10 + 5
        run = rows.run(second, uuid(number), start=end - 1, end=end, reads={a: None}, writes=[b])
        made[str(number)] = run
        made[f"b{number}"] = rows.version(b, end, end + 10 if number == 2 else 2**62, run=run)
    rows.uses(first, [], [a], since=10, began_rank=3, began_digest="")
    rows.uses(second, [a], [b], since=25, began_rank=3, began_digest="")
    return made


MICRO = "1970-01-01T00:00:00.0000"


def test_a_run_has_the_versions_it_consumed_and_produced_and_its_job_version(
    rows: Rows, stored: Stored
) -> None:
    pipeline(rows)
    graph = run_lineage(stored(), f"run:{uuid(2)}", depth=0)
    assert arrows(graph) == {
        (f"a@{MICRO}10Z", "CONSUMED", "2"),
        ("2", "PRODUCED", f"b@{MICRO}25Z"),
        ("2", "IS_VERSION_OF", f"second@{MICRO}25Z"),
    }
    assert graph.truncated is not None
    assert (graph.truncated.reason, graph.truncated.hidden) == ("depth", 1)
    hidden = {node.name: (node.hidden_upstream, node.hidden_downstream) for node in graph.nodes}
    assert hidden == {"a": (1, 1), "b": (0, 0), "second": (0, 0)}


def test_a_job_version_has_its_code_and_a_link_to_it(rows: Rows, stored: Stored) -> None:
    job, a = rows.job("j"), rows.dataset("a")
    rows.run(job, uuid(1), start=1, end=10, writes=[a])
    url = "https://github.com/shop/jobs"
    rows.uses(job, [], [a], since=10, began_digest="", code_version="v1", code_url=url)
    graph = run_lineage(stored(), f"run:{uuid(1)}", depth=0)
    [version] = [node for node in graph.nodes if node.type == "JOB_VERSION"]
    assert version.code is not None
    assert (version.code.version, version.code.url) == ("v1", url)
    assert version.code_link == f"{url}/tree/v1"
    assert all(node.code is None for node in graph.nodes if node is not version)


def test_two_runs_that_consume_one_version_hang_together_by_it(rows: Rows, stored: Stored) -> None:
    made = pipeline(rows)
    graph = run_lineage(stored(), f"dataset:ns:a#{made['a']}")
    assert {(o, t, d) for o, t, d in arrows(graph) if t != "IS_VERSION_OF"} == {
        ("1", "PRODUCED", f"a@{MICRO}10Z"),
        (f"a@{MICRO}10Z", "CONSUMED", "2"),
        (f"a@{MICRO}10Z", "CONSUMED", "3"),
        ("2", "PRODUCED", f"b@{MICRO}25Z"),
        ("3", "PRODUCED", f"b@{MICRO}35Z"),
    }
    assert graph.truncated is None


def test_upstream_and_downstream_go_one_way(rows: Rows, stored: Stored) -> None:
    made = pipeline(rows)
    snapshot = stored()
    up = run_lineage(snapshot, f"dataset:ns:b#{made['b2']}", direction="upstream")
    assert [node.id for node in up.nodes if node.type != "JOB_VERSION"] == [
        f"dataset:ns:a#{made['a']}",
        f"dataset:ns:b#{made['b2']}",
        f"run:{uuid(1)}",
        f"run:{uuid(2)}",
    ]
    down = run_lineage(snapshot, f"run:{uuid(1)}", direction="downstream", depth=1)
    assert [node.run.run_id for node in down.nodes if node.run] == [uuid(1), uuid(2), uuid(3)]


def test_a_dataset_stands_for_its_version_in_force_and_a_job_for_the_runs_of_its_version(
    rows: Rows, stored: Stored
) -> None:
    pipeline(rows)
    snapshot = stored()
    early = run_lineage(snapshot, "dataset:ns:b", direction="upstream", depth=0, at=30)
    assert [node.run.run_id for node in early.nodes if node.run] == [uuid(2)]
    late = run_lineage(snapshot, "dataset:ns:b", direction="upstream", depth=0, at=40)
    assert [node.run.run_id for node in late.nodes if node.run] == [uuid(3)]
    job = run_lineage(snapshot, "job:ns:second", direction="upstream", depth=0, at=40)
    assert [node.run.run_id for node in job.nodes if node.run] == [uuid(2), uuid(3)]
    assert run_lineage(snapshot, "dataset:ns:b", at=5).nodes == ()


def test_an_observed_version_leads_on_to_the_one_it_follows(rows: Rows, stored: Stored) -> None:
    job, d = rows.job("j"), rows.dataset("d")
    writer = rows.run(job, uuid(1), start=1, end=10, writes=[d])
    written = rows.version(d, 10, 20, run=writer)
    reader = rows.run(job, uuid(2), start=20, reads={d: None})
    rows.version(d, 20, kind="observed", run=reader, follows=written)
    snapshot = stored()
    expected = {
        ("1", "PRODUCED", f"d@{MICRO}10Z"),
        (f"d@{MICRO}10Z", "FOLLOWS", f"d@{MICRO}20Z"),
        (f"d@{MICRO}20Z", "CONSUMED", "2"),
    }
    assert arrows(run_lineage(snapshot, f"run:{uuid(2)}", direction="upstream")) == expected
    assert arrows(run_lineage(snapshot, f"run:{uuid(1)}", direction="downstream")) == expected


def test_a_rename_follows_the_last_version_of_the_old_name(rows: Rows, stored: Stored) -> None:
    old, new, by_event = rows.dataset("old"), rows.dataset("new"), rows.dataset("newest")
    rows.version(old, until=5, kind="initial")
    rows.version(old, 5, 10, run=rows.run(rows.job("w"), uuid(1), end=5, writes=[old]))
    run = rows.run(rows.job("j"), uuid(2), start=9, end=10, writes=[new])
    rows.drop(old, 10, 1, run)
    rows.version(new, 10, 20, run=run, follows_node=old)
    rows.add(DATASET_EVENTS, digest="e1", node_id=by_event, event_time=20)
    rows.drop(new, 20, 0, "e1")
    rows.version(by_event, 20, kind="event", place_id="e1", follows_node=new)
    snapshot = stored()
    expected = {
        ("1", "PRODUCED", f"old@{MICRO}05Z"),
        (f"old@{MICRO}05Z", "FOLLOWS", f"new@{MICRO}10Z"),
        ("2", "PRODUCED", f"new@{MICRO}10Z"),
        (f"new@{MICRO}10Z", "FOLLOWS", f"newest@{MICRO}20Z"),
    }
    up = run_lineage(snapshot, "dataset:ns:newest", direction="upstream", at=30)
    assert arrows(up) == expected
    down = run_lineage(snapshot, f"run:{uuid(1)}", direction="downstream")
    assert arrows(down) == expected - {("2", "PRODUCED", f"new@{MICRO}10Z")}
    assert BEGINNING < 0


def test_a_job_that_reads_its_own_output_makes_a_chain_not_a_circle(
    rows: Rows, stored: Stored
) -> None:
    job, d = rows.job("j"), rows.dataset("d")
    for number in (1, 2, 3):
        at = number * 10
        run = rows.run(job, uuid(number), start=at, end=at + 5, reads={d: None}, writes=[d])
        rows.version(d, at + 5, at + 15 if number < 3 else 2**62, run=run)
    rows.version(d, until=15, kind="initial")
    graph = run_lineage(stored(), f"run:{uuid(3)}", direction="upstream")
    assert [node.run.run_id for node in graph.nodes if node.run] == [uuid(1), uuid(2), uuid(3)]
    assert len([node for node in graph.nodes if node.type == "DATASET_VERSION"]) == 3
    cut = run_lineage(stored(), f"run:{uuid(3)}", direction="upstream", max_nodes=3)
    assert cut.truncated is not None
    assert cut.truncated.reason == "maxNodes"


def test_what_was_deleted_stays_in_the_history_of_others_and_is_marked(
    rows: Rows, stored: Stored
) -> None:
    pipeline(rows)
    rows.edit("delete", "dataset", "ns", "a", at=50)
    rows.edit("delete", "job", "ns", "first", at=50)
    snapshot = stored()
    graph = run_lineage(snapshot, f"run:{uuid(2)}", direction="upstream")
    deleted = {(node.type, node.name) for node in graph.nodes if node.deleted}
    assert deleted == {("DATASET_VERSION", "a"), ("RUN", "first"), ("JOB_VERSION", "first")}
    assert len(graph.nodes) == 5
    before = run_lineage(snapshot, f"run:{uuid(2)}", direction="upstream", at=49)
    assert not [node for node in before.nodes if node.deleted]
    with pytest.raises(NotFoundError, match="was deleted"):
        run_lineage(snapshot, "dataset:ns:a")
