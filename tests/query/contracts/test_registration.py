"""In whatever order contracts are registered, every answer is the same."""

from itertools import permutations
from pathlib import Path

from headwater.store import open_store
from tests.contracts.rfc import BOUND_Y, TEXTS, Y, Z
from tests.query.contracts.pipelines import pipelines
from tests.query.rows import Rows
from tests.questions import contract_drift, contract_impact, design_lineage, operational_lineage

ORDERS = list(permutations(TEXTS))


def test_the_order_of_registration_makes_no_difference(tmp_path: Path) -> None:
    """All 120 of them, as printed and in variant B."""
    for name, texts in (("printed", TEXTS), ("b", TEXTS | {Y: BOUND_Y})):
        answers = set()
        for number, order in enumerate(ORDERS):
            rows = Rows()
            pipelines(rows)
            for at, contract in enumerate(order):
                rows.contract(texts[contract], at)
            with open_store(f"sqlite:///{tmp_path}/{name}{number}") as store:
                rows.write(store)
                with store.snapshot() as snapshot:
                    answers.add(
                        repr(
                            (
                                design_lineage(snapshot),
                                design_lineage(snapshot, level="product"),
                                operational_lineage(snapshot, Z),
                                *(contract_impact(snapshot, contract) for contract in TEXTS),
                                *(contract_drift(snapshot, contract) for contract in TEXTS),
                            )
                        )
                    )
        assert len(answers) == 1
