"""The graphs of two moments on top of each other (semantics 8.2)."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.answers.diff import ColumnDiff, GraphDiff, NodeChange
from headwater.answers.graph import Truncated
from headwater.answers.moments import to_json
from headwater.answers.versions import CodeVersion, Field, Retyped
from headwater.errors import NodeIdError, NotFoundError
from headwater.store import Snapshot, Store
from headwater.store.tables import FOREVER
from tests.query.rows import Rows, uuid
from tests.questions import graph_diff

Stored = Callable[[], Snapshot]


def nodes(diff: GraphDiff) -> dict[str, str]:
    return {node.name: node.change for node in diff.nodes}


def edges(diff: GraphDiff) -> dict[str, str]:
    return {
        f"{edge.origin.split(':')[-1]}>{edge.destination.split(':')[-1]}": edge.change
        for edge in diff.edges
    }


def change(diff: GraphDiff, name: str) -> NodeChange:
    [found] = [change for change in diff.changes if change.id.split(":")[-1] == name]
    return found


def switched(rows: Rows) -> tuple[int, int, int, int]:
    """At 10, job j reads `new` instead of `old`, with other code."""
    job = rows.job("j")
    old, new, out = (rows.dataset(name) for name in ("old", "new", "out"))
    rows.uses(job, [old], [out], since=0, until=10, code_version="c1")
    rows.uses(job, [new], [out], since=10, code_version="c2")
    return job, old, new, out


def test_nodes_of_a_comparison_tell_how_they_do_if_asked(rows: Rows, stored: Stored) -> None:
    switched(rows)
    snapshot = stored()
    for asked in (False, True):
        found = graph_diff(snapshot, "job:ns:j", since=5, until=20, vitals=asked)
        sides = [side for node in found.nodes for side in (node.before, node.after) if side]
        assert {side.vitals is not None for side in sides} == {asked}


def test_nodes_and_edges_are_same_added_removed_or_changed(rows: Rows, stored: Stored) -> None:
    switched(rows)
    diff = graph_diff(stored(), "dataset:ns:out", since=5, until=15)
    assert nodes(diff) == {"j": "changed", "new": "added", "old": "removed", "out": "same"}
    assert edges(diff) == {"new>j": "added", "old>j": "removed", "j>out": "same"}
    assert [node.id for node in diff.nodes] == sorted(node.id for node in diff.nodes)
    [removed] = [node for node in diff.nodes if node.change == "removed"]
    assert removed.before is not None
    assert removed.after is None
    assert (int(diff.since), diff.until) == (5, 15)


def test_a_changed_job_version_has_inputs_outputs_and_code_before_and_after(
    rows: Rows, stored: Stored
) -> None:
    switched(rows)
    version = change(graph_diff(stored(), "job:ns:j", since=5, until=15), "j").version
    assert version is not None
    assert version.before is not None
    assert version.after is not None
    assert (version.before.inputs, version.after.inputs) == (
        ("dataset:ns:old",),
        ("dataset:ns:new",),
    )
    assert version.before.outputs == version.after.outputs == ("dataset:ns:out",)
    assert version.before.code == version.change.code_before == CodeVersion("c1", None)
    assert version.after.code == CodeVersion("c2", None)
    assert version.change.inputs_added == ("dataset:ns:new",)
    assert version.change.inputs_removed == ("dataset:ns:old",)


def test_a_version_that_is_as_the_first_was_is_no_change(rows: Rows, stored: Stored) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.uses(job, [a], [], since=0, until=10)
    rows.uses(job, [a, b], [], since=10, until=20)
    rows.uses(job, [a], [], since=20)
    snapshot = stored()
    assert nodes(graph_diff(snapshot, "job:ns:j", since=5, until=25)) == {"a": "same", "j": "same"}
    assert nodes(graph_diff(snapshot, "job:ns:j", since=5, until=15))["j"] == "changed"


def test_code_that_is_absent_differs_from_nothing(rows: Rows, stored: Stored) -> None:
    job, a = rows.job("j"), rows.dataset("a")
    rows.uses(job, [a], [], since=0, until=10)
    rows.uses(job, [a], [], since=10, until=20, code_url="git/1")
    rows.uses(job, [a], [], since=20, code_url="git/2")
    snapshot = stored()
    assert nodes(graph_diff(snapshot, "job:ns:j", since=5, until=15))["j"] == "same"
    assert nodes(graph_diff(snapshot, "job:ns:j", since=15, until=25))["j"] == "changed"


def test_schema_fields_are_added_removed_or_of_another_category(rows: Rows, stored: Stored) -> None:
    d = rows.dataset("d")
    rows.uses(rows.job("j"), [], [d])
    old = rows.schema(id="int", price="int", gone="date", loose=None)
    new = rows.schema(id="bigint", price="string", fresh="date", loose="text")
    rows.version(d, 1, 10, kind="event", schema_hash=old)
    rows.version(d, 10, kind="event", schema_hash=new)
    schema = change(graph_diff(stored(), "dataset:ns:d", since=5, until=15), "d").schema
    assert schema is not None
    assert schema.added == (Field("fresh", "date"),)
    assert schema.removed == (Field("gone", "date"),)
    assert schema.retyped == (Retyped("price", "int", "string"),)


def test_a_new_version_with_the_same_schema_is_no_change(rows: Rows, stored: Stored) -> None:
    d = rows.dataset("d")
    rows.uses(rows.job("j"), [], [d])
    rows.version(d, 1, 10, kind="event", schema_hash=rows.schema(id="int"))
    rows.version(d, 10, 20, kind="event", schema_hash=rows.schema(id="int"))
    rows.version(d, 20, kind="event")
    snapshot = stored()
    for until in (15, 25):
        diff = graph_diff(snapshot, "dataset:ns:d", since=5, until=until)
        assert nodes(diff) == {"d": "same", "j": "same"}


def test_column_edges_are_added_removed_or_made_otherwise(rows: Rows, stored: Stored) -> None:
    job, a, b = rows.job("j"), rows.dataset("a"), rows.dataset("b")
    rows.uses(job, [a], [b])
    masked = [{"type": "DIRECT", "masking": True}]
    plain = [{"type": "DIRECT", "masking": False}]
    before: dict[tuple[str, str], Any] = {("mail", "mail"): masked, ("x", "x"): [], ("y", "y"): []}
    after: dict[tuple[str, str], Any] = {("mail", "mail"): plain, ("x", "x"): [], ("z", "y"): []}
    rows.flow(job, b, a, columns=before, since=0, until=10)
    rows.flow(job, b, a, columns=after, since=10)
    diff = graph_diff(stored(), "job:ns:j", since=5, until=15)
    assert nodes(diff) == {"a": "same", "b": "changed", "j": "same"}
    assert change(diff, "b").columns == (
        ColumnDiff("datasetField:ns:a:mail", "datasetField:ns:b:mail", "changed"),
        ColumnDiff("datasetField:ns:a:y", "datasetField:ns:b:y", "removed"),
        ColumnDiff("datasetField:ns:a:y", "datasetField:ns:b:z", "added"),
    )


def test_what_becomes_stale_or_is_dropped_has_changed(rows: Rows, stored: Stored) -> None:
    writer, reader = rows.job("writer"), rows.job("reader")
    d, other = rows.dataset("d"), rows.dataset("other")
    rows.uses(writer, [], [d, other], since=0, until=10)
    rows.uses(writer, [], [other], since=10)
    rows.uses(reader, [d, other], [])
    snapshot = stored()
    diff = graph_diff(snapshot, "job:ns:reader", since=5, until=15)
    assert change(diff, "d").marks_gained == ("stale",)
    assert nodes(diff)["d"] == "changed"
    back = graph_diff(snapshot, "job:ns:reader", since=15, until=5)
    assert change(back, "d").marks_lost == ("stale",)


def test_an_edge_with_another_basis_has_changed(rows: Rows, stored: Stored) -> None:
    job, a = rows.job("j"), rows.dataset("a")
    rows.uses(job, [a], [], since=0, until=10)
    rows.edge(a, job, "explicit", stated_by=job, since=10)
    [edge] = graph_diff(stored(), "job:ns:j", since=5, until=15).edges
    assert (edge.basis, edge.change) == ("explicit", "changed")


def test_the_node_may_be_there_at_one_moment_only(rows: Rows, stored: Stored) -> None:
    rows.uses(rows.job("late"), [rows.dataset("a")], [], since=10)
    rows.run(rows.job("late"), uuid(1), start=10, end=10)
    rows.uses(rows.job("early"), [rows.dataset("b")], [], since=0)
    rows.edit("delete", "job", "ns", "early", at=10)
    snapshot = stored()
    late = graph_diff(snapshot, "job:ns:late", since=5, until=15)
    assert nodes(late) == {"a": "added", "late": "added"}
    early = graph_diff(snapshot, "job:ns:early", since=5, until=15)
    assert nodes(early) == {"b": "removed", "early": "removed"}
    assert edges(early) == {"b>early": "removed"}
    with pytest.raises(NotFoundError, match="deleted"):
        graph_diff(snapshot, "job:ns:early", since=12, until=15)


def test_without_an_end_it_is_the_current_graph(rows: Rows, stored: Stored) -> None:
    switched(rows)
    diff = graph_diff(stored(), "job:ns:j", since=5)
    assert diff.until is None
    assert nodes(diff)["new"] == "added"


def test_what_only_the_depth_hides_is_neither_new_nor_gone(rows: Rows, stored: Stored) -> None:
    """d is one hop from a at first, later two: it is the same dataset, written by the same job."""
    a, b, d = (rows.dataset(name) for name in "abd")
    near, far, writer = (rows.job(name) for name in ("near", "far", "writer"))
    rows.uses(near, [a, b], [], since=0)
    rows.uses(writer, [a], [d], since=0, until=10)
    rows.uses(writer, [b], [d], since=10)
    rows.uses(far, [d], [], since=0)
    diff = graph_diff(stored(), "dataset:ns:a", since=5, until=15, depth=0)
    assert nodes(diff)["d"] == "same"
    assert edges(diff) == {
        "a>near": "same",
        "b>near": "same",
        "a>writer": "removed",
        "b>writer": "added",
        "writer>d": "same",
    }
    assert diff.truncated == Truncated("depth", 1)


def test_a_component_is_compared_whole(rows: Rows, stored: Stored) -> None:
    names = [rows.dataset(f"d{number}") for number in range(4)]
    for number, (origin, destination) in enumerate(pairwise(names)):
        rows.uses(rows.job(f"j{number}"), [origin], [destination], since=number * 10)
    snapshot = stored()
    whole = graph_diff(snapshot, "dataset:ns:d0", since=5, until=25, depth=0, scope="component")
    assert nodes(whole) == {
        "d0": "same",
        "j0": "same",
        "d1": "same",
        "j1": "added",
        "d2": "added",
        "j2": "added",
        "d3": "added",
    }
    assert whole.truncated is None


def test_versions_and_fields_have_no_graph_to_compare(rows: Rows, stored: Stored) -> None:
    version = rows.version(rows.dataset("a"), 1)
    snapshot = stored()
    with pytest.raises(NodeIdError, match="is a version"):
        graph_diff(snapshot, f"dataset:ns:a#{version}", since=1)
    with pytest.raises(NodeIdError, match="expected a job or a dataset"):
        graph_diff(snapshot, "datasetField:ns:a:x", since=1)
    with pytest.raises(NotFoundError):
        graph_diff(snapshot, "dataset:ns:nowhere", since=1)


histories = st.lists(
    st.tuples(
        st.integers(0, 3),  # job
        st.sampled_from([0, 10]),  # since
        st.sampled_from([10, FOREVER]),  # until
        st.sets(st.integers(0, 5), max_size=3),  # inputs
        st.sets(st.integers(0, 5), max_size=3),  # outputs
        st.sampled_from([None, "c1", "c2"]),
        st.sampled_from(["int", "text"]),
    ),
    max_size=8,
)
History: TypeAlias = list[tuple[int, int, int, set[int], set[int], str | None, str]]
SWAPPED = {"added": "removed", "removed": "added", "same": "same", "changed": "changed"}


def rows_of(history: History) -> Rows:
    rows = Rows()
    datasets = [rows.dataset(f"d{number}") for number in range(6)]
    for number, since, until, inputs, outputs, code, kind in history:
        if since < until:
            sides = ([datasets[n] for n in side] for side in (inputs, outputs))
            job = rows.job(f"j{number}")
            rows.uses(job, *sides, since=since, until=until, code_version=code)
            for n in outputs:
                schema = rows.schema(x=kind)
                rows.version(datasets[n], since, until, kind="event", schema_hash=schema)
                for source in inputs:
                    columns: dict[tuple[str, str], Any] = {("x", kind): []}
                    rows.flow(job, datasets[n], datasets[source], columns=columns, since=since)
    return rows


@settings(max_examples=40)
@given(history=histories)
def test_a_graph_is_the_same_as_itself_and_differences_are_mirrored(
    fresh_store: Callable[[], Store],
    history: History,
) -> None:
    rows = rows_of(history)
    with fresh_store() as store:
        rows.write(store)
        with store.snapshot() as snapshot:
            itself = graph_diff(snapshot, "dataset:ns:d0", since=5, until=5)
            forth = graph_diff(snapshot, "dataset:ns:d0", since=5, until=15)
            back = graph_diff(snapshot, "dataset:ns:d0", since=15, until=5)
            again = graph_diff(snapshot, "dataset:ns:d0", since=5, until=15)
    assert {node.change for node in itself.nodes} <= {"same"}
    assert {edge.change for edge in itself.edges} <= {"same"}
    assert itself.changes == ()
    assert nodes(back) == {name: SWAPPED[change] for name, change in nodes(forth).items()}
    assert edges(back) == {name: SWAPPED[change] for name, change in edges(forth).items()}
    assert [c.id for c in back.changes] == [c.id for c in forth.changes]
    for one, other in zip(forth.changes, back.changes, strict=True):
        assert (one.marks_gained, one.marks_lost) == (other.marks_lost, other.marks_gained)
        assert {(c.origin, c.destination, SWAPPED[c.change]) for c in one.columns} == {
            (c.origin, c.destination, c.change) for c in other.columns
        }
        assert (one.schema is None) == (other.schema is None)
    assert to_json(forth) == to_json(again)


@settings(max_examples=40)
@given(history=histories)
def test_the_comparison_of_a_component_is_the_same_from_each_of_its_nodes(
    fresh_store: Callable[[], Store], history: History
) -> None:
    with fresh_store() as store:
        rows_of(history).write(store)
        with store.snapshot() as snapshot:

            def compared(node: str) -> GraphDiff:
                return graph_diff(snapshot, node, since=5, until=15, scope="component")

            whole = compared("dataset:ns:d0")
            for node in whole.nodes:
                assert compared(node.id) == whole
    assert all(change.neighbourhood is None for change in whole.changes)


def test_a_component_that_fell_apart_is_compared_with_all_that_its_parts_have_now(
    rows: Rows, stored: Stored
) -> None:
    a, b, c = (rows.dataset(name) for name in "abc")
    rows.uses(rows.job("ab"), [a], [b], since=0, until=10)
    rows.uses(rows.job("bc"), [b], [c], since=10)
    snapshot = stored()
    diff = graph_diff(snapshot, "dataset:ns:a", since=5, until=15, scope="component")
    assert nodes(diff) == {
        "a": "removed",
        "ab": "removed",
        "b": "changed",
        "bc": "added",
        "c": "added",
    }
    assert edges(diff) == {
        "a>ab": "removed",
        "ab>b": "removed",
        "b>bc": "added",
        "bc>c": "added",
    }


def test_a_node_that_is_connected_elsewhere_has_left_and_is_not_removed(
    rows: Rows, stored: Stored
) -> None:
    a, b, c = (rows.dataset(name) for name in "abc")
    rows.uses(rows.job("j"), [a, b], [], since=0, until=10)
    rows.uses(rows.job("j"), [a], [], since=10)
    rows.uses(rows.job("other"), [b], [c], since=10)
    snapshot = stored()
    forth = graph_diff(snapshot, "dataset:ns:a", since=5, until=15)
    assert nodes(forth) == {"a": "same", "j": "changed", "b": "changed"}
    assert edges(forth) == {"a>j": "same", "b>j": "removed"}
    assert change(forth, "b").neighbourhood == "left"
    back = graph_diff(snapshot, "dataset:ns:a", since=15, until=5)
    assert change(back, "b").neighbourhood == "joined"
