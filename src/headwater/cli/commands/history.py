"""`headwater history`: what changed in a job or dataset from version to version."""

from collections.abc import Iterator

import click
from rich.text import Text

from headwater.answers.facets import Tag
from headwater.answers.history import DatasetHistoryEntry, DeclaredIo, JobHistory, JobHistoryEntry
from headwater.answers.versions import NO_CODE
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.options.page import with_page
from headwater.cli.printing.changes import print_change
from headwater.cli.printing.output import beyond, print_fields, print_json, print_line
from headwater.questions.catalog import HistoryQuestion
from headwater.words.changes import code, job_changes, schema_changes
from headwater.words.numbers import counted


@click.command()
@click.argument("node")
@with_page(of="versions")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@with_answerer
def history(answerer: Answerer, node: str, limit: int, offset: int, as_json: bool) -> None:
    """Show what changed in a job or dataset.

    Shows the description and the tags of NODE, then its versions, newest first.
    """
    found = answerer.ask(HistoryQuestion(node_id=node, limit=limit, offset=offset))
    if as_json:
        print_json(found)
        return
    tags = [_tag(tag) for tag in found.tags]
    print_fields((("description", found.description), ("tags", tags)))
    if isinstance(found, JobHistory):
        for entry in found.versions:
            _print_entry(_job_title(entry), entry.version, _job_changes(entry))
        for declared in found.declared[:1]:
            _print_entry(f"{declared.at}  last declared by a job event", None, _lists(declared))
    else:
        for item in found.versions:
            _print_entry(_dataset_title(item), item.version, _dataset_changes(item))
    if not found.versions:
        print_line(f"no versions{beyond(found.total_count)}")
    if found.total_count > offset + len(found.versions):
        print_line(f"{len(found.versions)} of {found.total_count}")


def _tag(tag: Tag) -> str:
    field = "" if tag.field is None else f" on {tag.field}"
    source = "" if tag.source is None else f" ({tag.source})"
    return f"{tag.words}{field}{source}"


def _print_entry(title: str, version: str | None, changes: Iterator[str]) -> None:
    line = Text(title, style="bold")
    if version is not None:
        line.append(f"  {version}", style="not bold dim")
    print_line(line)
    for change in changes:
        print_change(change, indent=2)


def _job_title(entry: JobHistoryEntry) -> str:
    return f"{entry.since}  {entry.basis}"


def _lists(declared: DeclaredIo) -> Iterator[str]:
    yield from (f"input  {name}" for name in declared.inputs)
    yield from (f"output {name}" for name in declared.outputs)


def _job_changes(entry: JobHistoryEntry) -> Iterator[str]:
    if entry.began_by is not None:
        yield f"by run {entry.began_by}"
    if entry.change is None:
        yield from (f"+ input  {name}" for name in entry.inputs)
        yield from (f"+ output {name}" for name in entry.outputs)
        if entry.code != NO_CODE:
            yield f"+ code   {code(entry.code)}"
    else:
        yield from job_changes(entry.change, entry.code)
    if entry.lineage_unknown:
        yield "~ lineage unknown: inputs and outputs are those of the version before"
    elif entry.confirmed_at is not None:
        yield f"~ lineage unknown until {entry.confirmed_at}"


def _dataset_title(entry: DatasetHistoryEntry) -> str:
    since = entry.since or "the beginning"
    return f"{since}  {'dropped' if entry.type == 'drop' else entry.kind}"


def _dataset_changes(entry: DatasetHistoryEntry) -> Iterator[str]:
    if entry.run is not None:
        yield f"by run {entry.run} of {entry.job}"
    if entry.storage_version is not None:
        yield f"stored as {entry.storage_version}"
    if entry.renamed_from is not None:
        yield f"~ renamed from {entry.renamed_from}"
    if entry.follows is not None:
        yield f"follows {entry.follows}"
    if entry.row_count is not None:
        yield counted(entry.row_count, "row")
    if entry.change is None:
        yield from (f"+ field  {field.name} {field.type or ''}".rstrip() for field in entry.fields)
        return
    yield from schema_changes(entry.change)
