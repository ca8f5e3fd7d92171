"""The moments that lineage can be asked about, and its layers (semantics 6.2, 6.5)."""

from collections.abc import Callable

import pytest

from headwater.answers.graph import Edge
from headwater.errors import BadRequestError, NodeIdError, NotFoundError
from headwater.query.catalog.datasets import dataset
from headwater.query.catalog.jobs import job as ask_job
from headwater.query.lineage.lineage import lineage as ask_lineage
from headwater.questions.graph import LineageQuestion, Way
from headwater.store import Snapshot
from headwater.store.tables import CONTROL_EDGES, FOREVER
from tests.query.rows import Rows, uuid
from tests.questions import lineage

Stored = Callable[[], Snapshot]


def test_the_graph_as_of_a_version_is_that_of_the_time_at_which_it_came_into_force(
    rows: Rows, stored: Stored
) -> None:
    old, new, out, job = (
        rows.dataset("old"),
        rows.dataset("new"),
        rows.dataset("out"),
        rows.job("j"),
    )
    rows.uses(job, [old], [out], since=10, until=20)
    rows.uses(job, [new], [out], since=20)
    before = rows.version(out, until=10, kind="initial")
    first = rows.version(out, 10, 20)
    second = rows.version(out, 20)
    snapshot = stored()
    asked = "dataset:ns:out"
    assert lineage(snapshot, asked, dataset_version=first) == lineage(snapshot, asked, at=10)
    assert lineage(snapshot, asked, dataset_version=second) == lineage(snapshot, asked, at=20)
    assert lineage(snapshot, asked, dataset_version=before) == lineage(snapshot, asked, at=9)
    assert lineage(snapshot, asked, lineage_at=10) == lineage(snapshot, asked, at=10)


def test_one_moment_can_be_asked_for_and_it_must_be_one_of_the_dataset(
    rows: Rows, stored: Stored
) -> None:
    rows.job("j")
    version = rows.version(rows.dataset("a"), 10)
    rows.dataset("b")
    snapshot = stored()
    with pytest.raises(BadRequestError, match="at and datasetVersion each give a moment"):
        lineage(snapshot, "dataset:ns:a", at=5, dataset_version=version)
    with pytest.raises(BadRequestError, match="expected the UUID of a version"):
        lineage(snapshot, "dataset:ns:a", dataset_version="latest")
    with pytest.raises(NotFoundError):
        lineage(snapshot, "dataset:ns:b", dataset_version=version)
    with pytest.raises(NodeIdError, match="expected a dataset"):
        lineage(snapshot, "job:ns:j", dataset_version=version)


def test_control_alone_is_a_graph(rows: Rows, stored: Stored) -> None:
    first, second, a = rows.job("first"), rows.job("second"), rows.dataset("a")
    rows.add(CONTROL_EDGES, job_id=second, origin=first, destination=second, valid_to=FOREVER)
    rows.uses(first, [], [a])
    snapshot = stored()
    ways: tuple[Way, ...] = ("both", "upstream", "downstream", "flows")
    for way in ways:
        question = LineageQuestion(node_id="job:ns:first", layers="control", direction=way)
        graph = ask_lineage(snapshot, question)
        waits = (Edge("job:ns:first", "job:ns:second", "control"),)
        assert graph.edges == (() if way == "upstream" else waits)
    either = [
        ask_lineage(snapshot, LineageQuestion(node_id="job:ns:first", layers=layers))
        for layers in ("data,control", "control,data")
    ]
    assert either[0] == either[1] == lineage(snapshot, "job:ns:first", control=True)


def test_a_node_was_updated_when_its_row_in_lists_was(rows: Rows, stored: Stored) -> None:
    job, a = rows.job("j"), rows.dataset("a")
    rows.run(job, uuid(1), start=10, end=20, reads={a: None}, writes=[])
    rows.version(a, 5)
    rows.uses(job, [a], [], since=20)
    snapshot = stored()
    [node] = [node for node in lineage(snapshot, "dataset:ns:a").nodes if node.name == "a"]
    assert node.updated_at == dataset(snapshot, "ns", "a").updated_at == 10
    [node] = [node for node in lineage(snapshot, "job:ns:j").nodes if node.name == "j"]
    assert node.updated_at == ask_job(snapshot, "ns", "j").updated_at
