"""Design lineage: contracts, products, circles, and who is impacted."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.contracts.graph import (
    DeclaredEdge,
    DeclaredStep,
    Graph,
    around,
    contract_graph,
    cycles,
    product_graph,
    reach,
)
from headwater.contracts.impact import design_impact
from headwater.contracts.registry import Registry
from tests.contracts.rfc import BOUND_Y, TEXTS, W1, W2, X, Y, Z, registry

ORDERS = list(permutations(TEXTS))


def edges(graph: Graph) -> set[tuple[str, str]]:
    return {(edge.origin, edge.destination) for edge in graph.edges}


def unresolved(graph: Graph, known: Registry) -> list[str]:
    return sorted(graph.nodes - known.contracts.keys())


def way_to(steps: dict[str, DeclaredStep], node: str) -> tuple[str, ...]:
    """From the start."""
    via = steps[node].via
    return (node,) if via is None else (*way_to(steps, via), node)


def impacted(known: Registry, contract: str) -> dict[str, int]:
    found = design_impact(known, contract_graph(known), [contract])
    return {one.id: one.distance for one in found.contracts}


@pytest.mark.parametrize("y", [TEXTS[Y], BOUND_Y], ids=["as printed", "variant B"])
def test_the_example_of_the_rfc_is_the_same_in_every_order(y: str) -> None:
    texts = TEXTS | {Y: y}
    assert len(ORDERS) == 120
    for order in ORDERS:
        known = registry(*(texts[one] for one in order))
        graph = contract_graph(known)
        assert graph.nodes == {W1, W2, X, Y, Z}
        assert edges(graph) == {(X, Y), (W2, Y), (Y, Z)}
        assert (unresolved(graph, known), cycles(known.depend_on)) == ([], [])
        products = product_graph(known, graph)
        assert products.members == {
            "product:Data Product W": (W2, W1),
            "product:Data Product X": (X,),
            "product:Data Product Y": (Y,),
            "product:Data Product Z": (Z,),
        }
        assert [(e.origin[-1], e.destination[-1], e.contracts) for e in products.edges] == [
            ("W", "Y", ((W2, Y),)),
            ("X", "Y", ((X, Y),)),
            ("Y", "Z", ((Y, Z),)),
        ]
        assert impacted(known, Y) == {Z: 1}
        assert impacted(known, X) == impacted(known, W2) == {Y: 1, Z: 2}
        assert impacted(known, W1) == impacted(known, Z) == {}


def test_impact_rolls_up_to_products_only_after_it_has_walked_contracts() -> None:
    known = registry(*TEXTS.values())
    found = design_impact(known, contract_graph(known), [X])
    assert [(p.name, p.distance, p.contracts) for p in found.products] == [
        ("Data Product Y", 1, (Y,)),
        ("Data Product Z", 2, (Z,)),
    ]
    assert [one.id for one in found.direct] == [Y]
    assert [one.via for one in found.contracts] == [X, Y]


def test_a_contract_that_is_only_named_is_a_placeholder() -> None:
    known = registry(TEXTS[Z])
    graph = contract_graph(known)
    assert (edges(graph), unresolved(graph, known)) == ({(Y, Z)}, [Y])
    assert impacted(known, Y) == {Z: 1}
    assert product_graph(known, graph).members == {
        f"contract:{Y}": (Y,),
        "product:Data Product Z": (Z,),
    }


def test_circles_and_self_references_are_found_and_walks_end() -> None:
    looped = TEXTS[Y].replace(f"- UUID: {X}", f"- UUID: {X}\n    - UUID: {Z}\n    - UUID: {Y}")
    known = registry(TEXTS[Z], looped, TEXTS[X])
    graph = contract_graph(known)
    assert cycles(known.depend_on) == [(Z, Y)]
    assert (Y, Y) in edges(graph)
    assert impacted(known, X) == {Y: 1, Z: 2}
    assert impacted(known, Y) == {Z: 1}


PRODUCT = f"""apiVersion: v1.0.0
kind: DataProduct
id: p
name: Data Product Z
status: active
inputPorts:
  - {{name: i, version: 1, contractId: {X}}}
  - {{name: j, version: 1, contractId: {Y}}}
outputPorts:
  - name: o
    version: 1
    contractId: {Z}
    inputContracts:
      - {{id: {Y}, version: 2.0.0}}
  - {{name: q, version: 1, contractId: other}}
"""


def test_a_product_adds_the_inputs_of_its_ports() -> None:
    known = registry(*TEXTS.values(), PRODUCT)
    graph = contract_graph(known)
    assert set(graph.edges) >= {
        DeclaredEdge(Y, Z, ("2.0.0",)),
        DeclaredEdge(X, Z, (), coarse=True),
        DeclaredEdge(X, "other", (), coarse=True),
        DeclaredEdge(Y, "other", (), coarse=True),
    }
    assert unresolved(graph, known) == ["other"]
    products = product_graph(known, graph)
    assert products.members["product:p"] == (Z, "other")
    assert {(e.origin, e.destination) for e in products.edges} >= {
        ("product:Data Product X", "product:p"),
        ("product:Data Product Y", "product:p"),
    }
    assert known.product_title("p") == "Data Product Z"


def test_a_contract_of_a_product_by_name_is_the_product_of_that_name() -> None:
    named = "id: n\nversion: 1\ndataProduct: Data Product Z\n"
    assert registry(PRODUCT, named).product_of("n") == "p"
    assert registry(named).product_of("n") == "Data Product Z"


def test_retired_contracts_depend_on_nothing_and_drafts_only_while_alone() -> None:
    retired = TEXTS[Z] + "status: retired\n"
    assert edges(contract_graph(registry(retired))) == set()
    draft = TEXTS[Z] + "status: draft\n"
    assert edges(contract_graph(registry(draft))) == {(Y, Z)}
    newer = draft.replace("1.1.0", "2.0.0").replace(Y, X)
    assert edges(contract_graph(registry(TEXTS[Z], newer))) == {(Y, Z)}


def test_around_a_contract_are_those_above_and_those_below() -> None:
    known = registry(*TEXTS.values())
    graph = contract_graph(known)
    assert around(graph, [Y], "both", None).nodes == {X, W2, Y, Z}
    assert around(graph, [X], "both", None).nodes == {X, Y, Z}
    assert around(graph, [X], "downstream", 1).nodes == {X, Y}
    assert edges(around(graph, [Z], "upstream", 1)) == {(Y, Z)}


NODES = st.integers(0, 7).map(str)
EDGES = st.sets(st.tuples(NODES, NODES), max_size=20)


def graph_of(pairs: set[tuple[str, str]]) -> Graph:
    return Graph(
        frozenset(node for pair in pairs for node in pair),
        tuple(sorted(DeclaredEdge(a, b) for a, b in pairs)),
    )


def closure(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """What leads to what, by brute force."""
    found = set(pairs)
    while more := {(a, d) for a, b in found for c, d in found if b == c} - found:
        found |= more
    return found


@given(EDGES)
def test_circles_are_those_who_reach_each_other(pairs: set[tuple[str, str]]) -> None:
    leads = closure({(a, b) for a, b in pairs if a != b})
    groups = {
        tuple(sorted({a, *(b for b in map(str, range(8)) if {(a, b), (b, a)} <= leads)}))
        for a in map(str, range(8))
    }
    graph, expected = graph_of(pairs), sorted(group for group in groups if len(group) > 1)
    assert cycles(graph.neighbours("downstream")) == expected
    assert cycles(graph.neighbours("upstream")) == expected


@given(EDGES, NODES)
def test_what_is_reached_is_what_leads_there_by_a_shortest_path(
    pairs: set[tuple[str, str]], start: str
) -> None:
    graph = graph_of(pairs)
    steps = reach(graph.neighbours("downstream"), [start])
    leads = closure({(a, b) for a, b in pairs if a != b})
    assert set(steps) == {start} | {b for a, b in leads if a == start}
    for node, step in steps.items():
        way = way_to(steps, node)
        assert (len(way) - 1, way[0], way[-1]) == (step.distance, start, node)
        assert all(pair in pairs for pair in pairwise(way))
    for a, b in pairs:
        if a in steps and b in steps:
            assert steps[b].distance <= steps[a].distance + 1


def test_a_long_chain_is_walked_without_recursion() -> None:
    chain = graph_of({(f"{n:05}", f"{n + 1:05}") for n in range(20_000)})
    assert len(reach(chain.neighbours("downstream"), ["00000"])) == 20_001
    assert cycles(chain.neighbours("downstream")) == []
