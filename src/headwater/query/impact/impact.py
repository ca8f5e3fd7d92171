"""What a change to a job, a dataset or a column reaches, and who owns that (semantics 8.4)."""

from collections.abc import Callable, Iterator, Set
from typing import Literal, TypeAlias

from headwater.answers.facets import Owner
from headwater.answers.graph import Truncated
from headwater.answers.impact import Impact, ImpactNode, ImpactType
from headwater.errors import NodeIdError
from headwater.model.directions import OneWay
from headwater.query.columns.column_graph import FieldPlace, place_id
from headwater.query.facets.owners import owners
from headwater.query.graph.current import CurrentGraph
from headwater.query.graph.latest import latest_runs
from headwater.query.impact.column_impact import ColumnImpact
from headwater.query.impact.impact_paths import FlowPaths, ImpactPath, Reach
from headwater.query.moments import in_force
from headwater.query.names.entities import distinct_ids
from headwater.query.node_ids import resolve
from headwater.query.registry.bindings import contract_marks
from headwater.query.registry.registered import contracts
from headwater.questions.graph import MAX_NODES, ImpactQuestion
from headwater.store import Snapshot

_TYPES: dict[str, ImpactType] = {"job": "JOB", "dataset": "DATASET"}


def impact(snapshot: Snapshot, question: ImpactQuestion) -> Impact:
    """Every job and dataset that a node leads to along flows, and the contracts that cover these.

    From a column, the columns that it leads to are included too. Of several paths to a node the one
    with the fewest hops counts, then the shortest, then the smallest by ids.
    """
    node, direction, depth = question.node_id, question.direction, question.depth
    moment = in_force(question.at)
    found = resolve(snapshot, node, kinds=("job", "dataset", "datasetField"), at=moment)
    if found.version is not None:
        raise NodeIdError(f"{node!r} is a version; ask for its run lineage, or as of a time")
    reach = Reach(CurrentGraph(snapshot, moment), found, MAX_NODES)
    certain: Set[FieldPlace] = reach.paths.keys()
    if found.kind == "datasetField":
        walk = ColumnImpact(reach, found, direction, depth)
        beyond = walk.certain()
        certain = set(reach.paths)
        beyond = (beyond | walk.possible()) - reach.paths.keys()
    else:
        beyond = _along_flows(reach, direction, depth)
    named = _names(reach)
    nodes = [*_nodes(reach, certain, named), *_contracts(reach, certain, named)]
    nodes.sort(key=lambda node: (node.distance, node.id))
    hidden = len(beyond) + len(nodes[MAX_NODES:])
    reason: Literal["maxNodes", "depth"] = "maxNodes" if reach.is_full else "depth"
    return Impact(
        named(reach.start),
        direction,
        tuple(nodes[:MAX_NODES]),
        Truncated(reason, hidden) if hidden else None,
    )


def _along_flows(reach: Reach, direction: OneWay, depth: int) -> set[FieldPlace]:
    """Walks along the flows inside jobs, and returns the nodes that come next."""
    walk = FlowPaths(reach, direction)
    passages = walk.begin()
    hop = 0
    while passages and hop <= depth and not reach.is_full:
        passages = walk.through(passages)
        hop += 1
    return walk.next_to(passages)


_Names: TypeAlias = Callable[[FieldPlace], str]


def _names(reach: Reach) -> _Names:
    """A function that gives the node id of everything that is reached."""
    found = reach.graph.visible({place.dataset for place in reach.paths})
    ids = distinct_ids(found.values())

    def named(place: FieldPlace) -> str:
        entity = found[place.dataset]
        return place_id(entity, place) if place.field else ids[place.dataset]

    return named


def _nodes(reach: Reach, certain: Set[FieldPlace], named: _Names) -> Iterator[ImpactNode]:
    snapshot, at = reach.graph.snapshot, reach.graph.at
    found = reach.graph.visible({place.dataset for place in reach.paths})
    answered = owners(snapshot, found)
    jobs = {key for key in found if reach.graph.is_job(key)}
    runs = latest_runs(snapshot, jobs, found.keys() - jobs, at)
    for place, path in reach.paths.items():
        if place != reach.start:
            entity = found[place.dataset]
            yield ImpactNode(
                id=named(place),
                type="DATASET_FIELD" if place.field else _TYPES[entity.kind],
                certainty="certain" if place in certain else "possible",
                namespace=entity.namespace,
                name=entity.name,
                field=place.field or None,
                distance=len(path) - 1,
                path=tuple(named(stop.place) for stop in path),
                owners=answered.get(place.dataset, ()),
                run=runs[place.dataset].run if place.dataset in runs else None,
            )


def _contracts(reach: Reach, certain: Set[FieldPlace], named: _Names) -> Iterator[ImpactNode]:
    """The contracts that cover the start or a dataset that is reached, one step beyond it."""
    snapshot, at = reach.graph.snapshot, reach.graph.at
    datasets = {place.dataset for place in reach.paths if not reach.graph.is_job(place.dataset)}
    covered = contract_marks(snapshot, datasets, at)
    in_force_then = contracts(snapshot, at).registry.in_force
    best: dict[str, tuple[bool, int, ImpactPath]] = {}
    for place, path in reach.paths.items():
        for mark in covered.get(place.dataset, ()):
            way = (place not in certain, len(path), path)
            best[mark.id] = min(best.get(mark.id, way), way)
    for contract, (is_possible, steps, path) in best.items():
        spec = in_force_then[contract]
        node = f"contract:{contract}"
        yield ImpactNode(
            id=node,
            type="CONTRACT",
            certainty="possible" if is_possible else "certain",
            namespace="",
            name=spec.title,
            field=None,
            distance=steps,
            path=(*(named(stop.place) for stop in path), node),
            owners=tuple(Owner(name, "") for name in spec.owners),
            run=None,
        )
