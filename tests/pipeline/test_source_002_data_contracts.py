"""The pipelines and events of "Lineage" in data contracts, without the contracts."""

from typing import Any

import pytest

from headwater.query.lineage import lineage
from tests.pipeline.scenes import LAST, Scene
from tests.stories import run

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
def test_002_the_example_events_are_one_run_from_taxes_to_unpaid_taxes(scene: Scene) -> None:
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
def test_002_the_pipeline_inside_data_product_z_is_traced_back_to_the_api_and_to_product_y(
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
