"""The tool that shows the graph around a job or dataset."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated

import msgspec

from headwater.answers.graph import Edge, LineageGraph, Node
from headwater.assistants.lists import at_most, beyond, noted
from headwater.assistants.tool import Arguments, Ask, AtTime, Most, tool
from headwater.assistants.views import Views
from headwater.questions.graph import JobHops, LineageQuestion, Way
from headwater.questions.question import NodeId
from headwater.words.numbers import counted


class LineageArguments(Arguments, frozen=True, kw_only=True):
    node: NodeId
    direction: Annotated[
        Way,
        msgspec.Meta(
            description="`upstream` is what feeds the node, `downstream` what it feeds, `flows` are"
            " the two together, and `both` is everything connected."
        ),
    ] = "flows"
    depth: JobHops = 1
    at: AtTime = None
    most: Most = 30


@tool
def lineage(ask: Ask, views: Views, given: LineageArguments) -> Iterator[str]:
    """Show what feeds a job or dataset and what it feeds: each job with the datasets that it reads
    and writes, the state of its last run, and what is odd about them. It can tell the past, too."""
    graph = ask(
        LineageQuestion(
            node_id=given.node, direction=given.direction, depth=given.depth, at=given.at
        )
    )
    jobs = sum(node.type == "JOB" for node in graph.nodes)
    size = f"{counted(jobs, 'job')} and {counted(len(graph.nodes) - jobs, 'dataset')}"
    yield f"{size} around {given.node}:"
    yield from at_most(given.most, list(_entries(graph)))
    yield from beyond(graph.truncated)
    direction = None if given.direction == "flows" else given.direction
    hops = str(given.depth + 1)  # the page counts the hop to the first jobs
    yield views.lineage(given.node, direction=direction, hops=hops, at=given.at)


def _entries(graph: LineageGraph) -> Iterator[str]:
    """An entry for each job, one for each edge without a job, and one for a node without edges."""
    jobs = [node for node in graph.nodes if node.type == "JOB"]
    datasets = {node.id: _dataset(node) for node in graph.nodes if node.type == "DATASET"}
    into: defaultdict[str, list[Edge]] = defaultdict(list)
    out: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in graph.edges:
        into[edge.destination].append(edge)
        out[edge.origin].append(edge)
    ends = _Ends(datasets)
    for job in jobs:
        read = [f"  {ends.of('reads', edge.origin, edge)}" for edge in into[job.id]]
        written = [f"  {ends.of('writes', edge.destination, edge)}" for edge in out[job.id]]
        yield "\n".join([_job(job), *read, *written])
    for edge in graph.edges:
        if edge.origin in datasets and edge.destination in datasets:
            yield f"{edge.origin} {ends.of('feeds', edge.destination, edge)}"
    if not graph.edges:
        yield from datasets.values()


class _Ends:
    """The ends of edges in words. What there is to say of a dataset is said once."""

    def __init__(self, datasets: dict[str, str]) -> None:
        self._undescribed = dict(datasets)
        self._datasets = datasets.keys()

    def of(self, verb: str, node: str, edge: Edge) -> str:
        basis = "" if edge.basis == "listed" else f" [{edge.basis}]"
        if node in self._datasets:
            return f"{verb} {self._undescribed.pop(node, node)}{basis}"
        return f"{'comes after' if verb == 'reads' else 'leads to'} {node}{basis}"


def _job(node: Node) -> str:
    run = node.run
    last = f"last run:{run.id} {run.state} {run.ended_at or run.started_at}" if run else None
    return noted(node.id, [last, *node.marks.words()])


def _dataset(node: Node) -> str:
    covered = [f"contract {contract.id}" for contract in node.contracts]
    return noted(node.id, [*node.marks.words(), *covered])
