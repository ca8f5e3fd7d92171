"""Each job and dataset upstream of a run, as it was for that run (semantics 8.1)."""

from collections.abc import Iterator
from typing import NamedTuple

from headwater.answers.diff import Counted, DatasetInstance, JobInstance
from headwater.answers.moments import Instant
from headwater.answers.versions import SchemaChange
from headwater.query.diff.upstream import Upstream
from headwater.query.facets.measures import Volume
from headwater.query.facets.self_reports import SILENT, self_reports
from headwater.query.moments import instant
from headwater.query.names.entities import entities, written
from headwater.query.names.run_ids import public_ids
from headwater.query.runs.run_steps import RunGraphKey, key_of
from headwater.query.runs.run_versions import job_versions_of, writes
from headwater.query.runs.stored_runs import StoredRun, stored_runs
from headwater.query.versions.code import code_of, completed
from headwater.query.versions.job_change import listed_by
from headwater.query.versions.schema import category_change, version_fields
from headwater.query.versions.versions import DatasetVersion
from headwater.store import Snapshot


class RunPath(NamedTuple):
    """A path by the node ids of runs and versions, and by those of their jobs and datasets."""

    ids: tuple[str, ...]
    through: tuple[str, ...]


class Instances:
    """A run and its upstream, with everything that runs are compared by."""

    def __init__(self, snapshot: Snapshot, run: StoredRun, depth: int) -> None:
        self.upstream = Upstream(snapshot, run, depth)
        self.runs = self.upstream.nearest_runs()
        self.versions = self.upstream.nearest_versions()
        self.outputs = _outputs(snapshot, run)
        """The version of each output that the run lists, or None if it did not write it."""
        made = {version.version_id: version for version in self.outputs.values() if version}
        belongs = job_versions_of(snapshot, list(self.runs.values()))
        self.job_versions = {
            run.job_id: belongs[key] for key, run in self._by_key().items() if key in belongs
        }
        every = {**self.upstream.versions, **made}
        # If the walk was cut, the writers of the farthest versions lie beyond it.
        writers = stored_runs(snapshot, (v.run_key for v in every.values() if v.run_key))
        self._runs = {**writers, **self.upstream.runs}
        self.named = entities(
            snapshot,
            {run.job_id for run in self._runs.values()}
            | {version.dataset_id for version in every.values()}
            | {*self.outputs, *listed_by(self.job_versions.values())},
        )
        fields = version_fields(snapshot, every.values())
        self.fields = {
            self.version_id(version): fields[key] for key, version in every.items() if key in fields
        }
        """The fields of each version, by its node id. Versions without a schema are left out."""
        self._ids = public_ids(snapshot, self._runs)
        self._readers = self._nearest_readers()
        self._reports = self_reports(snapshot, self._reporting())
        self.jobs = {job: self._job(nearest) for job, nearest in self.runs.items()}
        self.datasets = {
            dataset: self._dataset(version, self.upstream.distance[key_of(version)])
            for dataset, version in self.versions.items()
        }
        self.written = {
            dataset: self._dataset(version, 1) if version else DatasetInstance(distance=1)
            for dataset, version in self.outputs.items()
        }

    def _by_key(self) -> dict[str, StoredRun]:
        return {run.run_key: run for run in self.runs.values()}

    def _nearest_readers(self) -> dict[str, str]:
        """The run nearest to the start that read each version. Of several, the smallest counts."""
        distance = self.upstream.distance
        found: dict[str, RunGraphKey] = {}
        for step in self.upstream.steps:
            if step.type == "CONSUMED":
                known = found.get(step.origin.id, step.destination)
                found[step.origin.id] = min(
                    known, step.destination, key=lambda key: (distance[key], key)
                )
        return {version_id: run.id for version_id, run in found.items()}

    def _reporting(self) -> set[str]:
        """The runs whose reports are needed."""
        writers = {version.run_key for version in self.versions.values() if version.run_key}
        readers = {
            self._readers[version.version_id]
            for version in self.versions.values()
            if version.version_id in self._readers
        }
        return {*self._by_key(), *writers, *readers}

    def id_of(self, key: RunGraphKey) -> str:
        """The node id of a run or of a dataset version."""
        if key.type == "RUN":
            return f"run:{self._ids[key.id]}"
        return self.version_id(self.upstream.versions[key.id])

    def run_phrase(self, run_key: str) -> str:
        """The run as part of a sentence."""
        return f"run {self._ids[run_key]} of {self.named[self._runs[run_key].job_id].name}"

    def version_id(self, version: DatasetVersion) -> str:
        dataset = self.named[version.dataset_id]
        return written("dataset", dataset.namespace, dataset.name, version=version.version_id)

    def job_version_id(self, job: int) -> str | None:
        version = self.job_versions.get(job)
        named = self.named[job]
        return (
            written("job", named.namespace, named.name, version=version.version_id)
            if version
            else None
        )

    def path(self, key: RunGraphKey) -> RunPath:
        """The path from a run or version down to the run that is compared."""
        nodes = self.upstream.path(key)
        return RunPath(
            tuple(self.id_of(node) for node in nodes),
            tuple(self.named[self._logical(node)].id for node in nodes),
        )

    def links(self) -> set[tuple[str, str]]:
        """The pairs of jobs and datasets, by id, along which data flowed."""
        found = {
            (self._logical(s.origin), self._logical(s.destination)) for s in self.upstream.steps
        }
        found |= {(self.upstream.run.job_id, dataset) for dataset in self.outputs}
        return {(self.named[a].id, self.named[b].id) for a, b in found if a != b}

    def _logical(self, key: RunGraphKey) -> int:
        """The key of the job of a run, or of the dataset of a version."""
        if key.type == "RUN":
            return self.upstream.runs[key.id].job_id
        return self.upstream.versions[key.id].dataset_id

    def contradiction(self, instance: DatasetInstance) -> SchemaChange | None:
        """How a version that only a read has shown differs from the one that it follows."""
        if instance.follows is None or instance.kind not in ("observed", "pinned"):
            return None
        return category_change(
            self.fields.get(instance.follows), self.fields.get(instance.version or "")
        )

    def _job(self, run: StoredRun) -> JobInstance:
        report = self._reports.get(run.run_key, SILENT)
        return JobInstance(
            run=self._ids[run.run_key],
            state=run.state,
            started_at=Instant(run.started_at),
            ended_at=instant(run.ended_at),
            version=self.job_version_id(run.job_id),
            code=completed(code_of(run), code_of(self.job_versions.get(run.job_id))),
            assumed=run.run_key in self.upstream.assumed,
            parameters=report.parameters,
            error=report.error,
            distance=self.upstream.distance[RunGraphKey("RUN", run.run_key)],
        )

    def _dataset(self, version: DatasetVersion, distance: int) -> DatasetInstance:
        made = self.upstream.as_written(version)
        writer = made.run_key if made.kind == "write" else None
        follows = self.upstream.followed(version)
        volume, counted = self._volume(version)
        return DatasetInstance(
            version=self.version_id(version),
            kind=version.kind,
            since=instant(version.valid_from),
            storage_version=version.storage_version,
            run=self._ids.get(writer or ""),
            job=self.named[self._runs[writer].job_id].id if writer else None,
            follows=self.version_id(follows) if follows else None,
            row_count=volume.rows,
            bytes=volume.bytes,
            counted=counted,
            distance=distance,
        )

    def _volume(self, version: DatasetVersion) -> tuple[Volume, Counted | None]:
        for counted, run_key in self._counting(version):
            report = self._reports.get(run_key, SILENT)
            volume = (report.written if counted == "written" else report.read).get(
                version.dataset_id
            )
            if volume is not None:
                return volume, counted
        return Volume(None, None), None

    def _counting(self, version: DatasetVersion) -> Iterator[tuple[Counted, str]]:
        """The runs whose counts apply: the writer, then the nearest reader.

        A stream counts all that it ever wrote, so its counts do not apply to a single version.
        """
        writer = self._runs.get(version.run_key or "")
        if version.kind == "write" and writer is not None and not writer.is_streaming:
            yield "written", writer.run_key
        if version.version_id in self._readers:
            yield "read", self._readers[version.version_id]

    def counted_by(self, dataset: int) -> str | None:
        """The run that counted the rows or bytes of a dataset."""
        counted = self.datasets[dataset].counted
        return dict(self._counting(self.versions[dataset])).get(counted) if counted else None


def _outputs(snapshot: Snapshot, run: StoredRun) -> dict[int, DatasetVersion | None]:
    rows = snapshot.query(
        "SELECT DISTINCT n.entity_id FROM run_io i JOIN nodes n ON n.node_id = i.node_id"
        " WHERE i.run_key = ? AND i.side = 'output'"
        " AND (i.lifecycle IS NULL OR i.lifecycle <> 'DROP')",
        (run.run_key,),
    )
    found: dict[int, DatasetVersion | None] = {dataset: None for (dataset,) in rows}
    for version in writes(snapshot, [run])[run.run_key]:
        found[version.dataset_id] = version  # in historical order, so the last counts
    return found
