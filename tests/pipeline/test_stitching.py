"""Stored rows up to a cut, derived rows from there on."""

from headwater.model.order import FOREVER
from headwater.pipeline.stitching import Difference, difference, stitched
from headwater.pipeline.stored import Row
from headwater.store.tables import JOB_PARENTS


def span(parent: int, valid_from: int, valid_to: int = FOREVER) -> Row:
    return {"job_id": 1, "parent_id": parent, "valid_from": valid_from, "valid_to": valid_to}


def join(stored: list[Row], derived: list[Row], since: int) -> list[Row]:
    return sorted(stitched(JOB_PARENTS, stored, derived, since), key=lambda r: r["valid_from"])


def test_what_goes_on_across_the_cut_is_one_row() -> None:
    assert join([span(7, 10)], [span(7, 0)], 20) == [span(7, 10)]


def test_what_ends_at_the_cut_ends_there() -> None:
    assert join([span(7, 10)], [span(8, 20)], 20) == [span(7, 10, 20), span(8, 20)]


def test_what_had_ended_at_the_cut_may_go_on_now() -> None:
    assert join([span(7, 10, 20), span(8, 20)], [span(7, 0)], 20) == [span(7, 10)]


def test_what_was_stored_after_the_cut_does_not_count() -> None:
    assert join([span(7, 10), span(9, 30)], [span(7, 0, 40)], 20) == [span(7, 10, 40)]


def test_what_was_derived_before_the_cut_does_not_count() -> None:
    assert join([], [span(7, 0, 15), span(8, 0, 20), span(9, 0)], 20) == [span(9, 20)]


def test_without_a_past_all_is_as_derived() -> None:
    assert join([span(7, 10)], [span(8, 30, 40)], -FOREVER) == [span(8, 30, 40)]


def test_only_rows_that_differ_are_written() -> None:
    stored = [span(7, 10, 20), span(8, 20), span(9, 30)]
    wanted = [span(7, 10, 20), span(8, 20, 25), span(7, 40)]
    assert difference(JOB_PARENTS, stored, wanted) == Difference(
        changed=[span(8, 20, 25), span(7, 40)], removed=[(1, 30)]
    )
