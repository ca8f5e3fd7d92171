"""Whatever a contract looks like: it is read as it says, or refused, and never crashes."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from headwater.contracts.checking.changes import compared
from headwater.contracts.checking.check import check, registered
from headwater.contracts.checking.formats import FORMATS
from headwater.contracts.contract import Contract, canonical_id, decoded, encoded
from headwater.contracts.documents.read import read
from headwater.contracts.graph import contract_graph, product_graph
from headwater.contracts.registry import Registry
from tests.contracts.generated import CONTRACTS, mutated, written
from tests.contracts.rfc import as_read


def lineage(contract: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = contract.get("lineage") or {}
    for custom in contract.get("customProperties", ()):
        found = custom["value"]
    return found


@given(written())
def test_a_contract_is_read_as_it_says(given_: tuple[dict[str, Any], str]) -> None:
    contract, text = given_
    spec = as_read(text).spec
    assert isinstance(spec, Contract)
    assert spec.id == canonical_id(contract.get("id") or contract["uuid"])
    assert (spec.version, spec.status) == (contract["version"], contract.get("status"))
    assert spec.product == contract.get("quantumName")
    expected = {
        (canonical_id(item["UUID"]), item.get("version"))
        for item in lineage(contract).get("inputDataContracts", ())
    }
    assert {(item.id, item.version) for item in spec.inputs} == expected
    objects = contract.get("schema") or contract.get("dataset") or []
    assert [item.name for item in spec.objects] == [
        item.get("name") or item.get("table") for item in objects
    ]
    for item, made in zip(objects, spec.objects, strict=True):
        columns = item.get("properties") or item.get("columns") or []
        top = [field for field in made.fields if "." not in field.path]
        assert [field.path for field in top] == [c.get("name") or c["column"] for c in columns]
        for column, field in zip(columns, top, strict=True):
            required = column.get("required")
            if "isNullable" in column:
                required = not column["isNullable"]
            assert field.required == required
            assert field.physical == column.get("physicalName", field.path)


@given(mutated())
def test_a_damaged_contract_is_read_or_refused(text: str) -> None:
    found = read(text.encode(errors="surrogatepass"), "a.yaml")
    assert found.read or found.refused
    for refusal in found.refused:
        assert refusal.message
        assert refusal.line >= 1
    for one in found.read:
        assert decoded(encoded(one.spec)) == one.spec
        assert one.document.text in text
        again = read(one.document.text.encode(), "a.yaml", one.document.line).read
        assert [other.spec for other in again] == [one.spec]
    report = check(found.read, found.refused)
    for form in FORMATS.values():
        assert form(report)


@given(written())
def test_a_contract_compared_with_itself_has_not_changed(
    given_: tuple[dict[str, Any], str],
) -> None:
    spec = as_read(given_[1]).spec
    assert isinstance(spec, Contract)
    assert compared(spec, spec).changes == ()


@given(st.lists(written(CONTRACTS), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_the_graph_does_not_depend_on_the_order_of_registration(
    contracts: list[tuple[dict[str, Any], str]], random: Random
) -> None:
    """Though the times of registration differ, as each id is registered once."""
    by_id = {as_read(text).spec.id: as_read(text) for _, text in contracts}
    graphs = []
    for _ in range(2):
        order = list(by_id.values())
        random.shuffle(order)
        known = Registry(v for at, one in enumerate(order) for v in registered([one], at))
        graph = contract_graph(known)
        graphs.append((graph, product_graph(known, graph)))
    assert graphs[0] == graphs[1]
