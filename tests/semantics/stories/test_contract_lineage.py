"""The pipelines, events and contracts of ODCS RFC 0011, "Lineage", from the log to answers."""

import uuid
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from tests.contracts.rfc import BOUND_Y, TEXTS, W1, W2, X, Y, Z
from tests.questions import (
    contract_drift,
    contract_impact,
    design_lineage,
    lineage,
    operational_lineage,
)
from tests.stories.events import Record, run
from tests.stories.scenes import LAST, Scene

pytestmark = pytest.mark.spark


def taxes(kind: str, hour: int, **lists: list[dict[str, str]]) -> tuple[str, dict[str, Any]]:
    body: dict[str, Any] = {
        "eventType": kind,
        "eventTime": f"2020-12-28T{hour}:52:00.001+10:00",
        "run": {"runId": "d46e465b-d358-4d32-83d4-df660ff614dd"},
        "job": {"namespace": "workshop", "name": "process_taxes"},
        "producer": "https://github.com/OpenLineage/OpenLineage/blob/v1-0-0/client",
    }
    return "openlineage", body | lists


def table(name: str) -> dict[str, str]:
    return {"namespace": "postgres://workshop-db:None", "name": f"workshop.public.{name}"}


@pytest.mark.story(
    [
        taxes("START", 19, inputs=[table("taxes")]),
        taxes("COMPLETE", 20, outputs=[table("unpaid_taxes")]),
    ]
)
def test_the_example_events_are_one_run_from_taxes_to_unpaid_taxes(scene: Scene) -> None:
    job = f"job:{scene.tag}workshop:process_taxes"
    assert scene.arrows(lineage(scene.snapshot, job, at=LAST)) == {
        "workshop.public.taxes>process_taxes",
        "process_taxes>workshop.public.unpaid_taxes",
    }


@pytest.mark.story(
    [
        run("c", "C", "COMPLETE", 1, ["DSX1"], ["DSY1"]),
        run("d", "D", "COMPLETE", 2, ["API"], ["DSZ1"]),
        run("e", "E", "COMPLETE", 3, ["DSY1"], ["DSZ1"]),
        run("f", "F", "COMPLETE", 4, ["DSZ1"], ["DSZ2"]),
    ]
)
def test_the_pipeline_inside_data_product_z_is_traced_back_to_the_api_and_to_product_y(
    scene: Scene,
) -> None:
    upstream = scene.graph(scene.dataset("DSZ2"), direction="upstream")
    assert scene.arrows(upstream) == {
        *("DSX1>C", "C>DSY1"),
        *("API>D", "D>DSZ1"),
        *("DSY1>E", "E>DSZ1"),
        *("DSZ1>F", "F>DSZ2"),
    }
    impact = scene.graph(scene.dataset("DSY1"), direction="downstream")
    assert {node.name for node in impact.nodes} == {"DSY1", "E", "DSZ1", "F", "DSZ2"}


ORDERS = list(permutations(TEXTS))
VARIANTS = {"printed": TEXTS, "b": TEXTS | {Y: BOUND_Y}}
TAG = "contracts/"
"""What the story's namespaces begin with in the build that all stories share."""


def named(world: str, contract: str) -> str:
    """The id of a contract in a world of its own."""
    return str(uuid.uuid5(uuid.UUID(contract), world))


def renamed(text: str, world: str) -> str:
    """The text of a contract, with ids, products and datasets of that world."""
    for contract in TEXTS:
        text = text.replace(contract, named(world, contract))
    text = text.replace("Data Product", f"{world} Product")
    for dataset in ("DSZ2", "DSY1"):
        text = text.replace(f"{dataset}-namespace", f"{TAG}db")
        text = text.replace(f"{dataset}-name", f"{world}-{dataset}")
    return text


def world(name: str, texts: dict[str, str], order: tuple[str, ...]) -> Iterator[Record]:
    """The example's pipelines, and its contracts as they are registered in an order."""
    for job, source, target in (("D", "API", "DSZ1"), ("E", "DSY1", "DSZ1"), ("F", "DSZ1", "DSZ2")):
        ends = [f"{name}-{source}"], [f"{name}-{target}"]
        yield run(f"{name}-{job}", f"{name}-{job}", "COMPLETE", "DEF".index(job) + 1, *ends)
    for minute, contract in enumerate(order):
        yield (
            "edit",
            {
                "edit": "contract",
                "at": f"2024-05-01T12:{minute:02}:00Z",
                "kind": "contract",
                "name": named(name, contract),
                "version": "",
                "text": renamed(texts[contract], name),
            },
        )


WORLDS = {
    f"{variant}{number}": (texts, order)
    for variant, texts in VARIANTS.items()
    for number, order in enumerate(ORDERS)
}
CONTRACTS = pytest.mark.story(
    [record for name, (texts, order) in WORLDS.items() for record in world(name, texts, order)],
    name="contracts",
)


@CONTRACTS
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_contracts_of_the_example_are_the_same_in_every_order(
    scene: Scene, variant: str
) -> None:
    """All 120 of them: the two graphs, and who is impacted."""
    assert len(ORDERS) == 120
    for name in (name for name in WORLDS if name.startswith(variant)):
        short = {f"contract:{named(name, one)}": one for one in TEXTS}
        graph = design_lineage(scene.snapshot, named(name, Y))
        assert {(short[e.origin], short[e.destination]) for e in graph.edges} == {
            (X, Y),
            (W2, Y),
            (Y, Z),
        }
        products = design_lineage(scene.snapshot, named(name, Y), level="product")
        assert [(e.origin[-1], e.destination[-1]) for e in products.edges] == [
            ("W", "Y"),
            ("X", "Y"),
            ("Y", "Z"),
        ]
        for contract, hit in ((Y, [Z]), (X, [Y, Z]), (W1, [])):
            found = contract_impact(scene.snapshot, named(name, contract))
            assert [short[f"contract:{one.id}"] for one in found.contracts] == hit


@CONTRACTS
@pytest.mark.parametrize("name", ["printed0", "printed119", "b0", "b119"])
def test_what_runs_behind_z_and_what_becomes_of_its_input(scene: Scene, name: str) -> None:
    behind = operational_lineage(scene.snapshot, named(name, Z))
    assert {arrow.replace(f"{name}-", "") for arrow in scene.arrows(behind)} == {
        *("API>D", "D>DSZ1"),
        *("DSY1>E", "E>DSZ1"),
        *("DSZ1>F", "F>DSZ2"),
    }
    found = contract_drift(scene.snapshot, named(name, Z))
    impact = contract_impact(scene.snapshot, named(name, Y)).operational
    codes = [one.code for one in found.findings]
    if name.startswith("printed"):
        assert (found.state, found.inputs[0].verdict) == ("unverifiable", "unverifiable")
        assert codes == ["uncontracted-input"] * 2 + ["unverifiable"]
        assert impact.knowledge == "unknown"
    else:
        assert (found.state, found.inputs[0].verdict) == ("clean", "confirmed")
        assert codes == ["uncontracted-input"]
        assert [hit.id.rpartition("-")[2] for hit in (*impact.jobs, *impact.datasets)] == [
            *("E", "F"),
            *("DSZ1", "DSZ2"),
        ]


@CONTRACTS
def test_the_latest_version_of_dsz2_has_the_last_writer_alone_behind_it(scene: Scene) -> None:
    """DSZ1 has two writers: the current graph shows both, a point in time the last."""
    upstream = scene.run_graph(scene.version("printed0-DSZ2", 1), "upstream")
    runs = {node.run.raw_run_id for node in upstream.nodes if node.run is not None}
    assert {run_id.rpartition("-")[2] for run_id in runs} == {"E", "F"}
