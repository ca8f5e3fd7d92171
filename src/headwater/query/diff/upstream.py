"""A run and all that went into it, each job and dataset by its nearest instance (semantics 8.1)."""

from headwater.answers.graph import Truncated
from headwater.query.runs.reads import reads
from headwater.query.runs.run_steps import RunGraphKey, Steps, key_of
from headwater.query.runs.run_versions import job_versions_of
from headwater.query.runs.stored_runs import StoredRun, stored_runs
from headwater.query.versions.job_change import JobLists
from headwater.query.versions.versions import DatasetVersion, dataset_versions_in
from headwater.query.walk import along, breadth_first
from headwater.questions.graph import MAX_NODES
from headwater.store import Snapshot
from headwater.store.tables import FOREVER


class _StepsInto(Steps):
    """The steps to what may have gone into a run.

    A run that reports no inputs is taken to read those of its job's version. A stream keeps
    reading, so of its inputs only those count that existed when the run in question ended.
    """

    def __init__(self, snapshot: Snapshot, run: StoredRun) -> None:
        super().__init__(snapshot)
        self._until = FOREVER if run.ended_at is None else run.ended_at
        self.assumed: set[str] = set()
        """The runs whose inputs are assumed."""

    def inputs(self, runs: list[StoredRun]) -> dict[str, list[DatasetVersion]]:
        found = super().inputs(runs)
        for run in runs:
            if run.is_streaming:
                found[run.run_key] = [
                    version for version in found[run.run_key] if version.valid_from <= self._until
                ]
        silent = self._silent([run for run in runs if not found[run.run_key]])
        versions = job_versions_of(self._snapshot, silent)
        listed = {key: JobLists.of(version).inputs for key, version in versions.items()}
        self.assumed |= {run_key for run_key, inputs in listed.items() if inputs}
        assuming = [run for run in silent if run.run_key in self.assumed]
        read = reads(self._snapshot, assuming, also=frozenset().union(*listed.values()))
        return found | {
            run_key: [version for version in versions if version.dataset_id in listed[run_key]]
            for run_key, versions in read.items()
        }

    def _silent(self, runs: list[StoredRun]) -> list[StoredRun]:
        rows = self._snapshot.query_in(
            "SELECT DISTINCT run_key FROM run_io WHERE run_key IN {keys} AND side = 'input'",
            sorted(run.run_key for run in runs),
        )
        reporting = {run_key for (run_key,) in rows}
        return [run for run in runs if run.run_key not in reporting]


class Upstream:
    """The run graph upstream of a run. A step is an edge of it."""

    def __init__(
        self, snapshot: Snapshot, run: StoredRun, depth: int, max_nodes: int = MAX_NODES
    ) -> None:
        steps = _StepsInto(snapshot, run)
        neighbours = along(steps.upstream)
        self.run = run
        self.start = RunGraphKey("RUN", run.run_key)
        self.distance = breadth_first(
            [self.start], neighbours, depth=2 * depth + 1, max_nodes=max_nodes
        )
        beyond = neighbours(list(self.distance)) - self.distance.keys()
        self.truncated = (
            Truncated("maxNodes" if len(self.distance) >= max_nodes else "depth", len(beyond))
            if beyond
            else None
        )
        self.assumed = steps.assumed
        self.steps = {
            step for step in steps.upstream(self.distance) if step.origin in self.distance
        }
        ids: dict[str, list[str]] = {"RUN": [], "DATASET_VERSION": []}
        for key in self.distance:
            ids[key.type].append(key.id)
        self.runs = stored_runs(snapshot, ids["RUN"])
        found = dataset_versions_in(snapshot, "version_id", ids["DATASET_VERSION"])
        self.versions = {version.version_id: version for version in found}
        self._followed = {
            step.destination.id: self.versions[step.origin.id]
            for step in self.steps
            if step.type == "FOLLOWS"
        }
        self._towards = self._ways_down()

    def _ways_down(self) -> dict[RunGraphKey, RunGraphKey]:
        """The next node on a shortest path from each node to the run.

        Of several, the smallest counts.
        """
        found: dict[RunGraphKey, RunGraphKey] = {}
        for step in self.steps:
            if self.distance[step.origin] == self.distance[step.destination] + 1:
                found[step.origin] = min(step.destination, found.get(step.origin, step.destination))
        return found

    def path(self, key: RunGraphKey) -> list[RunGraphKey]:
        """The nodes from this one down to the run."""
        path = [key]
        while path[-1] != self.start:
            path.append(self._towards[path[-1]])
        return path

    def nearest_runs(self) -> dict[int, StoredRun]:
        """The nearest run of each job. Of several, the latest counts."""
        farthest_first = sorted(
            self.runs.values(),
            key=lambda run: (
                -self.distance[RunGraphKey("RUN", run.run_key)],
                run.started_at,
                run.run_key,
            ),
        )
        return {run.job_id: run for run in farthest_first}

    def nearest_versions(self) -> dict[int, DatasetVersion]:
        """The nearest version of each dataset. Of several, the latest counts."""
        farthest_first = sorted(
            self.versions.values(), key=lambda v: (-self.distance[key_of(v)], v.place)
        )
        return {version.dataset_id: version for version in farthest_first}

    def followed(self, version: DatasetVersion) -> DatasetVersion | None:
        return self._followed.get(version.version_id)

    def as_written(self, version: DatasetVersion) -> DatasetVersion:
        """The version itself or, if only a read has shown it, the last one that someone made."""
        while version.kind in ("observed", "pinned") and version.version_id in self._followed:
            version = self._followed[version.version_id]
        return version
