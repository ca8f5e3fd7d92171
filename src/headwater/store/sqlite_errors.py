"""What went wrong with a SQLite store, in words that say what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from headwater.errors import RefusedRowsError, RefusedStatementError, StoreError

REMEDY = "delete the directory and run `headwater build --full`"
"""What to do about a damaged store, of which nothing is lost: all of it is derived from the log."""


@contextmanager
def clear_errors(where: object) -> Iterator[None]:
    """Turns errors of the driver or file system into ones that say what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise _kind(error)(f"the store in {where} {_explained(error)} ({error})") from error
    except OSError as error:
        raise StoreError(
            f"the store in {where} cannot be used: {error.strerror}: {error.filename};"
            " check that the directory exists, is writable and has space"
        ) from error


def _kind(error: sqlite3.Error) -> type[StoreError]:
    if _is_about_rows(error):
        return RefusedRowsError
    return RefusedStatementError if _is_ours(error) else StoreError


def _is_ours(error: sqlite3.Error) -> bool:
    # A table that is not there may be one of a file that somebody has changed.
    is_general = getattr(error, "sqlite_errorname", "") == "SQLITE_ERROR"
    return is_general and "no such table" not in str(error)


def _is_about_rows(error: sqlite3.Error) -> bool:
    name = getattr(error, "sqlite_errorname", "")
    # Python has no name for what a STRICT table says of a value of another type.
    is_refused = isinstance(error, sqlite3.IntegrityError)
    return is_refused or name.startswith(("SQLITE_MISMATCH", "SQLITE_TOOBIG"))


def _explained(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return "is locked by another process that writes; wait until it ends, then repeat"
    if name.startswith("SQLITE_FULL"):
        return "has no space left; nothing was half-written: free some space, then repeat"
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return f"is damaged; {REMEDY}"
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_PERM")):
        return "cannot be read or written; check that it is writable and has space, then repeat"
    if isinstance(error, sqlite3.IntegrityError):
        return "refused a row, and the whole transaction with it"
    if _is_ours(error):
        return "refused a statement, which is a fault of the program; please report it"
    return "refused a statement"
