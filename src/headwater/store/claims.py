"""The claim on a store: which process keeps it up to date, and what that process is doing.

One process at a time can hold the claim. It spares people two pipelines that keep taking the store
from each other. The claim does not protect the rows; the epoch does, whoever holds the claim.
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
from headwater.words.numbers import about

_ATTEMPTS = 10
_BYTES = 64
_CLAIMANT = re.compile(r"headwater (\w+)(?: (\d+)%)?(?: (\d+)s)?, (process .+)")


@dataclass(frozen=True, slots=True)
class Claim:
    """The process that has claimed a store, and what it is doing: starting, following, and so
    on."""

    doing: str
    who: str
    percent: int | None = None
    """How much of a rebuild is done, if that is known."""
    seconds_left: int | None = None
    """About how long the rest of the rebuild takes, if that is known."""

    @property
    def progress(self) -> str:
        """How far a rebuild has come, in words; empty if that is not known.

        >>> Claim("rebuilding", "process 7 on box", 43, 720).progress
        '43 % done, about 12m 00s left'
        """
        if self.percent is None:
            return ""
        left = "" if self.seconds_left is None else f", about {about(self.seconds_left)} left"
        return f"{self.percent} % done{left}"


def far(doing: str, percent: int, seconds_left: int | None) -> str:
    """What a process announces about how far it has come with what it is doing."""
    return f"{doing} {percent}%" + ("" if seconds_left is None else f" {seconds_left}s")


def claimant(doing: str) -> str:
    """The text by which a claiming process is shown to others. PostgreSQL keeps 63 bytes of it."""
    return f"headwater {doing}, process {os.getpid()} on {socket.gethostname()}"[:63]


def claim_in(words: str) -> Claim | None:
    """The claim that such a text describes; None if it is empty.

    >>> claim_in("headwater following, process 7 on box") == Claim("following", "process 7 on box")
    True
    >>> claim_in("headwater rebuilding 43% 720s, process 7 on box").progress
    '43 % done, about 12m 00s left'
    """
    match = _CLAIMANT.fullmatch(words)
    if match is None:
        return Claim("", words) if words else None
    percent, seconds = (None if number is None else int(number) for number in match.group(2, 3))
    return Claim(match[1], match[4], percent, seconds)


def in_use(where: str, words: str) -> StoreInUseError:
    return StoreInUseError(
        f"the store in {where} is kept up to date by another pipeline ({words or 'unknown'});"
        " one is enough: stop that one first, or let it go on"
    )


class ClaimFile:
    """A claim by a lock on a file. The lock ends with the process at the latest."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def held(self) -> Iterator[Callable[[str], None]]:
        """Holds the claim for the block. Yields the function that announces what we do."""
        with self._path.open("a+b") as file:
            for attempts_left in reversed(range(_ATTEMPTS)):
                if _locked(file, fcntl.LOCK_EX):
                    break
                if not attempts_left:
                    raise in_use(str(self._path.parent), self._words())
                time.sleep(0.05)  # the lock may be that of `words`, which holds it for a moment
            self._announce("starting")
            yield self._announce

    def _announce(self, doing: str) -> None:
        # Written in place, so that the file is never empty, and a full disk does no harm.
        with self._path.open("r+b") as file:
            file.write(claimant(doing).encode().ljust(_BYTES))

    def words(self) -> str:
        """The announcement of the process that holds the claim; empty if none does."""
        try:
            with self._path.open("rb") as file:
                return "" if _locked(file, fcntl.LOCK_SH) else self._words()
        except FileNotFoundError:
            return ""

    def _words(self) -> str:
        return self._path.read_text(errors="replace").strip()


def _locked(file: IO[bytes], how: int) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
