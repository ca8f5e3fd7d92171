"""openlineage-python, unmodified."""

from pathlib import Path

import pytest

from headwater.client import Client
from tests.clients.conftest import Server, catch_up
from tests.clients.environments import environment, run

pytestmark = pytest.mark.clients
EMIT = Path(__file__).parent / "scripts" / "emit.py"
STEPS = 20


@pytest.mark.parametrize("transport", ["http", "async_http"])
@pytest.mark.parametrize("compression", ["gzip", ""])
def test_what_openlineage_python_sends_is_in_the_lineage(
    server: Server, asking: Client, transport: str, compression: str
) -> None:
    namespace = f"{transport}-{compression or 'plain'}"
    run(
        environment("openlineage") / "python",
        EMIT,
        namespace,
        str(STEPS),
        variables={
            "OPENLINEAGE__TRANSPORT__TYPE": transport,
            "OPENLINEAGE__TRANSPORT__URL": server.url,
            "OPENLINEAGE__TRANSPORT__AUTH__TYPE": "api_key",
            "OPENLINEAGE__TRANSPORT__AUTH__API_KEY": server.key,
            **({"OPENLINEAGE__TRANSPORT__COMPRESSION": compression} if compression else {}),
        },
    )
    catch_up(asking)
    last = f"dataset:{namespace}:step_{STEPS}"
    graph = asking.lineage(last, direction="upstream")
    jobs = {node.name: node for node in graph.nodes if node.type == "JOB"}
    assert jobs.keys() == {f"job_{step}" for step in range(STEPS)}
    assert {node.run.state for node in jobs.values() if node.run} == {"COMPLETED"}
    assert all(node.run for node in jobs.values())
    assert jobs["job_0"].description == "The first of them."
    assert len(graph.nodes) == 2 * STEPS + 1
    fields = asking.columns(f"datasetField:{namespace}:step_{STEPS}:id", depth=STEPS).nodes
    assert {node.name for node in fields} == {f"step_{step}" for step in range(STEPS + 1)}
    assert {node.field_type for node in fields} == {"INT"}


def test_an_event_without_the_right_key_is_refused_at_once(server: Server) -> None:
    printed = run(
        environment("openlineage") / "python",
        EMIT,
        "nobody",
        "1",
        variables={"OPENLINEAGE_URL": server.url, "OPENLINEAGE_API_KEY": "hw_wrong"},
        expected=1,
    )
    assert printed == ""
