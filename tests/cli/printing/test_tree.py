"""Graphs as trees that read from top to bottom, where several nodes were asked for at once."""

from headwater.cli.printing.tree import laid_out
from headwater.query.formats.picture import Arrow, Picture, Spot


def drawn(arrows: str, start: str) -> list[str]:
    """The tree of arrows such as `a>b`, around a start of several nodes."""
    links = [
        Arrow(arrow[0], arrow[1], "") for arrow in (pair.split(">") for pair in arrows.split())
    ]
    names = {name for link in links for name in (link.origin, link.destination)}
    spots = {name: Spot(name, "dataset", "", (), 0, 0) for name in names}
    picture = Picture(spots, links, None)
    return [
        "  " * len(line.ends) + line.spot + (" again" if line.is_repeat else "")
        for line in laid_out(picture, start.split())
    ]


def test_of_several_starts_the_one_that_feeds_the_others_comes_first() -> None:
    """Two runs of a batch, of which the second reads what the first has made."""
    assert drawn("a>run1 run1>b b>run2 run2>c", "run2 run1") == [
        "a",
        "  run1 again",
        "run1",
        "  b",
        "    run2",
        "      c",
    ]


def test_what_else_feeds_a_later_start_is_shown_above_all_of_them() -> None:
    assert drawn("run1>b b>run2 other>run2 job>b", "run1 run2") == [
        "other",
        "  run2 again",
        "job",
        "  b again",
        "run1",
        "  b",
        "    run2",
    ]


def test_starts_that_have_nothing_to_do_with_each_other_follow_one_another() -> None:
    assert drawn("run1>b run2>c", "run1 run2") == ["run1", "  b", "run2", "  c"]


def test_of_starts_that_feed_each_other_in_a_circle_one_comes_first() -> None:
    lines = drawn("a>b b>a", "a b")
    assert [line for line in lines if not line.endswith("again")] in (["a", "  b"], ["b", "  a"])
