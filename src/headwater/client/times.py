"""Times as they are passed to the client."""

from datetime import datetime
from typing import TypeAlias, overload

from headwater.errors import BadRequestError
from headwater.questions.moments import Moment, read_moment

When: TypeAlias = int | str | datetime
"""A time: microseconds since 1970 as in answers, an RFC 3339 text or date, or a datetime with a
zone."""


@overload
def moment(when: When) -> Moment: ...
@overload
def moment(when: When | None) -> Moment | None: ...
def moment(when: When | None) -> Moment | None:
    """The time as questions contain it.

    >>> moment(1_500_000), moment("1970-01-02")
    (1500000, 86400000000)
    """
    match when:
        case None:
            return None
        case datetime():
            if when.utcoffset() is None:
                raise BadRequestError(f"{when} has no zone; give one, such as datetime.UTC")
            return moment(when.isoformat())
        case int():
            return Moment(when)
        case str():
            try:
                return read_moment(when)
            except ValueError as error:
                raise BadRequestError(str(error)) from None
