"""Times as they are given to the client."""

from datetime import datetime
from typing import TypeAlias

from headwater.errors import BadRequestError
from headwater.model.order import format_time

When: TypeAlias = int | str | datetime
"""An instant of an answer (µs since 1970), an RFC 3339 text or date, or a datetime with a zone."""


def spelled(when: When | None) -> str | None:
    """
    >>> spelled(1_500_000), spelled("2025-01-31")
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
