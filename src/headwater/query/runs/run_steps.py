"""Steps from runs to the versions they read and wrote, and back (semantics 6.1)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from headwater.answers.run_lineage import EdgeType, RunNodeType
from headwater.query.runs.reads import reads
from headwater.query.runs.run_versions import readers, writes
from headwater.query.runs.stored_runs import StoredRun, stored_runs
from headwater.query.versions.following import followed, followers
from headwater.query.versions.versions import DatasetVersion, dataset_versions_in
from headwater.store import Snapshot


class RunGraphKey(NamedTuple):
    """A node of the run graph during a walk: its type, and its run key or version id."""

    type: RunNodeType
    id: str


class RunStep(NamedTuple):
    """An edge of the run graph, in the direction in which data flows."""

    origin: RunGraphKey
    destination: RunGraphKey
    type: EdgeType


def key_of(version: DatasetVersion) -> RunGraphKey:
    return RunGraphKey("DATASET_VERSION", version.version_id)


class Steps:
    """Looks up the edges upstream and downstream of nodes, for each node once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._above: dict[RunGraphKey, set[RunStep]] = {}
        self._below: dict[RunGraphKey, set[RunStep]] = {}

    def upstream(self, keys: Iterable[RunGraphKey]) -> set[RunStep]:
        wanted = list(keys)
        missing = [key for key in wanted if key not in self._above]
        self._above |= {key: set() for key in missing}
        runs, versions = self._load(missing)
        for run_key, read in self.inputs(runs).items():
            run = RunGraphKey("RUN", run_key)
            self._above[run] |= {RunStep(key_of(version), run, "CONSUMED") for version in read}
        before = followed(self._snapshot, versions)
        for version in versions:
            key = key_of(version)
            if version.kind == "write" and version.run_key is not None:
                self._above[key].add(RunStep(RunGraphKey("RUN", version.run_key), key, "PRODUCED"))
            if version.version_id in before:
                self._above[key].add(RunStep(key_of(before[version.version_id]), key, "FOLLOWS"))
        return set().union(*(self._above[key] for key in wanted))

    def inputs(self, runs: list[StoredRun]) -> dict[str, list[DatasetVersion]]:
        """The versions that each run read."""
        return reads(self._snapshot, runs)

    def downstream(self, keys: Iterable[RunGraphKey]) -> set[RunStep]:
        wanted = list(keys)
        missing = [key for key in wanted if key not in self._below]
        self._below |= {key: set() for key in missing}
        runs, versions = self._load(missing)
        for run_key, made in writes(self._snapshot, runs).items():
            run = RunGraphKey("RUN", run_key)
            self._below[run] |= {RunStep(run, key_of(version), "PRODUCED") for version in made}
        for version in versions:
            self._below[key_of(version)] |= set(self._results(version))
        return set().union(*(self._below[key] for key in wanted))

    def _results(self, version: DatasetVersion) -> Iterator[RunStep]:
        for run in readers(self._snapshot, version):
            yield RunStep(key_of(version), RunGraphKey("RUN", run.run_key), "CONSUMED")
        for after in followers(self._snapshot, version):
            yield RunStep(key_of(version), key_of(after), "FOLLOWS")

    def _load(self, keys: Iterable[RunGraphKey]) -> tuple[list[StoredRun], list[DatasetVersion]]:
        runs = [key.id for key in keys if key.type == "RUN"]
        versions = [key.id for key in keys if key.type == "DATASET_VERSION"]
        return (
            list(stored_runs(self._snapshot, runs).values()),
            dataset_versions_in(self._snapshot, "version_id", versions),
        )
