"""What was odd in events that were accepted all the same (semantics 1.6)."""

import msgspec

from headwater.query.entities import entities
from headwater.query.moments import Instant, instant
from headwater.store import Snapshot

LIMIT = 100


class EventFinding(msgspec.Struct, frozen=True, rename="camel"):
    code: str
    path: str
    """Where in the event, as a JSON path."""
    detail: str
    event_time: Instant | None
    node: str | None
    """The job or dataset that the event is about."""
    event: str
    """Its digest."""


class FindingList(msgspec.Struct, frozen=True, rename="camel"):
    findings: tuple[EventFinding, ...]
    total_count: int


def findings(
    snapshot: Snapshot, *, code: str | None = None, limit: int = LIMIT, offset: int = 0
) -> FindingList:
    """The newest events first."""
    of_code, params = (" WHERE f.code = ?", (code,)) if code else ("", ())
    [(count,)] = snapshot.query(f"SELECT count(*) FROM findings f{of_code}", params)
    rows = snapshot.query(
        "SELECT f.code, f.path, f.detail, e.event_time, n.entity_id, f.digest FROM findings f"
        " LEFT JOIN events e ON e.digest = f.digest LEFT JOIN nodes n ON n.node_id = e.node_id"
        f"{of_code} ORDER BY coalesce(e.event_time, 0) DESC, f.digest, f.code, f.path"
        " LIMIT ? OFFSET ?",
        (*params, limit, offset),
    )
    named = entities(snapshot, {key for *_, key, _ in rows if key is not None})
    return FindingList(
        tuple(
            EventFinding(
                code_, path, detail, instant(time), named[key].id if key in named else None, digest
            )
            for code_, path, detail, time, key, digest in rows
        ),
        count,
    )
