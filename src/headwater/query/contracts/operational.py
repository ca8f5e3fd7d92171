"""The operational lineage behind a contract: what really runs, up to other contracts."""

from headwater.answers.graph import LineageGraph, Truncated
from headwater.errors import NotFoundError
from headwater.query.contracts.subject import require_subject
from headwater.query.contracts.walks import FlowWalks
from headwater.query.graph.current import CurrentGraph
from headwater.query.lineage.shown import Extent, show
from headwater.query.moments import in_force
from headwater.query.registry.bindings import bindings
from headwater.query.registry.registered import contracts
from headwater.questions.contracts import OperationalQuestion
from headwater.questions.graph import MAX_NODES
from headwater.store import Snapshot


def operational_lineage(
    snapshot: Snapshot, question: OperationalQuestion, *, max_nodes: int = MAX_NODES
) -> LineageGraph:
    """The graph of what runs behind a contract; see `operational_extent`."""
    return show(operational_extent(snapshot, question, max_nodes=max_nodes)).answer


def operational_extent(
    snapshot: Snapshot, question: OperationalQuestion, *, max_nodes: int = MAX_NODES
) -> Extent:
    """The jobs and datasets upstream of the output datasets of a contract, or of all contracts of a
    product, on the current graph or as of a time, ending at datasets bound to other contracts."""
    depth, moment = question.depth, in_force(question.at)
    known = contracts(snapshot, question.at)
    subject = require_subject(known, question.contract)
    bound = bindings(snapshot, known)
    graph = CurrentGraph(snapshot, moment)
    starts = graph.visible(bound.datasets_of(subject.contracts))
    if not starts:
        named = any(map(bound.of_contract, subject.contracts))
        why = "no event names the datasets it is bound to" if named else "no dataset is bound to it"
        raise NotFoundError(
            f"nothing is known of what runs behind {subject.id}: {why};"
            " see `headwater contracts drift`"
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
