"""The graph of runs, and of the versions that they read and wrote (semantics 6.1)."""

from collections import defaultdict

import msgspec

from headwater.answers.graph import Truncated
from headwater.answers.run_lineage import RunEdge, RunGraph, RunNode
from headwater.query.moments import in_force, instant
from headwater.query.names.deletions import Deletions
from headwater.query.names.entities import entities, written
from headwater.query.node_ids import Found, resolve
from headwater.query.runs.batches import BATCH, required_batch
from headwater.query.runs.run_relatives import children
from headwater.query.runs.run_steps import RunGraphKey, RunStep, Steps, key_of
from headwater.query.runs.run_versions import job_versions_of, runs_of_version
from headwater.query.runs.runs import summaries
from headwater.query.runs.stored_runs import StoredRun, runs_or_stubs
from headwater.query.versions.code import code_of
from headwater.query.versions.code_link import code_link
from headwater.query.versions.versions import (
    JobVersion,
    dataset_versions_in,
    job_versions_at,
    job_versions_in,
    latest_dataset_versions,
)
from headwater.query.walk import along, breadth_first
from headwater.questions.graph import RunLineageQuestion
from headwater.store import Snapshot


def run_lineage(snapshot: Snapshot, question: RunLineageQuestion) -> RunGraph:
    at, max_nodes = question.at, question.max_nodes
    steps = Steps(snapshot)
    start = _start(snapshot, question.node_id, at)
    begins_with_runs = all(key.type == "RUN" for key in start)
    levels = 2 * question.depth + (1 if begins_with_runs else 2)
    shown: set[RunGraphKey] = set()
    beyond: set[RunGraphKey] = set()
    for way, edges in (("upstream", steps.upstream), ("downstream", steps.downstream)):
        if question.direction in (way, "both"):
            neighbours = along(edges)
            reached = breadth_first(start, neighbours, depth=levels, max_nodes=max_nodes)
            shown |= reached.keys()
            beyond |= neighbours(list(reached))
    hidden = len(beyond - shown)
    return RunGraph(
        *_drawn(snapshot, steps, shown, Deletions(snapshot, in_force(at))),
        Truncated("maxNodes" if len(shown) >= max_nodes else "depth", hidden) if hidden else None,
    )


def _start(snapshot: Snapshot, node: str, at: int | None) -> list[RunGraphKey]:
    if node.startswith(BATCH):
        return [RunGraphKey("RUN", run_key) for run_key in required_batch(snapshot, node)]
    found = resolve(snapshot, node, kinds=("run", "dataset", "job"), at=at, stubs=True)
    if found.run_key is not None:
        runs = runs_or_stubs(snapshot, [found.run_key])
        # All that is known of a stub is what it has started.
        below = children(snapshot, [run for run in runs.values() if run.is_stub])
        started = (child.run_key for those in below.values() for child in those)
        return [RunGraphKey("RUN", run_key) for run_key in (*runs, *started)]
    return _start_of_version(snapshot, found, in_force(at))


def _start_of_version(snapshot: Snapshot, found: Found, at: int) -> list[RunGraphKey]:
    key = found.entity.key
    if found.kind == "dataset":
        current = latest_dataset_versions(snapshot, [key], at).get(key)
        version_id = found.version or (current and current.version_id)
        return [RunGraphKey("DATASET_VERSION", version_id)] if version_id else []
    held = job_versions_at(snapshot, [key], at).get(key)
    version = job_versions_in(snapshot, [found.version])[0] if found.version else held
    runs = runs_of_version(snapshot, version) if version else []
    return [RunGraphKey("RUN", run.run_key) for run in runs]


def _drawn(
    snapshot: Snapshot, steps: Steps, shown: set[RunGraphKey], deletions: Deletions
) -> tuple[tuple[RunNode, ...], tuple[RunEdge, ...]]:
    """The nodes walked to, with the job versions that their runs belong to."""
    runs = list(runs_or_stubs(snapshot, (key.id for key in shown if key.type == "RUN")).values())
    belongs = job_versions_of(snapshot, runs)
    nodes = {
        **_runs(snapshot, runs, deletions),
        **_dataset_versions(snapshot, [key.id for key in shown if key.type != "RUN"], deletions),
        **_job_versions(snapshot, set(belongs.values()), deletions),
    }
    found = {
        RunStep(
            RunGraphKey("RUN", run_key),
            RunGraphKey("JOB_VERSION", version.version_id),
            "IS_VERSION_OF",
        )
        for run_key, version in belongs.items()
    }
    above: defaultdict[RunGraphKey, set[RunGraphKey]] = defaultdict(set)
    below: defaultdict[RunGraphKey, set[RunGraphKey]] = defaultdict(set)
    for step in steps.upstream(shown) | steps.downstream(shown):
        found.add(step)
        above[step.destination] |= {step.origin} - shown
        below[step.origin] |= {step.destination} - shown
    drawn = {
        key: msgspec.structs.replace(
            node, hidden_upstream=len(above[key]), hidden_downstream=len(below[key])
        )
        for key, node in nodes.items()
    }
    edges = {
        RunEdge(drawn[step.origin].id, drawn[step.destination].id, step.type)
        for step in found
        if step.origin in drawn and step.destination in drawn
    }
    return tuple(sorted(drawn.values(), key=lambda node: node.id)), tuple(sorted(edges))


def _runs(
    snapshot: Snapshot, runs: list[StoredRun], deletions: Deletions
) -> dict[RunGraphKey, RunNode]:
    hidden = deletions.hidden(entities(snapshot, (run.job_id for run in runs)).values())
    return {
        RunGraphKey("RUN", run.run_key): RunNode(
            id=f"run:{summary.id}",
            type="RUN",
            namespace=summary.namespace,
            name=summary.name,
            run=summary,
            deleted=run.job_id in hidden,
        )
        for run, summary in zip(runs, summaries(snapshot, runs), strict=True)
    }


def _dataset_versions(
    snapshot: Snapshot, version_ids: list[str], deletions: Deletions
) -> dict[RunGraphKey, RunNode]:
    versions = dataset_versions_in(snapshot, "version_id", version_ids)
    named = entities(snapshot, (version.dataset_id for version in versions))
    hidden = deletions.hidden(named.values())
    return {
        key_of(version): RunNode(
            id=written("dataset", dataset.namespace, dataset.name, version=version.version_id),
            type="DATASET_VERSION",
            namespace=dataset.namespace,
            name=dataset.name,
            version=version.version_id,
            kind=version.kind,
            storage_version=version.storage_version,
            since=instant(version.valid_from),
            until=instant(version.valid_to),
            deleted=dataset.key in hidden,
        )
        for version in versions
        for dataset in (named[version.dataset_id],)
    }


def _job_versions(
    snapshot: Snapshot, versions: set[JobVersion], deletions: Deletions
) -> dict[RunGraphKey, RunNode]:
    named = entities(snapshot, (version.job_id for version in versions))
    hidden = deletions.hidden(named.values())
    return {
        RunGraphKey("JOB_VERSION", version.version_id): RunNode(
            id=written("job", job.namespace, job.name, version=version.version_id),
            type="JOB_VERSION",
            namespace=job.namespace,
            name=job.name,
            version=version.version_id,
            kind=version.basis,
            code=code_of(version),
            code_link=code_link(code_of(version)),
            since=instant(version.valid_from),
            until=instant(version.valid_to),
            deleted=job.key in hidden,
        )
        for version in versions
        for job in (named[version.job_id],)
    }
