"""Contracts are reached through the datasets that they cover (semantics 8.4)."""

from collections.abc import Callable

from headwater.answers.facets import Owner
from headwater.query.impact.impact import impact
from headwater.store import Snapshot
from tests.query.impact.reached import chain, columns, paths, possible, short
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


CONTRACT = """
apiVersion: v3.0.2
kind: DataContract
id: {id}
version: 1.0.0
status: active
name: {id} of somebody
team: {{name: team-{id}}}
customProperties:
  - property: lineage
    value:
      outputDatasets: [{datasets}]
"""


def covers(rows: Rows, contract: str, *datasets: str) -> None:
    named = ", ".join(f"{{namespace: ns, name: {name}}}" for name in datasets)
    rows.contract(CONTRACT.format(id=contract, datasets=named), at=1)


def test_contracts_are_reached_through_the_datasets_they_cover(rows: Rows, stored: Stored) -> None:
    chain(rows)
    covers(rows, "near", "b")
    covers(rows, "far", "d", "c")
    covers(rows, "elsewhere", "z")
    snapshot = stored()
    found = impact(snapshot, "dataset:ns:b")
    reached = {node.id: node for node in found.reached if node.type == "CONTRACT"}
    assert {key: short(">".join(node.path)) for key, node in reached.items()} == {
        "contract:near": "b>contract:near",
        "contract:far": "b>bc>c>contract:far",
    }
    far = reached["contract:far"]
    assert (far.distance, far.name, far.certainty) == (3, "far of somebody", "certain")
    assert far.owners == (Owner("team-far", ""),)
    assert not [n for n in impact(snapshot, "dataset:ns:b", at=0).reached if n.type == "CONTRACT"]


def test_a_contract_is_certainly_reached_if_one_of_its_datasets_is(
    rows: Rows, stored: Stored
) -> None:
    columns(rows)
    a, rep, rest = rows.dataset("a"), rows.dataset("rep"), rows.dataset("rest")
    rows.uses(rows.job("report"), [a], [rep, rest])
    covers(rows, "both", "c", "rep")
    covers(rows, "possibly", "rest")
    found = impact(stored(), "datasetField:ns:a:x")
    assert paths(found)["contract:both"] == "a:x>ab>b:y>bc>c>contract:both"
    assert possible(found) == {"report", "rep", "rest", "contract:possibly"}
