"""What the pipeline derived from one story, in the build that all stories share.

A story is made of `tests.stories.events`, and built in namespaces of its own. Here its names are
short again: `A` for a job, `X` for a dataset, `X#2` for its second version, `X.id` for a column,
hours for instants.
"""

from collections.abc import Iterable
from typing import Any, Literal

from headwater.answers.columns import ColumnGraph, FieldNode
from headwater.answers.diff import RunDiff
from headwater.answers.graph import LineageGraph, Node
from headwater.answers.history import (
    DatasetHistory,
    DatasetHistoryEntry,
    JobHistory,
    JobHistoryEntry,
)
from headwater.answers.moments import Instant
from headwater.answers.run_lineage import RunGraph
from headwater.answers.runs import RunDetails, RunSummary
from headwater.answers.why import Why
from headwater.query.runs.run_details import run_details
from headwater.store import Snapshot
from headwater.store.tables import FOREVER
from tests.questions import columns, history, lineage, run_diff, run_lineage, runs, why
from tests.reference.names import run_id_of
from tests.stories.events import HOUR, MIDNIGHT

LAST = FOREVER - 1
"""An instant after everything that happens in any story."""

BATCH_ID = "acme_batch.id"
"""The run facet that has the batch id in stories."""


def at(hour: float | None) -> int:
    """The instant of an hour; None means after everything."""
    return LAST if hour is None else MIDNIGHT + int(hour * HOUR)


def hours(instant: Instant | None) -> float | None:
    return None if instant is None else (instant - MIDNIGHT) / HOUR


class Scene:
    """A story's lineage in the store, with short names."""

    def __init__(self, snapshot: Snapshot, tag: str) -> None:
        self.snapshot = snapshot
        self.tag = tag

    # Ids

    def job(self, name: str) -> str:
        return f"job:{self.tag}jobs:{name}"

    def dataset(self, name: str) -> str:
        return f"dataset:{self.tag}db:{name}"

    def field(self, dataset: str, field: str) -> str:
        return f"datasetField:{self.tag}db:{dataset}:{field}"

    def run(self, run_id: str) -> str:
        return f"run:{run_id_of(self.tag + run_id)}"

    def version(self, dataset: str, number: int) -> str:
        """The id of a dataset's version. 1 is the first version, 0 the initial one before all
        events."""
        ids = {short: id_ for id_, short in self._numbers(self.dataset(dataset)).items()}
        return ids[f"{dataset}#{number}"]

    def _numbers(self, node: str) -> dict[str, str]:
        """The short name of each version of a job or dataset, by its id."""
        found = history(self.snapshot, node, limit=1000)
        ids = [version.id for version in found.versions if version.id is not None]
        is_initial = isinstance(found, DatasetHistory) and found.versions[-1].kind == "initial"
        name = node.removeprefix(self.job("")).removeprefix(self.dataset(""))
        return {id_: f"{name}#{n}" for n, id_ in enumerate(reversed(ids), 0 if is_initial else 1)}

    # The current graph

    def graph(self, node: str, hour: float | None = None, **options: Any) -> LineageGraph:
        return lineage(self.snapshot, node, at=at(hour), **options)

    def component(self, node: str, hour: float | None = None) -> set[str]:
        """The edges of the connected component, as `A>X`."""
        return self.arrows(self.graph(node, hour, scope="component"))

    def arrows(self, graph: LineageGraph) -> set[str]:
        names = {node.id: node.name for node in graph.nodes}
        return {f"{names[edge.origin]}>{names[edge.destination]}" for edge in graph.edges}

    def node(self, node: str, hour: float | None = None, **options: Any) -> Node:
        graph = self.graph(node, hour, depth=0, **options)
        [found] = [shown for shown in graph.nodes if shown.id == node]
        return found

    # Histories

    def job_history(self, job: str) -> list[JobHistoryEntry]:
        """The versions of a job, the oldest first."""
        found = history(self.snapshot, self.job(job), limit=1000)
        assert isinstance(found, JobHistory)
        return list(reversed(found.versions))

    def job_versions(self, job: str) -> list[tuple[float | None, str, str]]:
        """The start, inputs and outputs of each version."""
        return [
            (hours(version.since), self._names(version.inputs), self._names(version.outputs))
            for version in self.job_history(job)
        ]

    def _names(self, ids: Iterable[str]) -> str:
        return " ".join(sorted(id_.removeprefix(self.dataset("")) for id_ in ids))

    def dataset_history(self, dataset: str) -> list[DatasetHistoryEntry]:
        """Versions and drops, the oldest first."""
        found = history(self.snapshot, self.dataset(dataset), limit=1000)
        assert isinstance(found, DatasetHistory)
        return list(reversed(found.versions))

    def dataset_versions(self, dataset: str) -> list[tuple[str | None, float | None, str | None]]:
        """The kind, start and run (by its id in the story) of each version."""
        return [
            (version.kind, hours(version.since), self._id_in_story(version.run))
            for version in self.dataset_history(dataset)
        ]

    def schema(self, dataset: str, number: int) -> dict[str, str | None]:
        """The fields of a version, with their types."""
        wanted = self.version(dataset, number)
        [version] = [v for v in self.dataset_history(dataset) if v.id == wanted]
        return {field.name: field.type for field in version.fields}

    # Runs

    def _id_in_story(self, run: str | None) -> str | None:
        """The id of a run in the story."""
        if run is None:
            return None
        return self.details(f"run:{run}").run.raw_run_id.removeprefix(self.tag)

    def details(self, run: str) -> RunDetails:
        return run_details(self.snapshot, run)

    def runs(self, job: str) -> list[RunSummary]:
        """The runs of a job, the oldest first."""
        return list(reversed(runs(self.snapshot, self.job(job)).runs))

    def run_graph(
        self,
        node: str,
        direction: Literal["upstream", "downstream", "both"] = "both",
        **options: Any,
    ) -> RunGraph:
        return run_lineage(self.snapshot, node, direction=direction, at=LAST, **options)

    def steps(self, graph: RunGraph) -> set[str]:
        """The edges of a graph of runs, as `X#1 CONSUMED run 2`."""
        short: dict[str, str] = {}
        for node in graph.nodes:
            if node.run is not None:
                short[node.id] = f"run {node.run.raw_run_id.removeprefix(self.tag)}"
            else:
                short |= self._numbers(node.id.rpartition("#")[0])
        return {f"{short[e.origin]} {e.type} {short[e.destination]}" for e in graph.edges}

    def run_diff(self, before: str, after: str) -> RunDiff:
        return run_diff(self.snapshot, self.run(before), self.run(after))

    def why(self, run: str) -> Why:
        return why(self.snapshot, self.run(run))

    # Columns

    def columns(self, node: str, hour: float | None = None, **options: Any) -> ColumnGraph:
        return columns(self.snapshot, node, at=at(hour), **options)

    def derivations(self, graph: ColumnGraph) -> set[str]:
        """What the fields shown are derived from, as `X.id>Y.id`, or `X#1.id>Y#2.id`."""
        return {
            f"{self.column(source.id)}>{self.column(node.id)}"
            for node in graph.nodes
            for source in node.input_fields
        }

    def fields(self, nodes: Iterable[FieldNode]) -> set[str]:
        return {self.column(node.id) for node in nodes}

    def column(self, id_: str) -> str:
        text = id_.removeprefix(self.field("", "").removesuffix(":"))
        path, _, version = text.partition("#")
        dataset, _, field = path.rpartition(":")
        if not version:
            return f"{dataset}.{field}"
        numbered = self._numbers(self.dataset(dataset))[f"{self.dataset(dataset)}#{version}"]
        return f"{numbered}.{field}"
