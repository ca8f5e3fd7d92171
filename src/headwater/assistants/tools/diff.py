"""The tool that compares two moments, or two runs."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from headwater.assistants.lists import at_most, beyond
from headwater.assistants.tool import Arguments, Ask, Most, tool
from headwater.assistants.tools.runs import in_a_line
from headwater.assistants.views import Views
from headwater.errors import BadRequestError
from headwater.questions.graph import GraphDiffQuestion, JobHops, RunDiffQuestion
from headwater.questions.moments import Moment
from headwater.words.graph_diff import graph_changes
from headwater.words.graph_diff import unchanged as unchanged_graph
from headwater.words.run_diff import run_changes
from headwater.words.run_diff import unchanged as unchanged_runs


class DiffArguments(Arguments, frozen=True, kw_only=True):
    node: Annotated[
        str | None,
        msgspec.Meta(description="The job or dataset around which to compare two moments."),
    ] = None
    since: Annotated[
        Moment | None, msgspec.Meta(description="The earlier moment (RFC 3339), for a node.")
    ] = None
    until: Annotated[
        Moment | None, msgspec.Meta(description="The later moment; now if it is left out.")
    ] = None
    before: Annotated[
        str | None, msgspec.Meta(description="The earlier of two runs of a job to compare.")
    ] = None
    after: Annotated[str | None, msgspec.Meta(description="The later of the two runs.")] = None
    depth: JobHops = 3
    most: Most = 60


@tool
def diff(ask: Ask, views: Views, given: DiffArguments) -> Iterator[str]:
    """Show what changed: in the graph around a node between two moments (`node` and `since`), or
    between two runs of a job and everything that went into them (`before` and `after`). Lines
    begin with + for new, - for gone, and ~ for different."""
    if given.node is not None and given.since is not None:
        return _of_graph(ask, views, given, given.node, given.since)
    if given.before is not None and given.after is not None:
        return _of_runs(ask, views, given, given.before, given.after)
    raise BadRequestError("name a `node` and the time `since` when, or two runs: `before`, `after`")


def _of_graph(
    ask: Ask, views: Views, given: DiffArguments, node: str, since: Moment
) -> Iterator[str]:
    found = ask(GraphDiffQuestion(node_id=node, since=since, until=given.until, depth=given.depth))
    yield from at_most(given.most, list(graph_changes(found)))
    yield unchanged_graph(found)
    yield from beyond(found.truncated)
    yield views.lineage(node, at=given.until, hops=str(given.depth + 1), **{"from": since})


def _of_runs(
    ask: Ask, views: Views, given: DiffArguments, before: str, after: str
) -> Iterator[str]:
    found = ask(RunDiffQuestion(before=before, after=after, depth=given.depth))
    yield f"before: {in_a_line(found.before)}"
    yield f"after: {in_a_line(found.after)}"
    yield from at_most(given.most, list(run_changes(found)))
    yield from unchanged_runs(found)
    yield from beyond(found.truncated)
    yield views.run(found.after.id)
