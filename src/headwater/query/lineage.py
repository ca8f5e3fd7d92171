"""The graph around a job or dataset, now or as of any time (semantics 6)."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from headwater.errors import NodeIdError
from headwater.query.answer import answer
from headwater.query.current import CurrentGraph
from headwater.query.entities import distinct_ids
from headwater.query.flows import AT_START, NO_JOB, Directed, Passage, Undirected, Ways
from headwater.query.graph import LineageGraph, Truncated
from headwater.query.groups import GroupBy
from headwater.query.moments import in_force
from headwater.query.nodes import resolve
from headwater.query.walk import Direction, breadth_first
from headwater.store import Snapshot

Scope: TypeAlias = Literal["neighbourhood", "component"]

DEPTH = 20
MAX_NODES = 20_000


def lineage(  # noqa: PLR0913  # one keyword for each thing that can be asked for
    snapshot: Snapshot,
    node: str,
    *,
    at: int | None = None,
    depth: int = DEPTH,
    direction: Direction = "both",
    scope: Scope = "neighbourhood",
    group_by: GroupBy = "none",
    fold_private: bool = False,
    control: bool = False,
    max_nodes: int = MAX_NODES,
) -> LineageGraph:
    """The graph around a node, by any of its names.

    `depth` counts hops from job to job; a dataset's own jobs are hop 0, and a job comes with its
    datasets. `upstream` and `downstream` go along the flows inside jobs. A `component` is the
    same from each of its nodes: it knows no depth or direction, and is cut by the order of ids.
    """
    moment = in_force(at)
    found = resolve(snapshot, node, kinds=("job", "dataset"), at=moment)
    if found.version is not None:
        raise NodeIdError(f"{node!r} is a version; ask for its run lineage, or as of a time")
    graph = CurrentGraph(snapshot, moment, group_by=group_by, control=control)
    start = found.entity.key
    if found.entity.kind == "job":
        [start] = graph.groups.shown_as([start]).values()
    graph.visible([start])
    if scope == "component":
        shown, truncated = _component(graph, start, max_nodes)
        return answer(graph, shown, truncated, fold_private=fold_private)
    shown, truncated = _neighbourhood(graph, start, direction, depth, max_nodes)
    return answer(graph, shown, truncated, fold_private=fold_private, keep=start)


def _component(
    graph: CurrentGraph, start: int, max_nodes: int
) -> tuple[set[int], Truncated | None]:
    reached = breadth_first([start], graph.links).nodes
    ids = distinct_ids(graph.visible(reached).values())
    shown = set(sorted(ids, key=ids.__getitem__)[:max_nodes])
    hidden = len(ids) - len(shown)
    return shown, Truncated("maxNodes", hidden) if hidden else None


def _neighbourhood(
    graph: CurrentGraph, start: int, direction: Direction, depth: int, max_nodes: int
) -> tuple[set[int], Truncated | None]:
    ways: Ways = Undirected(graph)
    if direction != "both":
        ways = Directed(graph, upstream=direction == "upstream")
    walk = _Walk(graph, ways, start)
    walk.go(depth, max_nodes)
    distance = _as_shown(graph, walk.distance)
    ids = distinct_ids(graph.visible(distance).values())
    nearest = sorted(ids, key=lambda key: (distance[key], ids[key]))
    shown = set(nearest[:max_nodes])
    beyond = _as_shown(graph, dict.fromkeys(walk.beyond(), 0)).keys() | set(nearest[max_nodes:])
    if not beyond:
        return shown, None
    return shown, Truncated("maxNodes" if len(distance) >= max_nodes else "depth", len(beyond))


def _as_shown(graph: CurrentGraph, distance: dict[int, int]) -> dict[int, int]:
    """Distances of the jobs that jobs are shown as: the nearest counts."""
    shown = graph.groups.shown_as(key for key in distance if graph.is_job(key))
    nearest: dict[int, int] = {}
    for key, hops in sorted(distance.items(), key=lambda item: item[1]):
        nearest.setdefault(shown.get(key, key), hops)
    return nearest


class _Walk:
    """Breadth first by hops from job to job: the datasets of a job are as far as the job.

    A job may be entered several times, from several datasets, as its flows differ for each; what
    is walked once is a passage through it.
    """

    def __init__(self, graph: CurrentGraph, ways: Ways, start: int) -> None:
        self._ways = ways
        self.distance: dict[int, int] = {}
        """Hops from the start to each job and dataset reached."""
        if graph.is_job(start):
            jobs = graph.groups.members([start]) if isinstance(ways, Directed) else {start}
            self._next = {Passage(job, AT_START) for job in jobs}
        else:
            self.distance[start] = -1
            self._next = ways.onward([start])
        self._seen = set(self._next)

    def go(self, depth: int, max_nodes: int) -> None:
        for hop in range(depth + 1):
            if not self._next or len(self.distance) >= max_nodes:
                return
            self._reach((passage.job for passage in self._next if passage.job != NO_JOB), hop)
            reached = self._ways.through(self._next)
            fresh = self._reach(reached.datasets, hop)
            self._next = (reached.passages | self._ways.onward(fresh)) - self._seen
            self._seen |= self._next

    def _reach(self, keys: Iterable[int], hop: int) -> set[int]:
        fresh = {key for key in keys if key not in self.distance}
        self.distance |= dict.fromkeys(fresh, hop)
        return fresh

    def beyond(self) -> set[int]:
        """The nodes that come next, where the walk ended before all were reached."""
        jobs = {passage.job for passage in self._next} - {NO_JOB}
        known = {p for p in self._next if p.job == NO_JOB or p.job in self.distance}
        return (jobs | self._ways.through(known).datasets) - self.distance.keys()
