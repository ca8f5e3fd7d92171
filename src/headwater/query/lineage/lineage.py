"""The graph around a job or dataset, now or as of any time (semantics 6)."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from headwater.answers.graph import LineageGraph, Truncated
from headwater.errors import BadRequestError, NodeIdError, NotFoundError
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.flows import AT_START, NO_JOB, Directed, Passage, Undirected, Ways
from headwater.query.lineage.shown import Extent, Shown, show
from headwater.query.moments import in_force
from headwater.query.names.entities import distinct_ids
from headwater.query.node_ids import Found, parse, resolve
from headwater.query.versions.versions import dataset_versions_in
from headwater.query.walk import breadth_first
from headwater.questions.graph import DEPTH, MAX_NODES, Expansion, LineageQuestion, Scope, Way
from headwater.store import Snapshot


def lineage(snapshot: Snapshot, question: LineageQuestion) -> LineageGraph:
    return shown(snapshot, question).answer


def shown(snapshot: Snapshot, question: LineageQuestion) -> Shown:
    """The answer, and what it was made of."""
    return show(
        extent(snapshot, question),
        fold_private=question.fold_private,
        columns=question.columns,
        with_vitals=question.vitals,
    )


def extent(snapshot: Snapshot, question: LineageQuestion) -> Extent:
    """The nodes of the graph that the question is about, before details are looked up."""
    node, moment = question.node_id, _moment(snapshot, question)
    found = resolve(snapshot, node, kinds=("job", "dataset"), at=moment)
    if found.version is not None:
        raise NodeIdError(f"{node!r} is a version; ask for its run lineage, or as of a time")
    graph = CurrentGraph(
        snapshot,
        moment,
        group_by=question.group_by,
        data=question.data,
        control=question.control,
    )
    return around(
        graph,
        _as_node(graph, found),
        depth=question.depth,
        direction=question.direction,
        scope=question.scope,
        max_nodes=question.max_nodes,
        expand=question.expand,
    )


def _moment(snapshot: Snapshot, question: LineageQuestion) -> int:
    """The time that is asked about, in whichever way it is given."""
    given = {
        "at": question.at,
        "lineageAt": question.lineage_at,
        "datasetVersion": question.dataset_version,
    }
    names = [name for name, value in given.items() if value is not None]
    if len(names) > 1:
        raise BadRequestError(f"{' and '.join(names)} each give a moment: leave out all but one")
    if question.dataset_version is None:
        return in_force(question.at if question.lineage_at is None else question.lineage_at)
    asked = f"{question.node_id}#{question.dataset_version}"
    if parse(asked).version is None:
        raise BadRequestError(
            f"datasetVersion is {question.dataset_version!r}; expected the UUID of a version"
        )
    found = resolve(snapshot, asked, kinds=("dataset",), deleted=True)
    [version] = dataset_versions_in(snapshot, "version_id", [str(found.version)])
    if version.kind == "initial":  # it was there before all events
        return min(version.valid_to - 1, in_force(None))
    return version.valid_from


def around(
    graph: CurrentGraph,
    start: int,
    *,
    depth: int = DEPTH,
    direction: Way = "both",
    scope: Scope = "neighbourhood",
    max_nodes: int = MAX_NODES,
    expand: Expansion = Expansion(),  # noqa: B008  # it is immutable
) -> Extent:
    """The nodes around a start, which is a node as the graph shows it."""
    graph.visible([start])
    if scope == "component":
        return Extent(graph, *component([graph], start, max_nodes))
    ways: tuple[Way, ...] = ("upstream", "downstream") if direction == "flows" else (direction,)
    nearest, beyond = _nearest([_walked(graph, start, way, depth, max_nodes) for way in ways])
    if len(nearest) > max_nodes:
        beyond |= set(nearest[max_nodes:])
    kept = set(nearest[:max_nodes])
    _expand(graph, kept, expand, max_nodes)
    beyond -= kept
    reason: Literal["maxNodes", "depth"] = "maxNodes" if len(nearest) >= max_nodes else "depth"
    truncated = Truncated(reason, len(beyond)) if beyond else None
    return Extent(graph, kept, truncated, start)


def _as_node(graph: CurrentGraph, found: Found) -> int:
    """The key of the node that is shown: for a job, that of its group."""
    if found.entity.kind == "dataset":
        return found.entity.key
    [key] = graph.groups.shown_as([found.entity.key]).values()
    return key


def component(
    graphs: Sequence[CurrentGraph], start: int, max_nodes: int = MAX_NODES
) -> tuple[set[int], Truncated | None]:
    """All that edges connect with a node in one of the graphs, or in several taken together."""

    def neighbours(keys: Collection[int]) -> set[int]:
        return set().union(*(graph.neighbours(keys) for graph in graphs))

    reached = breadth_first([start], neighbours)
    found = {key: entity for graph in graphs for key, entity in graph.visible(reached).items()}
    ids = distinct_ids(found.values())
    shown = set(sorted(ids, key=ids.__getitem__)[:max_nodes])
    hidden = len(ids) - len(shown)
    return shown, Truncated("maxNodes", hidden) if hidden else None


class _Walked(NamedTuple):
    graph: CurrentGraph
    distance: dict[int, int]
    beyond: set[int]
    """The nodes that come next, if the walk ended before everything was reached."""


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
    """The nodes that the walks have reached, nearest first, and the nodes that come next."""
    distance: dict[int, int] = {}
    for walk in walks:
        for key, hops in walk.distance.items():
            distance[key] = min(hops, distance.get(key, hops))
    [graph, *_] = (walk.graph for walk in walks)
    ids = distinct_ids(graph.visible(distance).values())
    nearest = sorted(ids, key=lambda key: (distance[key], not graph.is_job(key), ids[key]))
    return nearest, set().union(*(walk.beyond for walk in walks)) - distance.keys()


def _expand(graph: CurrentGraph, shown: set[int], expand: Expansion, max_nodes: int) -> None:
    """Adds the neighbours of the nodes to expand. A node may become shown by expanding another."""
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
    """The nodes that exist at that time. Others cannot be expanded and are ignored."""
    found = set()
    for node in nodes:
        try:
            one = resolve(graph.snapshot, node, kinds=("job", "dataset"), at=graph.at)
        except NotFoundError:
            continue
        found.add(_as_node(graph, one))
    return found


def _as_shown(graph: CurrentGraph, distance: dict[int, int]) -> dict[int, int]:
    """The distances of groups of jobs, each by its nearest member."""
    if not graph.groups.rolls_up:
        return distance
    shown = graph.groups.shown_as(key for key in distance if graph.is_job(key))
    nearest: dict[int, int] = {}
    for key, hops in sorted(distance.items(), key=lambda item: item[1]):
        nearest.setdefault(shown.get(key, key), hops)
    return nearest


class _Hops:
    """Walks from passage to passage, counting hops from job to job.

    The datasets next to a job are as far as the job. A job may be entered several times from
    different datasets, as its flows differ for each. What is walked only once is a passage through
    the job.
    """

    def __init__(self, graph: CurrentGraph, ways: Ways, depth: int, max_nodes: int) -> None:
        self._graph = graph
        self._ways = ways
        self._depth = depth
        self._max_nodes = max_nodes
        self._hop = 0
        self._left: set[Passage] = set()
        """The passages at which the walk ended before everything was reached."""
        self.distance: dict[int, int] = {}
        """The number of hops from the start to each job and dataset."""

    def begin(self, start: int) -> set[Passage]:
        if not self._graph.is_job(start):
            self.distance[start] = -1
            return self._ways.onward({start})
        alone = not isinstance(self._ways, Directed)
        jobs = {start} if alone else self._graph.groups.members([start])
        return {Passage(job, AT_START) for job in jobs}

    def onward(self, passages: Collection[Passage]) -> set[Passage]:
        """Goes through all passages of this hop, and returns those of the next hop."""
        room = self._max_nodes - len(self.distance)
        if self._hop > self._depth or room <= 0:
            self._left = set(passages)
            return set()
        # A hub may have any number of jobs, so the walk visits only as many as can be shown.
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
        """The first `count` of these jobs by id."""
        if len(jobs) <= count:
            return jobs
        ids = distinct_ids(self._graph.visible(jobs).values())
        return set(sorted(ids, key=ids.__getitem__)[:count])

    def _reach(self, keys: Iterable[int]) -> set[int]:
        fresh = {key for key in keys if key not in self.distance}
        self.distance |= dict.fromkeys(fresh, self._hop)
        return fresh

    def beyond(self) -> set[int]:
        """The nodes that come next, if the walk ended before everything was reached."""
        jobs = {passage.job for passage in self._left} - {NO_JOB}
        known = {p for p in self._left if p.job == NO_JOB or p.job in self.distance}
        return (jobs | self._ways.through(known).datasets) - self.distance.keys()
