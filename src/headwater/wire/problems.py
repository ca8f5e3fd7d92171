"""The one shape of all answers to requests that failed."""

import msgspec


class ProblemDetail(msgspec.Struct, frozen=True):
    """This is one fault of a request, with the parameter or field that it is about."""

    path: str
    message: str


class Problem(msgspec.Struct, frozen=True):
    """This says why a request failed."""

    code: int
    message: str
    errors: tuple[ProblemDetail, ...] = ()
