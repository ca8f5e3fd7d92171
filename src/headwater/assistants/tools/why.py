"""The tool that finds out why a run failed, or had a different result."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from headwater.answers.why import Cause
from headwater.assistants.lists import at_most, beyond
from headwater.assistants.tool import Arguments, Ask, Most, tool
from headwater.assistants.tools.runs import error_lines, in_a_line
from headwater.assistants.views import Views
from headwater.questions.graph import WhyQuestion
from headwater.questions.question import RunId
from headwater.words.changes import text_changes
from headwater.words.why import not_compared


class WhyArguments(Arguments, frozen=True, kw_only=True):
    run: RunId
    against: Annotated[
        str | None,
        msgspec.Meta(
            description="Another run of the job to compare with; the last completed run before it"
            " if left out."
        ),
    ] = None
    most: Most = 5


@tool
def why(ask: Ask, views: Views, given: WhyArguments) -> Iterator[str]:
    """Find out why a run failed, or had a different result: what changed in everything that went
    into it since the last run that completed. The likeliest cause comes first, with the path from
    where it began to the run."""
    found = ask(WhyQuestion(run_id=given.run, against=given.against))
    yield in_a_line(found.run)
    yield from error_lines(found.error or "")
    if found.against is None:
        yield not_compared(found)
    else:
        yield f"compared with {in_a_line(found.against)}"
    yield from at_most(
        given.most, ["\n".join(_cause(cause, found.run.id)) for cause in found.causes]
    )
    if not found.causes:
        yield "nothing that went into it is known to have changed, failed or be missing"
    for failed in found.failed_below:
        yield f"failed below it: {in_a_line(failed.run)}"
        yield from (f"  {line}" for line in error_lines(failed.error or ""))
    yield from beyond(found.truncated)
    yield views.why(found.run.id)


def _cause(cause: Cause, target: str) -> Iterator[str]:
    yield f"{cause.rank}. {cause.kind}: {cause.sentence}"
    yield from (f"     {line}" for change in cause.texts for line in text_changes(change))
    yield f"   began at {cause.node}; path: {' > '.join(cause.evidence.path)}"
    below = [f"run:{run}" for run in cause.explains if run != target]
    if below:
        yield f"   may explain {', '.join(below)}"
