"""Edits, as the reference takes them (semantics 10)."""

import pytest

from tests.reference.names import Json, digest
from tests.stories.events import (
    run,
)
from tests.stories.reference_lineage import ReferenceLineage


@pytest.mark.parametrize("order", [1, -1])
def test_a_retracted_event_was_never_accepted(order: int) -> None:
    kind, body = run("r", "a", "COMPLETE", 1, ["x"], ["y"])
    retraction: Json = {"edit": "retract", "at": "2024-05-01T01:00:00Z", "kind": "event"}
    records = [(kind, body), ("edit", retraction | {"digest": digest(body)})]
    derived = ReferenceLineage(*records[::order])
    assert [name for name in derived.tables if derived.rows(name)] == ["edits"]
    edit = derived.row("edits")
    assert (edit["namespace"], edit["name"], edit["value"]) == ("", digest(body), "{}")
