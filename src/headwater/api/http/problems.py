"""How errors are answered: all in one shape, each with its status."""

import http
from typing import Any

import msgspec

from headwater.errors import (
    AmbiguousNodeError,
    BadRequestError,
    ConflictError,
    CorruptLogError,
    Fault,
    HeadwaterError,
    LogError,
    NodeIdError,
    NotFoundError,
    RefusedEventError,
    RefusedStatementError,
    StoreError,
    StoreSchemaError,
    UnprocessableError,
    UnreadableEventError,
)
from headwater.wire.problems import Problem, ProblemDetail


class HttpError(HeadwaterError):
    """An error about HTTP itself, with the status to answer with."""

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers or {}


_STATUS: dict[type[HeadwaterError], int] = {
    NotFoundError: 404,
    AmbiguousNodeError: 400,
    NodeIdError: 400,
    BadRequestError: 400,
    UnreadableEventError: 400,
    RefusedEventError: 422,
    UnprocessableError: 422,
    ConflictError: 409,
    LogError: 503,
    CorruptLogError: 500,
    StoreSchemaError: 503,
    RefusedStatementError: 500,
    StoreError: 503,
}
_RETRY_SECONDS = {503: "2", 504: "2"}


def problem(error: HeadwaterError) -> tuple[Problem, dict[str, str]]:
    """The answer to an error that was raised on purpose, and its headers.

    The traceback of the error is dropped. It refers to the calls that waited for a thread, and
    these refer to the error. In that circle the body of the request would stay in memory until
    Python's collector finds it, and the collector searches seldom.
    """
    error.__traceback__ = None
    if isinstance(error, HttpError):
        status, headers = error.status, error.headers
    else:
        kind = next(kind for kind in type(error).__mro__ if kind in _STATUS or kind is Exception)
        status, headers = _STATUS.get(kind, 500), {}  # type: ignore[arg-type]  # or the default
    if status in _RETRY_SECONDS:
        headers = {"Retry-After": _RETRY_SECONDS[status], **headers}
    faults: tuple[Fault, ...] = getattr(error, "faults", ())
    message = _message(error)
    return Problem(status, message, tuple(ProblemDetail(*fault) for fault in faults)), headers


def _message(error: HeadwaterError) -> str:
    if isinstance(error, StoreSchemaError):
        if error.rebuilt:
            how = f"it is being built anew, {error.rebuilt}"
        elif error.is_newer:
            how = "a newer version has: start the server in that version"
        else:
            how = (
                "a pipeline makes it anew when it starts: try again soon, or run"
                " `headwater build --full`"
            )
        return f"the store was written by other code or settings; {how}"
    return " ".join(str(error).split())


def unforeseen() -> Problem:
    """The answer to an unexpected exception. The details are in the server's log."""
    return Problem(500, "this is a fault of the server, and its log says more; please report it")


def status_problem(status: int) -> Problem:
    return Problem(status, http.HTTPStatus(status).phrase)


def encoded(answer: Any) -> bytes:
    return msgspec.json.encode(answer)
