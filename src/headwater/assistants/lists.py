"""Lists that are cut where they are long."""

from collections.abc import Iterable, Iterator, Sequence

from headwater.answers.graph import Truncated
from headwater.words.numbers import counted


def at_most(most: int, lines: Sequence[str], total: int | None = None) -> Iterator[str]:
    """The first lines, and how many more there are. `total` is given if not all lines are.

    >>> list(at_most(2, ["a", "b", "c"]))
    ['a', 'b', '… 1 more; ask for more with `most`']
    """
    yield from lines[:most]
    left = (len(lines) if total is None else total) - min(most, len(lines))
    if left > 0:
        yield f"… {left} more; ask for more with `most`"


def beyond(truncated: Truncated | None) -> Iterator[str]:
    """A line about the nodes that are no part of an answer, if there are any."""
    if truncated is not None:
        nodes = counted(truncated.hidden, "more node")
        do = "ask with a larger `depth`" if truncated.reason == "depth" else "ask about one of them"
        yield f"{nodes} next to these; {do}"


def noted(text: str, notes: Iterable[str | None]) -> str:
    """A text with notes in parentheses, if there are any.

    >>> noted("job:etl:clean", ["FAILED", None]), noted("job:etl:clean", [])
    ('job:etl:clean (FAILED)', 'job:etl:clean')
    """
    in_brackets = ", ".join(note for note in notes if note)
    return f"{text} ({in_brackets})" if in_brackets else text
