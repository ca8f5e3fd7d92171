"""Design lineage of what is registered."""

from collections.abc import Callable

import pytest

from headwater.errors import NotFoundError
from headwater.query.contracts.drift import contract_drift
from headwater.query.contracts.lineage import design_lineage
from headwater.store import Snapshot
from tests.contracts.rfc import TEXTS, W1, W2, X, Y, Z
from tests.query.rows import Rows


def test_the_contract_graph_of_the_example(example: Snapshot) -> None:
    graph = design_lineage(example)
    assert {(e.origin, e.destination) for e in graph.edges} == {
        (f"contract:{X}", f"contract:{Y}"),
        (f"contract:{W2}", f"contract:{Y}"),
        (f"contract:{Y}", f"contract:{Z}"),
    }
    assert len(graph.nodes) == 5
    assert all(node.registered for node in graph.nodes)
    assert (graph.cycles, graph.truncated) == ((), None)


def test_the_product_graph_of_the_example(example: Snapshot) -> None:
    graph = design_lineage(example, level="product")
    assert [(e.origin[-1], e.destination[-1], e.contracts) for e in graph.edges] == [
        ("W", "Y", ((W2, Y),)),
        ("X", "Y", ((X, Y),)),
        ("Y", "Z", ((Y, Z),)),
    ]
    [w] = [node for node in graph.nodes if node.name == "Data Product W"]
    assert {(member.id, member.consumers) for member in w.members} == {(W1, 0), (W2, 1)}


def test_a_part_of_the_graph_says_what_is_hidden(example: Snapshot) -> None:
    graph = design_lineage(example, Z, direction="upstream", depth=1)
    assert [node.id for node in graph.nodes] == [f"contract:{Z}", f"contract:{Y}"]
    assert graph.truncated is not None
    assert (graph.truncated.reason, graph.truncated.hidden) == ("depth", 2)
    assert {node.id[-1]: node.hidden_upstream for node in graph.nodes} == {Z[-1]: 0, Y[-1]: 2}
    cut = design_lineage(example, max_nodes=2)
    assert cut.truncated is not None
    assert (len(cut.nodes), cut.truncated.reason, cut.truncated.hidden) == (2, "maxNodes", 3)


def test_a_placeholder_is_resolved_when_its_contract_comes(
    rows: Rows, registered: Callable[..., Snapshot]
) -> None:
    snapshot = registered(TEXTS[Z], TEXTS[Y])
    [waiting] = [n for n in design_lineage(snapshot, at=0).nodes if not n.registered]
    assert waiting.id == f"contract:{Y}"
    assert [f.code for f in contract_drift(snapshot, Z, at=0).findings] == [
        "output-never-written",
        "unresolved-input",
    ]
    unknown = [n.id for n in design_lineage(snapshot).nodes if not n.registered]
    assert sorted(unknown) == sorted([f"contract:{X}", f"contract:{W2}"])
    with pytest.raises(NotFoundError, match="no contract"):
        contract_drift(snapshot, Y, at=0)
