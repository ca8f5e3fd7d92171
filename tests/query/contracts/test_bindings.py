"""Which datasets a contract is about."""

from collections.abc import Callable
from pathlib import Path

from headwater.model.facts import Rules
from headwater.query.contracts.contracts import (
    contract_details,
)
from headwater.store import Snapshot, Store, open_store
from tests.query.rows import Rows
from tests.questions import drift, lineage

Stored = Callable[[], Snapshot]


def test_bindings_go_by_identity_aliases_and_names_as_the_rules_leave_them(
    rows: Rows, stored: Stored
) -> None:
    rows.dataset("orders", "s3://lake", aliases=[("glue", "table/shop/orders")])
    outputs = "[{namespace: glue, name: table/shop/orders}, {namespace: s3://lake, name: %s}]"
    rows.contract(f"id: a\nversion: 1\nlineage: {{outputDatasets: {outputs % 'orders'}}}\n", 1)
    rows.contract(
        f"id: b\nversion: 1\nlineage: {{outputDatasets: {outputs % 'orders/day=1'}}}\n", 1
    )
    snapshot = stored()
    for contract in ("a", "b"):
        found = contract_details(snapshot, contract)
        assert {out.dataset for out in found.outputs} == {"dataset:s3://lake:orders"}
    graph = lineage(snapshot, "dataset:glue:table/shop/orders")
    assert [mark.id for mark in graph.nodes[0].contracts] == ["a", "b"]
    assert drift(snapshot, code="dataset-claimed-twice").total_count == 2


def test_namespaces_of_contracts_can_stand_for_those_of_events(
    store: Store, rows: Rows, tmp_path: Path
) -> None:
    rows.dataset("orders", "postgres://db-17.internal:5432")
    output = "{namespace: 'postgres://shop', name: orders}"
    rows.contract(f"id: a\nversion: 1\nlineage: {{outputDatasets: [{output}]}}\n", 1)
    rules = Rules(namespace_aliases=(("postgres://shop", "postgres://db-17.internal:5432"),))
    with open_store(f"sqlite:///{tmp_path}/aliased", rules=rules) as aliased:
        rows.write(aliased)
        with aliased.snapshot() as snapshot:
            [bound] = contract_details(snapshot, "a").outputs
            assert bound.dataset == "dataset:postgres://db-17.internal:5432:orders"
    rows.write(store)
    with store.snapshot() as snapshot:
        [unbound] = contract_details(snapshot, "a").outputs
        assert unbound.dataset is None


def test_a_dataset_that_a_contract_covers_is_never_private(rows: Rows, stored: Stored) -> None:
    temporary = rows.dataset("t")
    rows.stated(temporary, "datasetType", {"datasetType": "TEMPORARY"})
    rows.uses(rows.job("j"), [], [temporary])
    rows.contract("id: a\nversion: 1\nlineage: {outputDatasets: [{namespace: ns, name: t}]}\n", 5)
    snapshot = stored()
    for at, private in ((4, True), (5, False)):
        graph = lineage(snapshot, "dataset:ns:t", at=at, fold_private=True)
        [node] = [shown for shown in graph.nodes if shown.type == "DATASET"]
        assert node.marks.private == private
        assert len(node.contracts) == (not private)
