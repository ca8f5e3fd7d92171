"""What went wrong with a PostgreSQL store, in words that say what to do."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from headwater.errors import RefusedRowsError, RefusedStatementError, StoreError

_ABOUT_ROWS = (psycopg.IntegrityError, psycopg.DataError, errors.ProgramLimitExceeded)
"""Errors that are about the rows. ProgramLimitExceeded is a text that is too long for an index."""
_OURS = (
    errors.SyntaxError,
    errors.UndefinedColumn,
    errors.UndefinedFunction,
    errors.DatatypeMismatch,
)
"""Errors that are about our SQL. A table that is not there may be one that somebody has removed."""


@contextmanager
def clear_errors(where: str) -> Iterator[None]:
    """Turns errors of the driver into errors that say what happened and what to do."""
    try:
        yield
    except psycopg.Error as error:
        message = str(error).strip().replace("\n", " ")
        raise _kind(error)(f"the store in {where} {_explained(error)} ({message})") from error


def _kind(error: psycopg.Error) -> type[StoreError]:
    if isinstance(error, _ABOUT_ROWS):
        return RefusedRowsError
    return RefusedStatementError if isinstance(error, _OURS) else StoreError


def _explained(error: psycopg.Error) -> str:
    match error:
        case errors.DiskFull():
            return "has no space left; nothing was half-written: free some space, then repeat"
        case errors.LockNotAvailable() | errors.DeadlockDetected():
            return "is locked by another process that writes; wait until it ends, then repeat"
        case errors.InsufficientPrivilege():
            return "is not ours to change; grant the role CREATE on the database"
        case errors.TooManyConnections():
            return "takes no more connections; raise max_connections or stop other clients"
        case psycopg.IntegrityError() | psycopg.DataError() | errors.ProgramLimitExceeded():
            return "refused a row, and the whole transaction with it"
        case psycopg.OperationalError() | psycopg.InterfaceError():
            return "cannot be reached; check that the server runs and the store's URL is right"
        case _:
            is_ours = isinstance(error, _OURS)
            ours = ", which is a fault of the program; please report it" if is_ours else ""
            return f"refused a statement{ours}"
