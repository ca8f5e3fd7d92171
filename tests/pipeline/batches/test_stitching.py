"""Stored rows around a window, derived rows inside."""

from headwater.model.order import FOREVER
from headwater.pipeline.batch.row_changes import RowChanges, row_changes
from headwater.pipeline.histories.stitching import meet, stitched
from headwater.pipeline.histories.windows import Window
from headwater.pipeline.source.stored import Row
from headwater.store.tables import JOB_PARENTS


def span(parent: int, valid_from: int, valid_to: int = FOREVER) -> Row:
    return {"job_id": 1, "parent_id": parent, "valid_from": valid_from, "valid_to": valid_to}


def join(stored: list[Row], derived: list[Row], since: int, until: int = FOREVER) -> list[Row]:
    found = stitched(JOB_PARENTS, stored, derived, Window(since, until))
    return sorted(found, key=lambda r: r["valid_from"])


def test_what_goes_on_into_the_window_is_one_row() -> None:
    assert join([span(7, 10)], [span(7, 0)], 20) == [span(7, 10)]


def test_what_ends_where_the_window_begins_ends_there() -> None:
    assert join([span(7, 10)], [span(8, 20)], 20) == [span(7, 10, 20), span(8, 20)]


def test_what_had_ended_where_the_window_begins_may_go_on_now() -> None:
    assert join([span(7, 10, 20), span(8, 20)], [span(7, 0)], 20) == [span(7, 10)]


def test_what_was_stored_inside_the_window_does_not_count() -> None:
    assert join([span(7, 10), span(9, 30)], [span(7, 0, 40)], 20) == [span(7, 10, 40)]


def test_what_was_derived_before_the_window_does_not_count() -> None:
    assert join([], [span(7, 0, 15), span(8, 0, 20), span(9, 0)], 20) == [span(9, 20)]


def test_without_a_past_all_is_as_derived() -> None:
    assert join([span(7, 10)], [span(8, 30, 40)], -FOREVER) == [span(8, 30, 40)]


def test_what_goes_on_beyond_the_window_ends_as_stored() -> None:
    stored = [span(7, 10, 22), span(8, 22, 50)]
    assert join(stored, [span(7, 0, 25), span(8, 25)], 20, 40) == [span(7, 10, 25), span(8, 25, 50)]


def test_what_ends_with_the_window_ends_there() -> None:
    assert join([span(7, 10, 40)], [span(8, 25, 30), span(7, 30)], 20, 40) == [
        span(7, 10, 20),
        span(8, 25, 30),
        span(7, 30, 40),
    ]


def test_stored_and_derived_rows_meet_where_the_same_holds_at_the_end_of_the_window() -> None:
    window = Window(20, 40)
    for stored, derived, same in (
        ([span(7, 10, 40)], [span(7, 30)], True),
        ([span(7, 10, 39)], [span(7, 30)], False),
        ([span(7, 10, 40)], [span(7, 30, 35)], False),
        ([span(7, 10, 40)], [span(8, 30)], False),
        ([span(7, 40)], [], True),
    ):
        assert meet(JOB_PARENTS, stored, derived, window) is same


def test_only_rows_that_differ_are_written() -> None:
    stored = [span(7, 10, 20), span(8, 20), span(9, 30)]
    wanted = [span(7, 10, 20), span(8, 20, 25), span(7, 40)]
    changed = [tuple(row.values()) for row in (span(8, 20, 25), span(7, 40))]
    assert row_changes(JOB_PARENTS, stored, wanted) == RowChanges(changed, removed=[(1, 30)])
