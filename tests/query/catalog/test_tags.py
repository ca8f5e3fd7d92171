from collections.abc import Callable

from headwater.answers.catalog import TagDescription
from headwater.query.catalog.tags import tag, tags
from headwater.query.pages import Page
from headwater.store import Snapshot
from tests.query.rows import Rows

Stored = Callable[[], Snapshot]


def test_tags_of_users_and_producers_and_described_ones_are_known(
    rows: Rows, stored: Stored
) -> None:
    rows.stated(rows.job("j"), "tags", {"tags": [{"key": "tier", "value": "1"}, "odd"]})
    rows.stated(rows.dataset("gone"), "tags", None)
    rows.edit("tag", "dataset", "ns", "d", 1, tag="pii", field="email")
    rows.edit("untag", "dataset", "ns", "d", 2, tag="pii", field="email")
    rows.edit("describe", "tag", "", "pii", 3, description="personal")
    rows.edit("describe", "tag", "", "new", 3, description="not used yet")
    rows.edit("describe", "tag", "", "new", 4, description="")
    snapshot = stored()
    found = tags(snapshot)
    assert found.tags == (
        TagDescription("new", None),
        TagDescription("pii", "personal"),
        TagDescription("tier", None),
    )
    assert (found.total_count, found.next) == (3, None)
    page = tags(snapshot, Page(limit=2))
    assert [shown.name for shown in tags(snapshot, Page(next=page.next)).tags] == ["tier"]
    assert tag(snapshot, "pii").description == "personal"
