"""What runs behind a contract."""

from collections.abc import Callable

import pytest

from headwater.errors import NotFoundError
from headwater.query.contracts.operational import operational_lineage
from headwater.store import Snapshot
from tests.contracts.rfc import BOUND_Y, TEXTS, Y, Z
from tests.query.contracts.pipelines import pipelines
from tests.query.rows import Rows


def arrows(snapshot: Snapshot, contract: str, **options: int) -> set[str]:
    graph = operational_lineage(snapshot, contract, **options)
    short = {node.id: node.name.removesuffix("-name") for node in graph.nodes}
    return {f"{short[edge.origin]}>{short[edge.destination]}" for edge in graph.edges}


BEHIND_Z = {"API>D", "D>DSZ1", "DSY1>E", "E>DSZ1", "DSZ1>F", "F>DSZ2"}


def test_what_runs_behind_z(example: Snapshot) -> None:
    assert arrows(example, Z) == BEHIND_Z
    assert arrows(example, Z, depth=1) == {"DSZ1>F", "F>DSZ2"}
    assert len(operational_lineage(example, Z).nodes) == 7


def test_what_runs_behind_z_ends_at_the_dataset_of_y_in_variant_b(
    rows: Rows, registered: Callable[..., Snapshot]
) -> None:
    found = pipelines(rows)
    rows.uses(rows.job("C"), [rows.dataset("DSX1")], [found["DSY1"]])
    snapshot = registered(*(TEXTS | {Y: BOUND_Y}).values())
    assert arrows(snapshot, Z) == BEHIND_Z
    graph = operational_lineage(snapshot, Z)
    [dsy1] = [node for node in graph.nodes if node.name == "DSY1-name"]
    assert [mark.id for mark in dsy1.contracts] == [Y]
    assert dsy1.hidden_upstream == 1


def test_nothing_runs_behind_a_contract_without_datasets(example: Snapshot) -> None:
    with pytest.raises(NotFoundError, match="no dataset is bound to it"):
        operational_lineage(example, Y)


def test_behind_a_dataset_with_two_writers_are_both(example: Snapshot) -> None:
    jobs = {n.name for n in operational_lineage(example, Z).nodes if n.type == "JOB"}
    assert jobs == {"D", "E", "F"}
