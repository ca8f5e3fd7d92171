"""What tests post to a server, and what it has logged."""

import json
from typing import Any

from headwater.log import head, read
from tests.api.conftest import Scene


def event(name: str = "job", **more: Any) -> dict[str, Any]:
    return {
        "eventType": "COMPLETE",
        "eventTime": "2025-01-01T00:00:00Z",
        "run": {"runId": "11111111-2222-3333-4444-555555555555"},
        "job": {"namespace": "ns", "name": name},
        **more,
    }


def logged(scene: Scene) -> list[bytes]:
    return [
        record.body
        for segment, end in head(scene.log).items()
        for record in read(scene.log, segment, 0, end)
    ]


def logged_of(scene: Scene, kind: str) -> list[dict[str, Any]]:
    """The records of that kind."""
    return [
        json.loads(record.body)
        for segment, end in head(scene.log).items()
        for record in read(scene.log, segment, 0, end)
        if record.kind == kind
    ]
