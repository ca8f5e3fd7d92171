"""Contracts and products are asked for by the ids and names that answers give (contracts 3.4)."""

from collections.abc import Callable

import pytest

from headwater.errors import NotFoundError
from headwater.query.contracts.contracts import contract_details, contract_diff
from headwater.store import Snapshot
from tests.contracts.rfc import W1, W2, X, Y, Z
from tests.questions import (
    contract_drift,
    contract_impact,
    design_lineage,
    list_contracts,
    operational_lineage,
)

PRODUCT = """kind: DataProduct
apiVersion: v1.0.0
id: shop-orders
name: Orders
outputPorts:
- {name: raw, contractId: raw}
- {name: facts, contractId: facts}
"""
RAW = "id: raw\nversion: 1.0.0\nname: Orders\n"
FACTS = "id: facts\nversion: 1.0.0\nlineage: {inputDataContracts: [{id: raw}]}\n"
REPORT = "id: report\nversion: 1.0.0\nlineage: {inputDataContracts: [{id: facts}]}\n"


@pytest.fixture
def shop(registered: Callable[..., Snapshot]) -> Snapshot:
    return registered(PRODUCT, RAW, FACTS, REPORT)


def test_every_node_of_a_design_graph_is_found_by_its_id_and_its_name(
    example: Snapshot, shop: Snapshot
) -> None:
    for snapshot in (example, shop):
        for level in ("contract", "product"):
            for node in design_lineage(snapshot, level=level).nodes:
                for asked in (node.id, node.id.partition(":")[2], node.name):
                    assert design_lineage(snapshot, asked, level=level).start == (node.id,)
                    assert contract_impact(snapshot, node.id).id == node.id.partition(":")[2]


def test_the_lineage_of_a_product_that_only_contracts_name_is_that_of_its_contracts(
    example: Snapshot,
) -> None:
    graph = design_lineage(example, "Data Product W", level="product", direction="downstream")
    assert [node.name[-1] for node in graph.nodes] == ["W", "Y", "Z"]
    by_contract = design_lineage(example, "product:Data Product W", direction="downstream")
    assert by_contract.start == (f"contract:{W2}", f"contract:{W1}")
    assert {node.id.partition(":")[2] for node in by_contract.nodes} == {W1, W2, Y, Z}


def test_a_name_of_both_means_the_contract_and_on_the_product_graph_the_product(
    shop: Snapshot,
) -> None:
    assert design_lineage(shop, "Orders").start == ("contract:raw",)
    assert design_lineage(shop, "Orders", level="product").start == ("product:shop-orders",)
    assert contract_impact(shop, "Orders").id == "raw"
    assert contract_impact(shop, "product:Orders").id == "shop-orders"


def test_the_impact_of_a_product_is_that_of_all_its_contracts(
    shop: Snapshot, variant_b: Snapshot
) -> None:
    found = contract_impact(shop, "shop-orders")
    assert (found.kind, found.version) == ("product", None)
    assert [(one.id, one.distance, one.via) for one in found.contracts] == [("report", 1, "facts")]
    found = contract_impact(variant_b, "Data Product Y")
    assert [one.id for one in found.contracts] == [Z]
    assert found.operational == contract_impact(variant_b, Y).operational


def test_what_runs_behind_a_product_is_what_runs_behind_its_contracts(variant_b: Snapshot) -> None:
    behind = operational_lineage(variant_b, "Data Product Z")
    assert behind == operational_lineage(variant_b, Z)


def test_questions_about_one_contract_say_which_ones_a_product_has(example: Snapshot) -> None:
    for ask in (contract_drift, contract_diff, contract_details):
        with pytest.raises(NotFoundError, match=f"one of its contracts: {X}"):
            ask(example, "Data Product X")


def test_a_contract_without_a_name_is_named_by_what_it_covers(
    registered: Callable[..., Snapshot],
) -> None:
    servers = "servers: [{server: p, type: postgres, host: db, port: 5432, database: d, schema: s}]"
    objects = "schema: [{name: t}, {name: u}, {name: v}, {name: w}]"
    snapshot = registered(
        f"id: 11111111-1111-1111-1111-111111111111\nversion: 1.0.0\n{servers}\n{objects}\n",
        f"id: 22222222-2222-2222-2222-222222222222\nversion: 1.0.0\n{objects}\n",
        "id: 33333333-3333-3333-3333-333333333333\nversion: 1.0.0\n",
    )
    names = ["33333333-3333-3333-3333-333333333333", "d.s.t, d.s.u, d.s.v and 1 more"]
    names.append("t, u, v and 1 more")
    assert [one.name for one in list_contracts(snapshot).contracts] == names
    assert {node.name for node in design_lineage(snapshot).nodes} == set(names)
    assert list_contracts(snapshot, text="D.S.U").total_count == 1
