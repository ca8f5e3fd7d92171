"""What no producer should send goes through the pipeline, too, and can be asked about."""

import httpx2
import pytest

from headwater.client import Client
from tests.clients.conftest import Server, catch_up
from tests.stories.broken import bodies

pytestmark = pytest.mark.clients


def test_what_is_odd_and_taken_is_applied_and_answered(server: Server, asking: Client) -> None:
    taken = 0
    headers = {b"Authorization": f"Bearer {server.key}".encode()}
    with httpx2.Client(base_url=server.url, headers=headers, timeout=60) as client:
        for body in bodies():
            encoding = {b"Content-Encoding": body.encoding} if body.encoding else {}
            answer = client.post("/api/v1/lineage", content=body.content, headers=encoding)
            assert answer.status_code < 500, body.name
            taken += answer.is_success
    assert taken > 100
    catch_up(asking)
    status = asking.status()
    assert (status.pipeline.set_aside, status.pipeline.failing) == (0, False)
    found = asking.lineage("dataset:broken:out", scope="component")
    assert "job:broken:job" in {node.id for node in found.nodes}
    jobs = [node for node in found.nodes if node.type == "JOB" and len(node.name) < 1000]
    assert [asking.identity(job.id).id for job in jobs] == [job.id for job in jobs]
    assert [asking.job("broken", job.name).name for job in jobs] == [job.name for job in jobs]
    assert asking.dataset("broken", "out").name == "out"
    assert asking.findings().total_count > 50
    assert asking.events(kind="all").total_count > 100
    assert asking.search("broken").total_count > 3
    assert all(run.name for run in asking.runs("job:broken:job").runs)
