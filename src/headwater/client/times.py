"""Times as they are given to the client, and found in answers."""

from datetime import datetime
from typing import Any, TypeAlias

from headwater.errors import BadRequestError
from headwater.model.order import format_time, parse_time
from headwater.query.moments import Instant

When: TypeAlias = int | str | datetime
"""An instant of an answer (µs since 1970), an RFC 3339 text or date, or a datetime with a zone."""


def spelled(when: When | None) -> str | None:
    """
    >>> spelled(Instant(1_500_000)), spelled("2025-01-31")
    ('1970-01-01T00:00:01.500Z', '2025-01-31')
    """
    match when:
        case datetime():
            if when.utcoffset() is None:
                raise BadRequestError(f"{when} has no zone; give one, such as datetime.UTC")
            return when.isoformat()
        case int():
            return format_time(when)
        case _:
            return when


def read_instant(kind: type[Any], value: Any) -> Any:
    """For msgspec: the times of an answer."""
    if kind is Instant:
        return Instant(parse_time(value)[0])
    raise TypeError(f"{kind.__name__} is no part of an answer")
