"""Causes in jobs: other code, or other inputs and outputs (semantics 8.3)."""

from collections.abc import Iterator, Mapping

from headwater.answers.versions import CodeVersion, JobChange
from headwater.answers.why import Cause, CauseKind, Evidence
from headwater.query.diff.instances import Instances
from headwater.query.diff.run_diff import version_change
from headwater.query.runs.run_steps import RunGraphKey
from headwater.query.why.causes import listed


def job_causes(old: Instances, new: Instances) -> Iterator[Cause]:
    """Jobs that ran other code, or read or wrote other datasets, than for the earlier run."""
    named = old.named | new.named
    names = {entity.id: entity.name for entity in named.values()}
    for job in sorted(old.jobs.keys() & new.jobs.keys()):
        change = version_change(old, new, job, named)
        before, after = old.jobs[job], new.jobs[job]
        versions = (before.version, after.version)
        path = new.path(RunGraphKey("RUN", new.runs[job].run_key))
        evidence = Evidence(
            runs=tuple(dict.fromkeys((f"run:{before.run}", f"run:{after.run}"))),
            versions=tuple(dict.fromkeys(found for found in versions if found is not None)),
            path=path.ids,
            through=path.through,
        )
        name, ran = new.named[job].name, f"run {after.run} at {after.started_at}"
        sentences: dict[CauseKind, str] = {}
        if change.code_before is not None:
            code = f"{_code(after.code)}, it was {_code(change.code_before)}"
            sentences["code"] = f"{name} ran other code in {ran}: {code}"
        if others := list(_other_datasets(change, names)):
            sentences["datasets"] = f"{name} {listed(others)}: seen in {ran}"
        for kind, sentence in sentences.items():
            yield Cause(
                kind=kind,
                node=new.named[job].id,
                sentence=sentence,
                distance=after.distance,
                nearest=after.distance,
                evidence=evidence,
            )


def _code(code: CodeVersion) -> str:
    return code.version or code.url or "unknown"


def _other_datasets(change: JobChange, names: Mapping[str, str]) -> Iterator[str]:
    for words, datasets in (
        ("now reads", change.inputs_added),
        ("no longer reads", change.inputs_removed),
        ("now writes", change.outputs_added),
        ("no longer writes", change.outputs_removed),
    ):
        if datasets:
            yield f"{words} {listed([names[dataset] for dataset in datasets])}"
