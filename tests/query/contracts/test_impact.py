"""Whom a change of a contract reaches, by design and by what runs."""

from headwater.query.contracts.impact import contract_impact
from headwater.store import Snapshot
from tests.contracts.rfc import W1, W2, X, Y, Z


def test_impact_of_the_example_as_printed(example: Snapshot) -> None:
    found = contract_impact(example, Y)
    assert [(one.id, one.distance, one.via) for one in found.contracts] == [(Z, 1, Y)]
    assert [(product.name, product.contracts) for product in found.products] == [
        ("Data Product Z", (Z,))
    ]
    assert found.operational.knowledge == "unknown"
    assert found.operational.reason == "no dataset is bound to it"
    for contract in (X, W2):
        assert [one.id for one in contract_impact(example, contract).contracts] == [Y, Z]
    for contract in (W1, Z):
        assert contract_impact(example, contract).contracts == ()
    assert contract_impact(example, Z).operational.knowledge == "none"


def test_impact_of_the_example_in_variant_b(variant_b: Snapshot) -> None:
    found = contract_impact(variant_b, Y).operational
    assert (found.knowledge, found.reason) == ("found", None)
    assert [job.id for job in found.jobs] == ["job:ns:E", "job:ns:F"]
    assert [(hit.id.split(":")[-1], hit.distance, hit.contracts) for hit in found.datasets] == [
        ("DSZ1", 1, ()),
        ("DSZ2-name", 2, (Z,)),
    ]
    assert [(hit.via, hit.id) for hit in (*found.jobs, *found.datasets)] == [
        ("dataset:DSY1-namespace:DSY1-name", "job:ns:E"),
        ("dataset:ns:DSZ1", "job:ns:F"),
        ("job:ns:E", "dataset:ns:DSZ1"),
        ("job:ns:F", "dataset:DSZ2-namespace:DSZ2-name"),
    ]
