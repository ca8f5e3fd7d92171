from collections.abc import Callable

from headwater.query.findings import findings
from headwater.store import Snapshot
from headwater.store.tables import EVENTS, FINDINGS
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


def test_findings_are_listed_newest_first_with_what_their_events_are_about(
    rows: Rows, stored: Stored
) -> None:
    job = rows.job("j")
    for time, code in ((10, "old"), (20, "new")):
        digest = rows.digest()
        rows.add(EVENTS, digest=digest, event_time=time, node_id=job)
        rows.add(FINDINGS, digest=digest, code=code, path="$.run", detail="odd")
    snapshot = stored()
    found = findings(snapshot)
    assert [(item.code, item.event_time, item.node) for item in found.findings] == [
        ("new", 20, "job:ns:j"),
        ("old", 10, "job:ns:j"),
    ]
    assert [item.code for item in findings(snapshot, limit=1, offset=1).findings] == ["old"]
    only = findings(snapshot, code="old")
    assert (only.total_count, [item.detail for item in only.findings]) == (1, ["odd"])
