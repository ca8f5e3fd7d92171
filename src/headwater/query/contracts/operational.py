"""The operational lineage behind a contract: what really runs, up to the contracts of others."""

from headwater.answers.graph import LineageGraph, Truncated
from headwater.errors import NotFoundError
from headwater.query.contracts.listing import require_contract
from headwater.query.contracts.walks import FlowWalks
from headwater.query.graph.current import CurrentGraph
from headwater.query.lineage.lineage import MAX_NODES
from headwater.query.lineage.shown import Extent, show
from headwater.query.moments import in_force
from headwater.query.registry.bindings import bindings
from headwater.query.registry.registered import contracts
from headwater.store import Snapshot


def operational_lineage(
    snapshot: Snapshot,
    contract: str,
    *,
    depth: int | None = None,
    at: int | None = None,
    max_nodes: int = MAX_NODES,
) -> LineageGraph:
    """The graph of what runs behind a contract, as `operational_extent` has it."""
    return show(
        operational_extent(snapshot, contract, depth=depth, at=at, max_nodes=max_nodes)
    ).answer


def operational_extent(
    snapshot: Snapshot,
    contract: str,
    *,
    depth: int | None = None,
    at: int | None = None,
    max_nodes: int = MAX_NODES,
) -> Extent:
    """The jobs and datasets upstream of a contract's output datasets, on the current graph or as of
    a time, ending at datasets that are bound to other contracts.

    `depth` counts jobs: with 1, the jobs that write the outputs, and what these read.
    """
    moment = in_force(at)
    known = contracts(snapshot, at)
    asked = require_contract(known, contract)
    bound = bindings(snapshot, known)
    graph = CurrentGraph(snapshot, moment)
    starts = graph.visible(bound.datasets_of([asked]))
    if not starts:
        named = bool(bound.of_contract(asked))
        why = "no event names the datasets it is bound to" if named else "no dataset is bound to it"
        raise NotFoundError(
            f"nothing is known of what runs behind {asked}: {why}; see `headwater contracts drift`"
        )
    walked = FlowWalks(graph, starts, upstream=True, ends=bound.datasets).walk(starts)
    order = [*walked.datasets, *walked.jobs]
    hops = {node: walked.hops(node) for node in order}
    order.sort(key=lambda node: (hops[node], node))
    near = [node for node in order if depth is None or hops[node] <= depth]
    shown = set(near[:max_nodes])
    truncated = None
    if len(near) > max_nodes:
        truncated = Truncated("maxNodes", len(near) - max_nodes)
    elif depth is not None and len(near) < len(order):
        truncated = Truncated("depth", sum(hops[node] == depth + 1 for node in order))
    return Extent(graph, shown, truncated)
