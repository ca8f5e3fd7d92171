"""The graph around a job or dataset, now or as of any time (semantics 6)."""

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple, TypeAlias

from headwater.answers.graph import LineageGraph, Truncated
from headwater.errors import NodeIdError, NotFoundError
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.flows import AT_START, NO_JOB, Directed, Passage, Undirected, Ways
from headwater.query.graph.groups import GroupBy
from headwater.query.lineage.shown import Extent, show
from headwater.query.moments import in_force
from headwater.query.names.entities import distinct_ids
from headwater.query.node_ids import Found, resolve
from headwater.query.walk import along, breadth_first
from headwater.store import Snapshot

Scope: TypeAlias = Literal["neighbourhood", "component"]
Way: TypeAlias = Literal["upstream", "downstream", "both", "flows"]
"""`both` goes along edges in either direction; `flows` is upstream and downstream together."""

DEPTH = 20
MAX_NODES = 20_000


class Expansion(NamedTuple):
    """Nodes to be shown with all that feeds them, or that they feed, where they are shown."""

    upstream: tuple[str, ...] = ()
    downstream: tuple[str, ...] = ()


def lineage(  # noqa: PLR0913  # one keyword for each thing that can be asked for
    snapshot: Snapshot,
    node: str,
    *,
    at: int | None = None,
    depth: int = DEPTH,
    direction: Way = "both",
    scope: Scope = "neighbourhood",
    group_by: GroupBy = "none",
    fold_private: bool = False,
    control: bool = False,
    max_nodes: int = MAX_NODES,
    expand: Expansion = Expansion(),  # noqa: B008  # a value
    columns: bool = False,
) -> LineageGraph:
    """The graph around a node, by any of its names.

    `depth` counts hops from job to job; a dataset's own jobs are hop 0, and a job comes with its
    datasets. `upstream` and `downstream` go along the flows inside jobs. A `component` is the
    same from each of its nodes: it knows no depth or direction, and is cut by the order of ids.
    What exceeds `max_nodes` is cut by hops, of one hop jobs before datasets, then by id. With
    `columns`, the column edges between the datasets shown come with it.
    """
    found = extent(
        snapshot,
        node,
        at=at,
        depth=depth,
        direction=direction,
        scope=scope,
        group_by=group_by,
        control=control,
        max_nodes=max_nodes,
        expand=expand,
    )
    return show(found, fold_private=fold_private, columns=columns).answer


def extent(  # noqa: PLR0913  # as above
    snapshot: Snapshot,
    node: str,
    *,
    at: int | None = None,
    depth: int = DEPTH,
    direction: Way = "both",
    scope: Scope = "neighbourhood",
    group_by: GroupBy = "none",
    control: bool = False,
    max_nodes: int = MAX_NODES,
    expand: Expansion = Expansion(),  # noqa: B008  # a value
) -> Extent:
    """The nodes of such a graph, before anything else is looked up."""
    moment = in_force(at)
    found = resolve(snapshot, node, kinds=("job", "dataset"), at=moment)
    if found.version is not None:
        raise NodeIdError(f"{node!r} is a version; ask for its run lineage, or as of a time")
    graph = CurrentGraph(snapshot, moment, group_by=group_by, control=control)
    return around(
        graph,
        _as_node(graph, found),
        depth=depth,
        direction=direction,
        scope=scope,
        max_nodes=max_nodes,
        expand=expand,
    )


def around(
    graph: CurrentGraph,
    start: int,
    *,
    depth: int = DEPTH,
    direction: Way = "both",
    scope: Scope = "neighbourhood",
    max_nodes: int = MAX_NODES,
    expand: Expansion = Expansion(),  # noqa: B008  # a value
) -> Extent:
    """The nodes around one, as it is shown in the graph."""
    graph.visible([start])
    if scope == "component":
        return Extent(graph, *_component(graph, start, max_nodes))
    ways: tuple[Way, ...] = ("upstream", "downstream") if direction == "flows" else (direction,)
    shown, beyond = _nearest([_walked(graph, start, way, depth, max_nodes) for way in ways])
    if len(shown) > max_nodes:
        beyond |= set(shown[max_nodes:])
    kept = set(shown[:max_nodes])
    _expand(graph, kept, expand, max_nodes)
    beyond -= kept
    reason: Literal["maxNodes", "depth"] = "maxNodes" if len(shown) >= max_nodes else "depth"
    truncated = Truncated(reason, len(beyond)) if beyond else None
    return Extent(graph, kept, truncated, start)


def _as_node(graph: CurrentGraph, found: Found) -> int:
    """The key of what a node id stands for; of a job, of the one that it is shown as."""
    if found.entity.kind == "dataset":
        return found.entity.key
    [key] = graph.groups.shown_as([found.entity.key]).values()
    return key


def _component(
    graph: CurrentGraph, start: int, max_nodes: int
) -> tuple[set[int], Truncated | None]:
    reached = breadth_first([start], along(graph.links))
    ids = distinct_ids(graph.visible(reached).values())
    shown = set(sorted(ids, key=ids.__getitem__)[:max_nodes])
    hidden = len(ids) - len(shown)
    return shown, Truncated("maxNodes", hidden) if hidden else None


class _Walked(NamedTuple):
    graph: CurrentGraph
    distance: dict[int, int]
    beyond: set[int]
    """What comes next, where the walk ended before all was reached."""


def _walked(graph: CurrentGraph, start: int, direction: Way, depth: int, max_nodes: int) -> _Walked:
    ways: Ways = Undirected(graph)
    if direction != "both":
        ways = Directed(graph, upstream=direction == "upstream")
    hops = _Hops(graph, ways, depth, max_nodes)
    breadth_first(hops.begin(start), hops.onward)
    distance = _as_shown(graph, hops.distance)
    beyond = _as_shown(graph, dict.fromkeys(hops.beyond(), 0)).keys()
    return _Walked(graph, distance, set(beyond))


def _nearest(walks: Collection[_Walked]) -> tuple[list[int], set[int]]:
    """What walks have reached, by distance, and what comes after."""
    distance: dict[int, int] = {}
    for walk in walks:
        for key, hops in walk.distance.items():
            distance[key] = min(hops, distance.get(key, hops))
    [graph, *_] = (walk.graph for walk in walks)
    ids = distinct_ids(graph.visible(distance).values())
    nearest = sorted(ids, key=lambda key: (distance[key], not graph.is_job(key), ids[key]))
    return nearest, set().union(*(walk.beyond for walk in walks)) - distance.keys()


def _expand(graph: CurrentGraph, shown: set[int], expand: Expansion, max_nodes: int) -> None:
    """Adds the neighbours of the nodes to expand, which may be among what others bring."""
    above, below = (_known(graph, nodes) for nodes in expand)
    done: set[int] = set()
    while now := ((above | below) & shown) - done:
        links = graph.links(now)
        found = {link.origin for link in links if link.destination in now & above}
        found |= {link.destination for link in links if link.origin in now & below}
        ids = distinct_ids(graph.visible(found - shown).values())
        shown |= set(sorted(ids, key=ids.__getitem__)[: max_nodes - len(shown)])
        done |= now


def _known(graph: CurrentGraph, nodes: Iterable[str]) -> set[int]:
    """What was not there yet, or is no more, cannot be expanded."""
    found = set()
    for node in nodes:
        try:
            one = resolve(graph.snapshot, node, kinds=("job", "dataset"), at=graph.at)
        except NotFoundError:
            continue
        found.add(_as_node(graph, one))
    return found


def _as_shown(graph: CurrentGraph, distance: dict[int, int]) -> dict[int, int]:
    """Distances of the jobs that jobs are shown as: the nearest counts."""
    shown = graph.groups.shown_as(key for key in distance if graph.is_job(key))
    nearest: dict[int, int] = {}
    for key, hops in sorted(distance.items(), key=lambda item: item[1]):
        nearest.setdefault(shown.get(key, key), hops)
    return nearest


class _Hops:
    """From passage to passage, by hops from job to job: the datasets of a job are as far as it.

    A job may be entered several times, from several datasets, as its flows differ for each; what
    is walked once is a passage through it.
    """

    def __init__(self, graph: CurrentGraph, ways: Ways, depth: int, max_nodes: int) -> None:
        self._graph = graph
        self._ways = ways
        self._depth = depth
        self._max_nodes = max_nodes
        self._hop = 0
        self._left: set[Passage] = set()
        """Where the walk was to end before all was reached."""
        self.distance: dict[int, int] = {}
        """Hops from the start to each job and dataset reached."""

    def begin(self, start: int) -> set[Passage]:
        if not self._graph.is_job(start):
            self.distance[start] = -1
            return self._ways.onward({start})
        alone = not isinstance(self._ways, Directed)
        jobs = {start} if alone else self._graph.groups.members([start])
        return {Passage(job, AT_START) for job in jobs}

    def onward(self, passages: Collection[Passage]) -> set[Passage]:
        """Goes through all that are one hop further, to the passages of the next."""
        room = self._max_nodes - len(self.distance)
        if self._hop > self._depth or room <= 0:
            self._left = set(passages)
            return set()
        # A hub may have any number of jobs: only as many as can be shown are gone through.
        jobs = {passage.job for passage in passages} - self.distance.keys() - {NO_JOB}
        too_many = jobs - self._first(jobs, room)
        self._left = {passage for passage in passages if passage.job in too_many}
        self._reach(jobs - too_many)
        reached = self._ways.through(set(passages) - self._left)
        if too_many:
            self._reach(reached.datasets)
            return set()
        fresh = self._reach(reached.datasets)
        self._hop += 1
        return self._ways.onward(fresh) | reached.passages

    def _first(self, jobs: set[int], count: int) -> set[int]:
        """At most so many of them, by id."""
        if len(jobs) <= count:
            return jobs
        ids = distinct_ids(self._graph.visible(jobs).values())
        return set(sorted(ids, key=ids.__getitem__)[:count])

    def _reach(self, keys: Iterable[int]) -> set[int]:
        fresh = {key for key in keys if key not in self.distance}
        self.distance |= dict.fromkeys(fresh, self._hop)
        return fresh

    def beyond(self) -> set[int]:
        """The nodes that come next, where the walk ended before all were reached."""
        jobs = {passage.job for passage in self._left} - {NO_JOB}
        known = {p for p in self._left if p.job == NO_JOB or p.job in self.distance}
        return (jobs | self._ways.through(known).datasets) - self.distance.keys()
