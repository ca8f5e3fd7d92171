"""`headwater run`: the details of one run."""

from collections.abc import Iterable, Iterator, Sequence

import click

from headwater.answers.runs import DatasetUsed, RunDetails, RunReference
from headwater.cli.options.asking import Answerer, with_answerer
from headwater.cli.printing.output import print_fields, print_json, print_line, print_table
from headwater.query.facets.measures import tested
from headwater.questions.runs import RunDetailsQuestion
from headwater.words.numbers import duration

MOST_PARTITIONS = 3
"""A run may write hundreds of partitions. All of them are in the answer as JSON."""


@click.command()
@click.argument("run_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON, with all facets.")
@with_answerer
def run(answerer: Answerer, run_id: str, as_json: bool) -> None:
    """Show what a run read and wrote, in which partitions, and what it belongs to."""
    found = answerer.ask(RunDetailsQuestion(id=run_id))
    if as_json:
        print_json(found)
        return
    print_fields(_fields(found))
    if found.inputs or found.outputs:
        print_line("")
        headers = ("", "DATASET", "VERSION", "HOW", "ROWS", "SINCE", "PARTITIONS")
        print_table(headers, _versions(found))


def _fields(found: RunDetails) -> Iterator[tuple[str, object]]:
    run = found.run
    yield "run", run.id
    if run.id != run.run_id:
        yield "shared run id", run.run_id
    if run.raw_run_id != run.run_id:
        yield "sent as", run.raw_run_id
    yield "job", run.job
    if found.job_version is not None:
        yield "job version", f"{found.job_version}{' (so far)' if found.is_provisional else ''}"
    yield (
        "state",
        "only named by its children, never seen itself" if run.stub else run.state_in_words,
    )
    yield "error", _error(found)
    yield "failed tests", _failed_tests(found)
    yield "started", run.started_at
    yield "ended", run.ended_at
    yield "took", duration(run.duration)
    yield "nominal time", run.nominal_start
    yield "batch", run.batch_id
    yield "attempt", run.attempt
    yield "processing", run.processing if run.processing != "BATCH" else None
    yield "code version", run.code_version
    yield "code", run.code_url
    yield "parent", _names([found.parent])
    yield "root", _names([found.root]) if found.root != found.parent else None
    yield "children", _names(found.children)
    yield "siblings", _names(found.siblings)
    yield "facets", ", ".join((*found.facets, *found.job_facets))


def _error(found: RunDetails) -> list[str]:
    facet = found.facets.get("errorMessage")
    message = facet.get("message") if isinstance(facet, dict) else None
    return [line for line in str(message or "").splitlines() if line.strip()]


def _failed_tests(found: RunDetails) -> list[str]:
    return [
        f"{test} in {used.dataset}"
        for used in (*found.inputs, *found.outputs)
        for test in tested(
            facets.get("dataQualityAssertions")
            for facets in (used.facets, *(part.facets for part in used.by_partition))
        ).failed
    ]


def _names(references: Iterable[RunReference | None]) -> list[str]:
    return [
        f"{reference.id} of {reference.job or 'an unknown job'}"
        f"{'' if reference.is_known else ' (never seen itself)'}"
        for reference in references
        if reference is not None
    ]


def _versions(found: RunDetails) -> Iterator[tuple[object, ...]]:
    for side, listed in (("read", found.inputs), ("wrote", found.outputs)):
        for dataset in listed:
            yield from _rows(side, dataset)


def _rows(side: str, used: DatasetUsed) -> Iterator[tuple[object, ...]]:
    partitions = _partitions(used.partitions)
    if not used.versions:
        how = used.lifecycle or "no version"
        yield side, used.dataset, None, how, used.row_count, None, partitions
    for version in used.versions:
        how = f"{version.kind} {version.storage_version or ''}".rstrip()
        since = version.since or "the beginning"
        yield side, used.dataset, version.version, how, used.row_count, since, partitions


def _partitions(found: Sequence[str]) -> str:
    """The first partitions by name, and how many more there are.

    >>> _partitions(("day=1", "day=2", "day=3", "day=4"))
    'day=1, day=2, day=3 and 1 more'
    """
    more = len(found) - MOST_PARTITIONS
    return ", ".join(found[:MOST_PARTITIONS]) + (f" and {more} more" if more > 0 else "")
