"""Who keeps a store up to date: one process at a time, and others can see which and what it does.

It spares people two pipelines that take the store from each other. What keeps the rows safe is
the epoch, whoever has claimed what.
"""

import fcntl
import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from headwater.errors import StoreInUseError

_ATTEMPTS = 10
_BYTES = 64
_CLAIMANT = re.compile(r"headwater (\w+), (process .+)")


@dataclass(frozen=True, slots=True)
class Claim:
    """Who has claimed a store, and what that process does: starting, following, …."""

    doing: str
    who: str


def claimant(doing: str) -> str:
    """How the process that claims a store is named to others; PostgreSQL keeps 63 bytes."""
    return f"headwater {doing}, process {os.getpid()} on {socket.gethostname()}"[:63]


def claim_in(words: str) -> Claim | None:
    """
    >>> claim_in("headwater following, process 7 on box")
    Claim(doing='following', who='process 7 on box')
    """
    match = _CLAIMANT.fullmatch(words)
    if match is None:
        return Claim("", words) if words else None
    return Claim(match[1], match[2])


def in_use(where: str, words: str) -> StoreInUseError:
    return StoreInUseError(
        f"the store in {where} is kept up to date by another pipeline ({words or 'unknown'});"
        " one is enough: stop that one first, or let it go on"
    )


class ClaimFile:
    """A claim by a lock on a file, which ends with the process at the latest."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def held(self) -> Iterator[Callable[[str], None]]:
        with self._path.open("a+b") as file:
            for attempts_left in reversed(range(_ATTEMPTS)):
                if _locked(file, fcntl.LOCK_EX):
                    break
                if not attempts_left:
                    raise in_use(str(self._path.parent), self._words())
                time.sleep(0.05)  # it may be someone who only looks whether it is claimed
            self._tell("starting")
            yield self._tell

    def _tell(self, doing: str) -> None:
        with self._path.open("r+b") as file:  # in place: never empty, and on a full disk as well
            file.write(claimant(doing).encode().ljust(_BYTES))

    def words(self) -> str:
        """Of who holds it; empty if no one does."""
        try:
            with self._path.open("rb") as file:
                return "" if _locked(file, fcntl.LOCK_SH) else self._words()
        except FileNotFoundError:
            return ""

    def _words(self) -> str:
        return self._path.read_text().strip()


def _locked(file: IO[bytes], how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
