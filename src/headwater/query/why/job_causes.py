"""Causes in jobs: other code, or other inputs and outputs (semantics 8.3)."""

from collections.abc import Iterator, Mapping

from headwater.answers.versions import CodeVersion, JobChange, TextChange, TextKind
from headwater.answers.why import Cause, CauseKind, Evidence
from headwater.model.code_text import code_forms, sql_forms, undated
from headwater.query.diff.instances import Instances
from headwater.query.diff.run_diff import version_changes
from headwater.query.runs.run_steps import RunGraphKey
from headwater.query.why.causes import listed
from headwater.store import Snapshot


def job_causes(snapshot: Snapshot, old: Instances, new: Instances) -> Iterator[Cause]:
    """Jobs that ran other code, or read or wrote other datasets, than for the earlier run."""
    named = old.named | new.named
    names = {entity.id: entity.name for entity in named.values()}
    for job, change in version_changes(snapshot, old, new).items():
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
            code = listed(list(_other_code(change, change.code_before, after.code)))
            sentences["code"] = f"{name} ran other code in {ran}: {code}"
        elif others := [_TEXTS[text.kind] for text in change.texts if _has_other_literals(text)]:
            sentences["literals"] = f"{name} ran with other literals in its {listed(others)}: {ran}"
        if others := list(_other_datasets(change, names)):
            sentences["datasets"] = f"{name} {listed(others)}: seen in {ran}"
        for kind, sentence in sentences.items():
            yield Cause(
                kind=kind,
                node=new.named[job].id,
                texts=change.texts if kind in ("code", "literals") else (),
                sentence=sentence,
                at=after.started_at,
                distance=after.distance,
                nearest=after.distance,
                evidence=evidence,
            )


_TEXTS: dict[TextKind, str] = {"sql": "SQL", "source": "source code"}


def _other_code(change: JobChange, before: CodeVersion, after: CodeVersion) -> Iterator[str]:
    if before.has_other_version(after):
        yield f"{after.version or after.url}, it was {before.version or before.url}"
    changed = before.other_texts(after, "shape")
    yield from (f"other {_TEXTS[text.kind]}" for text in change.texts if text.kind in changed)


def _has_other_literals(text: TextChange) -> bool:
    """Whether other literals differ than dates, which differ from day to day."""
    forms = sql_forms if text.kind == "sql" else code_forms
    before, after = (undated(forms(side).wording) for side in (text.before, text.after))
    return before != after


def _other_datasets(change: JobChange, names: Mapping[str, str]) -> Iterator[str]:
    for words, datasets in (
        ("now reads", change.inputs_added),
        ("no longer reads", change.inputs_removed),
        ("now writes", change.outputs_added),
        ("no longer writes", change.outputs_removed),
    ):
        if datasets:
            yield f"{words} {listed([names[dataset] for dataset in datasets])}"
