"""The tool that tells how a job or dataset changed from version to version."""

from collections.abc import Iterator

from headwater.answers.history import ListedJobVersion, VersionDetails
from headwater.answers.names import Identity
from headwater.assistants.lists import at_most
from headwater.assistants.tool import Arguments, Ask, Most, tool
from headwater.assistants.views import Views
from headwater.errors import NodeIdError
from headwater.questions.catalog import DatasetVersionsQuestion, JobVersionsQuestion
from headwater.questions.graph import IdentityQuestion
from headwater.questions.question import NodeId
from headwater.words.changes import code, job_changes, schema_changes
from headwater.words.numbers import counted


class HistoryArguments(Arguments, frozen=True, kw_only=True):
    node: NodeId
    most: Most = 10


@tool
def history(ask: Ask, views: Views, given: HistoryArguments) -> Iterator[str]:
    """Tell how a job or dataset changed: its versions, the newest first, each with what is
    different from the one before (inputs, outputs, code, schema) and the run that began it."""
    node = ask(IdentityQuestion(node_id=given.node))
    versions, total = _versions(ask, node, given.most)
    yield f"{counted(total, 'version')} of {node.id}, the newest first:"
    yield from at_most(given.most, versions, total)
    yield views.lineage(node.id, selected=node.id, tab="history")


def _versions(ask: Ask, node: Identity, most: int) -> tuple[list[str], int]:
    if node.kind == "job":
        jobs = ask(JobVersionsQuestion(namespace=node.namespace, job=node.name, limit=most))
        return ["\n".join(_job(version)) for version in jobs.versions], jobs.total_count
    if node.kind == "dataset":
        found = ask(
            DatasetVersionsQuestion(namespace=node.namespace, dataset=node.name, limit=most)
        )
        return ["\n".join(_dataset(version)) for version in found.versions], found.total_count
    raise NodeIdError(f"{node.id} is a {node.kind}; jobs and datasets have a history")


def _job(version: ListedJobVersion) -> Iterator[str]:
    began = f" by run:{version.began_by}" if version.began_by else ""
    yield f"{version.created_at or 'the beginning'} version {version.version}{began}"
    if version.change is None:
        yield from (f"  input dataset:{one.namespace}:{one.name}" for one in version.inputs)
        yield from (f"  output dataset:{one.namespace}:{one.name}" for one in version.outputs)
        yield f"  code {code(version.code)}"
    else:
        yield from (f"  {line}" for line in job_changes(version.change, version.code))
    if version.lineage_unknown:
        yield "  ~ lineage unknown: inputs and outputs are those of the version before"


def _dataset(version: VersionDetails) -> Iterator[str]:
    run = version.created_by_run
    by = f" by run:{run.id} of job:{run.job.namespace}:{run.job.name}" if run else ""
    rows = "" if version.row_count is None else f", {counted(version.row_count, 'row')}"
    since = version.created_at or "the beginning"
    yield f"{since} {version.kind} version {version.version}{by}{rows}"
    if version.schema_change is None and not version.schema_inherited:
        fields = ", ".join(f"{one.name} {one.type or ''}".rstrip() for one in version.fields[:40])
        yield f"  fields: {fields or 'unknown'}"
    elif version.schema_change is not None:
        yield from (f"  {line}" for line in schema_changes(version.schema_change))
    if version.renamed_from:
        yield f"  ~ renamed from {version.renamed_from}"
