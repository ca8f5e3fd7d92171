"""The one shape of all answers to requests that failed."""

import msgspec


class ProblemDetail(msgspec.Struct, frozen=True):
    """One fault of a request, and the parameter or field that it is about."""

    path: str
    message: str


class Problem(msgspec.Struct, frozen=True):
    """Why a request failed."""

    code: int
    message: str
    errors: tuple[ProblemDetail, ...] = ()
