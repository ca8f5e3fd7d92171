"""What producers really send gives the lineage that was worked out by hand for it.

Each file of `tests/fixtures/producers` is a story; what its `.expected.json` says is explained in
the README beside it.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from headwater.answers.history import JobHistory
from headwater.collector import read_events
from headwater.model.events import accept
from headwater.query.names.entities import spelled_out
from headwater.query.runs.run_details import run_details
from headwater.questions.pages import Page
from tests.questions import columns, history, lineage, runs
from tests.stories.scenes import LAST, Scene
from tests.strategies import Record

pytestmark = pytest.mark.spark

FOLDER = Path(__file__).parents[2] / "fixtures" / "producers"
FIXTURES = sorted(FOLDER.glob("*.ndjson"))
ALWAYS = {"runs", "edges", "findings"}


def records(file: Path) -> Iterator[Record]:
    """What the collector logs for a file: its events, and a note for each repair."""
    for item in read_events([file]):
        accepted = accept(item.body)
        yield "openlineage", json.loads(accepted.body)
        for repair in accepted.repairs:
            noted = {"edit": "finding", "at": "2024-06-01T00:00:00Z", "kind": "event"}
            yield "edit", noted | {"digest": accepted.digest} | repair._asdict()


class Found:
    """What is in the store of one fixture, in the words of the expectations."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._snapshot = scene.snapshot
        self.readers: dict[str, Callable[[], object]] = {
            "runs": self.runs,
            "edges": self.edges,
            "findings": self.findings,
            "columns": self.columns,
            "flows": self.flows,
            "parents": self.parents,
            "job_versions": self.job_versions,
            "lineage_unknown": self.lineage_unknown,
            "events": self.events,
        }

    def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of a query whose `mine` is true for the names of this fixture."""
        tag = self._scene.tag
        return self._snapshot.query(
            sql.replace("mine", "substr(namespace, 1, ?) = ?"), (len(tag), tag)
        )

    def _nodes(self, kind: str) -> list[str]:
        """Ids that can be read in one way only, whatever colons are in them."""
        rows = self._rows("SELECT kind, namespace, name FROM entities WHERE mine")
        return [spelled_out(*row) for row in rows if row[0] == kind]

    def _short(self, node: str) -> str:
        """The id as it would be without the fixture's tag."""
        return node.replace(f":{self._scene.tag}", ":", 1)

    def _name(self, node: str) -> str:
        return self._short(node).partition(":")[2]

    def runs(self) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for job in self._nodes("job"):
            for summary in runs(self._snapshot, job, page=Page(1000)).runs:
                if summary.stub:  # a parent that sent no event is none of the producer's runs
                    continue
                details = run_details(self._snapshot, f"run:{summary.id}")
                found.append(
                    {
                        "job": self._name(summary.job),
                        "state": summary.state,
                        "inputs": [self._name(used.dataset) for used in details.inputs],
                        "outputs": [self._name(used.dataset) for used in details.outputs],
                    }
                )
        return found

    def edges(self) -> list[list[str]]:
        graphs = [
            lineage(self._snapshot, node, at=LAST, scope="component")
            for node in self._nodes("job") + self._nodes("dataset")
        ]
        found = {(edge.origin, edge.destination) for graph in graphs for edge in graph.edges}
        return [[self._short(end) for end in edge] for edge in found]

    def findings(self) -> list[str]:
        rows = self._rows(
            "SELECT f.code FROM findings f JOIN events e ON e.digest = f.digest"
            " JOIN nodes n ON n.node_id = e.node_id WHERE mine"
        )
        return [code for (code,) in rows]

    def columns(self) -> list[list[object]]:
        graphs = [columns(self._snapshot, node, at=LAST) for node in self._nodes("dataset")]
        return [
            [
                *map(self._short, (node.id, source.id)),
                msgspec.to_builtins(list(source.transformations)),
            ]
            for graph in graphs
            for node in graph.nodes
            for source in node.input_fields
        ]

    def flows(self) -> list[list[str]]:
        rows = self._rows(
            "SELECT t.kind, t.namespace, t.name, s.kind, s.namespace, s.name FROM flows f"
            " JOIN (SELECT * FROM entities WHERE mine) t ON t.entity_id = f.target_id"
            f" JOIN entities s ON s.entity_id = f.source_id WHERE is_flow = 1 AND valid_to > {LAST}"
        )
        return [[self._short(":".join(row[:3])), self._short(":".join(row[3:]))] for row in rows]

    def parents(self) -> dict[str, str]:
        rows = self._rows(
            "SELECT c.namespace, c.name, p.namespace, p.name FROM job_parents j"
            " JOIN (SELECT * FROM entities WHERE mine) c ON c.entity_id = j.job_id"
            f" JOIN entities p ON p.entity_id = j.parent_id WHERE valid_to > {LAST}"
        )
        return {self._name(f"job:{a}:{b}"): self._name(f"job:{c}:{d}") for a, b, c, d in rows}

    def job_versions(self) -> dict[str, int]:
        found = [history(self._snapshot, job) for job in self._nodes("job")]
        return {
            self._name(versions.job): versions.total_count
            for versions in found
            if isinstance(versions, JobHistory) and versions.total_count
        }

    def lineage_unknown(self) -> list[str]:
        found = {
            node.id
            for job in self._nodes("job")
            for node in lineage(self._snapshot, job, at=LAST).nodes
            if node.marks.lineage_unknown
        }
        return [self._name(job) for job in found]

    def events(self) -> int:
        rows = self._rows(
            "SELECT count(*) FROM events e JOIN nodes n ON n.node_id = e.node_id WHERE mine"
        )
        return int(rows[0][0])


def in_order(value: Any) -> Any:
    """The order of a list says nothing, but that of a row inside a list of rows does."""
    if isinstance(value, dict):
        return {key: in_order(item) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    rows = [
        [in_order(cell) for cell in row] if isinstance(row, list) else in_order(row)
        for row in value
    ]
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=pytest.mark.story(list(records(file))))
        for file in FIXTURES
    ],
)
def test_a_producers_quirk_gives_the_lineage_expected_of_it(file: Path, scene: Scene) -> None:
    expected = json.loads(file.with_suffix(".expected.json").read_text())
    found = Found(scene)
    assert ALWAYS <= expected.keys() <= found.readers.keys()
    for key, wanted in expected.items():
        assert in_order(found.readers[key]()) == in_order(wanted), key


def test_every_quirk_has_an_expectation_and_is_told_in_the_readme() -> None:
    names = {file.stem for file in FIXTURES}
    assert names == {file.name.partition(".")[0] for file in FOLDER.glob("*.expected.json")}
    assert names == set(re.findall(r"(?m)^\| `(\w+)` \|", (FOLDER / "README.md").read_text())) - (
        ALWAYS | {"columns", "flows", "parents", "job_versions", "lineage_unknown", "events"}
    )
    assert len(names) > 50
