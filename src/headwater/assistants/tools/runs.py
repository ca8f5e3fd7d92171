"""The tools about runs: which there are, and what one of them did."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from headwater.answers.runs import DatasetUsed, RunInFull, RunReference, RunSummary
from headwater.assistants.lists import at_most, noted
from headwater.assistants.tool import Arguments, Ask, Most, tool
from headwater.assistants.views import Views
from headwater.questions.question import RunId
from headwater.questions.runs import RunQuestion, RunsQuestion, RunState
from headwater.words.numbers import counted, duration

_MOST_OF_ERROR = 1500


class RunsArguments(Arguments, frozen=True, kw_only=True):
    node: Annotated[
        str | None,
        msgspec.Meta(
            description="The job whose runs to list, or the dataset that they read or wrote; all"
            " runs if it is left out."
        ),
    ] = None
    state: Annotated[RunState | None, msgspec.Meta(description="Only runs in this state.")] = None
    most: Most = 10


@tool
def runs(ask: Ask, views: Views, given: RunsArguments) -> Iterator[str]:
    """List the runs of a job, those that used a dataset, or all, the newest first. With the state
    FAILED it finds what went wrong; then ask `why`."""
    found = ask(RunsQuestion(node_id=given.node, state=given.state, limit=given.most))
    yield f"{counted(found.total_count, 'run')}{f' of {given.node}' if given.node else ''}:"
    yield from at_most(given.most, [in_a_line(run) for run in found.runs], found.total_count)
    yield views.runs(node=given.node, state=given.state)


def in_a_line(run: RunSummary) -> str:
    return noted(
        f"run:{run.id} {run.state} {run.started_at} of {run.job}",
        [duration(run.duration), f"attempt {run.attempt}" if (run.attempt or 0) > 1 else None],
    )


class RunArguments(Arguments, frozen=True, kw_only=True):
    run: RunId


@tool
def run(ask: Ask, views: Views, given: RunArguments) -> Iterator[str]:
    """Show what one run read and wrote, how it ended and with which error, and which runs it
    belongs to."""
    found = ask(RunQuestion(id=run_id(given.run)))
    yield f"run:{found.id} of job:{found.job.namespace}:{found.job.name}"
    ended = f", ended {found.ended_at}" if found.ended_at else ""
    yield noted(
        f"{found.state}, started {found.started_at}{ended}",
        [duration(found.duration_ms * 1000) if found.duration_ms is not None else None],
    )
    yield from _error(found)
    for word, listed in (("read", found.inputs), ("wrote", found.outputs)):
        for used in listed:
            yield f"{word} {_used(used)}"
    for word, references in (
        ("started by", [found.parent]),
        ("started", found.children[:10]),
    ):
        yield from (
            f"{word} run:{one.id} of {one.job or 'an unknown job'}"
            for one in references
            if isinstance(one, RunReference)
        )
    if found.state == "FAILED":
        yield f"next: `why` with run:{found.id}"
    yield views.run(found.id)


def run_id(given: str) -> str:
    """The id of a run, which may be given as a node id."""
    return given.removeprefix("run:")


def error_lines(text: str) -> Iterator[str]:
    """The error of a run, cut where it is long, as stack traces are."""
    lines = [line for line in text[:_MOST_OF_ERROR].splitlines() if line.strip()]
    yield from (f"error: {line}" for line in lines)
    if len(text) > _MOST_OF_ERROR:
        yield "error: …"


def _error(found: RunInFull) -> Iterator[str]:
    facets: Any = found.facets
    facet = facets.get("errorMessage") if isinstance(facets, dict) else None
    message = facet.get("message") if isinstance(facet, dict) else None
    yield from error_lines(str(message or ""))


def _used(used: DatasetUsed) -> str:
    rows = counted(used.row_count, "row") if used.row_count is not None else None
    if not used.versions:
        return noted(used.dataset, [used.lifecycle or "no version", rows])
    return ", ".join(noted(version.id, [version.kind, rows]) for version in used.versions)
