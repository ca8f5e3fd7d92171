"""Why a request was not answered as asked: the one shape of all such answers."""

import msgspec


class ProblemDetail(msgspec.Struct, frozen=True):
    path: str
    message: str


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not answered as asked."""

    code: int
    message: str
    errors: tuple[ProblemDetail, ...] = ()
