"""How the graph around a node changed from one moment to another (semantics 8.2)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from headwater.answers.diff import (
    EdgeDiff,
    GraphDiff,
    Move,
    NodeChange,
    NodeDiff,
)
from headwater.answers.graph import Truncated
from headwater.answers.moments import Instant
from headwater.errors import NodeIdError, NotFoundError
from headwater.query.diff.node_diffs import (
    change_of,
    column_diffs,
    job_version_diffs,
    schema_diffs,
)
from headwater.query.graph.current import CurrentGraph
from headwater.query.lineage.lineage import around, component
from headwater.query.lineage.shown import Extent, Shown, show
from headwater.query.moments import in_force, instant
from headwater.query.node_ids import Found, resolve
from headwater.questions.graph import GraphDiffQuestion
from headwater.store import Snapshot


class Compared(NamedTuple):
    """A difference and the two graphs, for those who add details to their nodes."""

    diff: GraphDiff
    before: Shown
    after: Shown


def graph_diff(snapshot: Snapshot, question: GraphDiffQuestion) -> GraphDiff:
    """How the graph around a node differs between two moments; see `compare`."""
    return compare(snapshot, question).diff


def compare(snapshot: Snapshot, question: GraphDiffQuestion) -> Compared:
    """Compares the graph around a node at two moments.

    The node may be missing at one of them. Everything around it at either moment is compared at
    both, so that nothing counts as new or gone because the depth hid it.
    """
    since, until = question.since, question.until
    start = _found(snapshot, question.node_id, (since, in_force(until))).entity.key
    graphs = [CurrentGraph(snapshot, since), CurrentGraph(snapshot, in_force(until))]
    shown, cuts = _compared(graphs, start, question)
    # A component is the same from each of its nodes, so it has no centre, unless it is a single
    # node.
    centre = start if question.scope == "neighbourhood" or shown == {start} else None
    before, after = (_Side(graph, shown, centre, with_vitals=question.vitals) for graph in graphs)
    changes = _changes(before, after, centre)
    diff = GraphDiff(
        since=Instant(since),
        until=instant(until),
        nodes=_nodes(before, after, {change.id for change in changes}),
        edges=_edges(before.edges, after.edges),
        changes=changes,
        truncated=max(cuts, key=lambda cut: cut.hidden, default=None),
    )
    return Compared(diff, before.shown, after.shown)


def _compared(
    graphs: Sequence[CurrentGraph], start: int, question: GraphDiffQuestion
) -> tuple[set[int], list[Truncated]]:
    """The nodes to compare, and where they were cut off."""
    if question.scope == "component":
        shown, cut = component(graphs, start)
        return shown, [cut] if cut else []
    walked = [
        around(graph, start, depth=question.depth) for graph in graphs if graph.visible([start])
    ]
    cuts = [extent.truncated for extent in walked if extent.truncated is not None]
    return set().union(*(extent.nodes for extent in walked)), cuts


def _found(snapshot: Snapshot, node: str, moments: Iterable[int]) -> Found:
    """What the node id stands for. It must exist at one of the moments at least."""
    missing: NotFoundError | None = None
    for moment in moments:
        try:
            found = resolve(snapshot, node, kinds=("job", "dataset"), at=moment)
        except NotFoundError as error:
            missing = error
            continue
        if found.version is not None:
            raise NodeIdError(f"{node!r} is a version; ask for the difference of two runs instead")
        return found
    assert missing is not None
    raise missing


class _Side:
    """The graph of one moment: the nodes that are connected with any other node, and the centre."""

    def __init__(
        self, graph: CurrentGraph, shown: set[int], centre: int | None, *, with_vitals: bool
    ) -> None:
        self.graph = graph
        self.shown = show(Extent(graph, shown), with_vitals=with_vitals)
        self.keys = self.shown.keys
        drawn = self.shown.answer
        self.near = {end for edge in drawn.edges for end in (edge.origin, edge.destination)}
        """The nodes that are connected with another one of those that are compared."""
        self.nodes = {
            node.id: node
            for node in drawn.nodes
            if node.id in self.near
            or node.hidden_upstream
            or node.hidden_downstream
            or (self.keys[node.id] == centre and not node.marks.did_not_exist_yet)
        }
        self.edges = {(edge.origin, edge.destination): edge.basis for edge in drawn.edges}


def _nodes(before: _Side, after: _Side, changed: Collection[str]) -> tuple[NodeDiff, ...]:
    found = []
    for node_id in sorted(before.nodes.keys() | after.nodes.keys()):
        old, new = before.nodes.get(node_id), after.nodes.get(node_id)
        either = new or old
        assert either is not None
        found.append(
            NodeDiff(
                id=node_id,
                type=either.type,
                namespace=either.namespace,
                name=either.name,
                change=change_of(old, new, is_other=node_id in changed),
                before=old,
                after=new,
            )
        )
    return tuple(found)


def _edges(
    before: Mapping[tuple[str, str], str], after: Mapping[tuple[str, str], str]
) -> tuple[EdgeDiff, ...]:
    return tuple(
        EdgeDiff(*arrow, new or old or "", change_of(old, new, is_other=old != new))
        for arrow in sorted(before.keys() | after.keys())
        for old, new in [(before.get(arrow), after.get(arrow))]
    )


def _changes(before: _Side, after: _Side, centre: int | None) -> tuple[NodeChange, ...]:
    both = sorted(before.nodes.keys() & after.nodes.keys())
    keys = {node_id: after.keys[node_id] for node_id in both}
    jobs = {keys[node_id] for node_id in both if after.nodes[node_id].type == "JOB"}
    datasets = set(keys.values()) - jobs
    versions = job_version_diffs(before.graph, after.graph, jobs)
    schemas = schema_diffs(before.graph, after.graph, datasets)
    columns = column_diffs(before.graph, after.graph, datasets)
    found = [
        NodeChange(
            id=node_id,
            type=after.nodes[node_id].type,
            version=versions.get(keys[node_id]),
            schema=schemas.get(keys[node_id]),
            columns=columns.get(keys[node_id], ()),
            marks_gained=tuple(word for word in new if word not in old),
            marks_lost=tuple(word for word in old if word not in new),
            neighbourhood=None if keys[node_id] == centre else _moved(node_id, before, after),
        )
        for node_id in both
        for old, new in [(before.nodes[node_id].marks.words(), after.nodes[node_id].marks.words())]
    ]
    return tuple(change for change in found if not change.is_empty)


def _moved(node_id: str, before: _Side, after: _Side) -> Move | None:
    """Whether a node that is there at both moments is connected elsewhere at one of them."""
    if node_id not in after.near:
        return "left"
    return None if node_id in before.near else "joined"
