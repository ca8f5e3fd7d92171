"""Edits, as the reference takes them (semantics 10)."""

import pytest

from tests.reference.names import Json, digest
from tests.stories.events import (
    run,
)
from tests.stories.told import Told


@pytest.mark.parametrize("order", [1, -1])
def test_a_retracted_event_was_never_accepted(order: int) -> None:
    kind, body = run("r", "a", "COMPLETE", 1, ["x"], ["y"])
    retraction: Json = {"edit": "retract", "at": "2024-05-01T01:00:00Z", "kind": "event"}
    records = [(kind, body), ("edit", retraction | {"digest": digest(body)})]
    told = Told(*records[::order])
    assert [name for name in told.tables if told.rows(name)] == ["edits"]
    edit = told.row("edits")
    assert (edit["namespace"], edit["name"], edit["value"]) == ("", digest(body), "{}")
