"""`GET /runlineage/upstream`: the runs that led to a run, as a list in Marquez's shape."""

from collections.abc import Iterable

import msgspec

from headwater.answers.moments import Instant
from headwater.api.http.operations import RequestContext, get
from headwater.query.moments import instant
from headwater.query.names.entities import entities
from headwater.query.names.run_ids import public_ids
from headwater.query.node_ids import resolve
from headwater.query.runs.reads import reads
from headwater.query.runs.run_versions import job_versions_of
from headwater.query.runs.shown_ids import shown_ids
from headwater.query.runs.stored_runs import StoredRun, runs_or_stubs
from headwater.query.versions.following import followed
from headwater.query.versions.versions import DatasetVersion
from headwater.query.walk import breadth_first
from headwater.questions.graph import DEPTH, MAX_NODES, RunHops
from headwater.questions.question import Question, RunId
from headwater.store import Snapshot


class UpstreamJob(msgspec.Struct, frozen=True):
    """This is the job of such a run, with the version of it that the run belongs to."""

    namespace: str
    name: str
    version: str | None


class UpstreamRunState(msgspec.Struct, frozen=True):
    """This is the run itself, with its id, its times and its state."""

    id: str
    start: Instant
    end: Instant | None
    status: str


class UpstreamInput(msgspec.Struct, frozen=True, rename="camel"):
    """This is a version of a dataset that such a run read."""

    namespace: str
    name: str
    version: str
    produced_by_run_id: str | None
    """The run that wrote the version, or None if no known run did."""


class UpstreamRun(msgspec.Struct, frozen=True):
    """This is a run that led to another, with its job and what it read."""

    job: UpstreamJob
    run: UpstreamRunState
    inputs: tuple[UpstreamInput, ...]


class UpstreamRuns(msgspec.Struct, frozen=True):
    """These are the runs that led to a run, the nearest first."""

    runs: tuple[UpstreamRun, ...]


class UpstreamRunsQuestion(Question[UpstreamRuns], frozen=True, kw_only=True):
    """The runs that led to a run, as a list."""

    path = "/runlineage/upstream"

    run_id: RunId
    depth: RunHops = DEPTH


@get(UpstreamRunsQuestion.path, tag="Graphs", summary="List the runs that led to a run")
def upstream_runs(context: RequestContext, question: UpstreamRunsQuestion) -> UpstreamRuns:
    """The nearest run comes first. An input that no known run wrote has no `producedByRunId`."""
    return runs_before(context.snapshot, question)


def runs_before(snapshot: Snapshot, question: UpstreamRunsQuestion) -> UpstreamRuns:
    """The run itself, then the runs that wrote what it read, and so on; `depth` counts these
    hops."""
    start = resolve(snapshot, f"run:{question.run_id}", kinds=("run",), stubs=True).run_key
    assert start is not None
    inputs = _Inputs(snapshot)
    steps = breadth_first([start], inputs.producers, depth=question.depth, max_nodes=MAX_NODES)
    runs = runs_or_stubs(snapshot, steps)
    inputs.load(runs.values())
    read = inputs.by_run()
    jobs = entities(snapshot, (run.job_id for run in runs.values()))
    versions = job_versions_of(snapshot, list(runs.values()))
    ids = shown_ids(snapshot, runs.values())

    def upstream_run(run: StoredRun) -> UpstreamRun:
        job, version = jobs[run.job_id], versions.get(run.run_key)
        return UpstreamRun(
            UpstreamJob(job.namespace, job.name, version.version_id if version else None),
            UpstreamRunState(
                ids[run.run_key],
                Instant(run.started_at),
                instant(run.shown_end),
                run.shown_state,
            ),
            read[run.run_key],
        )

    def order(run: StoredRun) -> tuple[int, str, str, str]:
        job = jobs[run.job_id]
        return (steps[run.run_key], job.namespace, job.name, run.run_key)

    return UpstreamRuns(tuple(upstream_run(run) for run in sorted(runs.values(), key=order)))


class _Inputs:
    """What runs read, and which runs wrote that. Each run is looked up only once."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._read: dict[str, list[DatasetVersion]] = {}
        self._producers: dict[str, str] = {}

    def producers(self, run_keys: list[str]) -> set[str]:
        """The runs that wrote what these runs read."""
        self.load(runs_or_stubs(self._snapshot, run_keys).values())
        read = (version for run_key in run_keys for version in self._read[run_key])
        found = (self._producers.get(version.version_id) for version in read)
        return {run_key for run_key in found if run_key is not None}

    def load(self, runs: Iterable[StoredRun]) -> None:
        read = reads(self._snapshot, [run for run in runs if run.run_key not in self._read])
        self._read |= read
        self._producers |= _producers(
            self._snapshot, [version for versions in read.values() for version in versions]
        )

    def by_run(self) -> dict[str, tuple[UpstreamInput, ...]]:
        """The inputs of each run, by run key."""
        versions = [version for found in self._read.values() for version in found]
        datasets = entities(self._snapshot, (version.dataset_id for version in versions))
        ids = public_ids(self._snapshot, self._producers.values())
        return {
            run_key: tuple(
                UpstreamInput(
                    datasets[version.dataset_id].namespace,
                    datasets[version.dataset_id].name,
                    version.version_id,
                    ids.get(self._producers.get(version.version_id, "")),
                )
                for version in found
            )
            for run_key, found in self._read.items()
        }


def _producers(snapshot: Snapshot, versions: Iterable[DatasetVersion]) -> dict[str, str]:
    """The run that wrote each version, or the nearest version before it that a run wrote."""
    origins = {version.version_id: version for version in versions}
    found: dict[str, str] = {}
    while origins:
        written = {key: v.run_key for key, v in origins.items() if v.kind == "write" and v.run_key}
        found |= written
        others = {key: v for key, v in origins.items() if key not in written}
        before = followed(snapshot, others.values())
        origins = {
            key: before[version.version_id]
            for key, version in others.items()
            if version.version_id in before
        }
    return found
