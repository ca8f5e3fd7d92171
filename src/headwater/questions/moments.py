"""The times that questions contain."""

import re

from headwater.model.order import parse_time

_LAST_SECOND = 253_402_300_799
"""The last second of the year 9999. Larger numbers are not unix seconds."""
_UNENCODED_PLUS = re.compile(r"([Tt ]\d.*) (\d\d(?::?\d\d)?)$")


class Moment(int):
    """An instant in a question, in microseconds since 1970 UTC."""


def read_moment(text: str) -> Moment:
    """Reads RFC 3339 or unix seconds; ValueError, with advice on what to write, otherwise.

    >>> read_moment("1970-01-01T00:00:01Z"), read_moment("1.5")
    (1000000, 1500000)
    """
    spelled = text.strip()
    if re.fullmatch(r"-?\d{1,12}(\.\d+)?", spelled) and abs(float(spelled)) <= _LAST_SECOND:
        return Moment(float(spelled) * 1_000_000)
    try:
        # A plus sign that was not percent-encoded arrives as a space.
        return Moment(parse_time(_UNENCODED_PLUS.sub(r"\1+\2", spelled))[0])
    except ValueError:
        raise ValueError(f"{spelled!r} is no time; {_advice(spelled)}") from None


def _advice(text: str) -> str:
    """What to write in place of a text that is no time.

    >>> _advice("1706121212345")
    'it looks like unix milliseconds: send unix seconds, 1706121212.345'
    """
    if re.fullmatch(r"[0-9]{12,14}", text):
        return f"it looks like unix milliseconds: send unix seconds, {text[:-3]}.{text[-3:]}"
    return "write one like 2025-01-31T10:00:00Z, or as unix seconds"
