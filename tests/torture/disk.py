"""A disk that loses power, and calls that fail: what happens to files between two system calls.

`watched` puts a function between the program and its calls on files. `PowerCuts` stands there, and
knows what would be left of a directory if the power went away now: what was synced is there, and of
the rest any part may be. A sync that has failed may have lost what it was to make durable, and a
later one that succeeds does not bring it back, as on Linux.
"""

import errno
import os
import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

Watch = Callable[[str, Any], AbstractContextManager[None]]
"""Told the name of a call, and what it is about: a descriptor or a path. The call is made inside of
its block, which may raise OSError before that."""

SYNCS = ("fsync", "fdatasync")
_BY_DESCRIPTOR = ("pwrite", "ftruncate", *SYNCS)
_BY_PATH = ("rename", "replace", "unlink", "hardlink_to", "write_text")
SECTOR = 512


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Tells of every call of the log on its files that changes something."""

    def wrapped(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def watching(about: Any, *arguments: Any, **named: Any) -> Any:
            with watch(name, about):
                return call(about, *arguments, **named)

        return watching

    with ExitStack() as stack:
        for name in _BY_DESCRIPTOR:
            stack.enter_context(patch.object(os, name, wrapped(name, getattr(os, name))))
        for name in _BY_PATH:
            stack.enter_context(patch.object(Path, name, wrapped(name, getattr(Path, name))))
        yield


def path_of(about: int | Path) -> Path:
    """The path of the file that a call is about."""
    return Path(f"/proc/self/fd/{about}").readlink() if isinstance(about, int) else about


def before(action: Callable[[str, Any], None]) -> Watch:
    """Does something before each call."""

    @contextmanager
    def watch(name: str, about: Any) -> Iterator[None]:
        action(name, about)
        yield

    return watch


class PowerCuts:
    """What of a directory is durable, as its files are written and synced.

    Names are durable when their directory was synced; of those that were made or removed since, the
    first few may be as well, as file systems keep them in order.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._contents: dict[int, bytes] = {}
        """By file: what of it is on the disk."""
        self._lost: dict[int, list[tuple[int, int]]] = {}
        """By file: the parts that a sync has failed to make durable."""
        self._files: dict[int, int] = {}
        """A number for each inode. A file system uses an inode again once its file is removed."""
        self._numbers = count()
        self._names: dict[str, int] = {}
        """By name: the file that has it on the disk."""
        self._unsynced: list[dict[str, int]] = []
        """The names after each change since the directory was synced."""

    def called(self, name: str, about: Any) -> None:
        """Must be told of every call, after it has succeeded."""
        now = self._listed()
        if now != (self._unsynced[-1] if self._unsynced else self._names):
            self._unsynced.append(now)
        if name not in SYNCS:
            return
        if path_of(about).is_dir():
            self._names, self._unsynced = now, []
        elif (file := self._file(about)) is not None:
            content = bytearray(Path(f"/proc/self/fd/{about}").read_bytes())
            for start, end in self._lost.get(file, ()):
                gone = slice(start, min(end, len(content)))
                content[gone] = bytes(len(content[gone]))
            self._contents[file] = bytes(content)

    def sync_failed(self, about: int) -> None:
        """Must be told that a sync of this descriptor has failed: what it was to write is lost."""
        file = self._file(about)
        if file is not None:
            kept, size = self._contents.get(file, b""), os.fstat(about).st_size
            self._lost.setdefault(file, []).append((len(kept), size))

    def _file(self, about: int) -> int | None:
        self._listed()
        return self._files.get(os.fstat(about).st_ino)

    def _listed(self) -> dict[str, int]:
        inodes = {entry.name: entry.inode() for entry in os.scandir(self._directory)}
        for gone in self._files.keys() - set(inodes.values()):
            del self._files[gone]
        return {
            name: self._files.setdefault(inode, next(self._numbers))
            for name, inode in inodes.items()
        }

    def cut(self, chance: random.Random, into: Path, *, reordered: bool) -> None:
        """Leaves in `into` what may be left if the power went away now."""
        into.mkdir()
        now = self._listed()
        current = {file: name for name, file in now.items()}
        for name, file in chance.choice([self._names, *self._unsynced, now]).items():
            shown = self._contents.get(file, b"")
            if file in current:
                whole = (self._directory / current[file]).read_bytes()
                shown = _between(chance, shown, whole, reordered=reordered)
            (into / name).write_bytes(shown)


def _between(chance: random.Random, durable: bytes, whole: bytes, *, reordered: bool) -> bytes:
    """A content that lies between what is durable and what was written."""
    size = chance.choice([len(durable), len(whole), chance.randint(0, len(whole))])
    size = max(size, min(len(durable), len(whole)))
    if not reordered:  # what is appended reaches the disk from its beginning to its end
        return (durable[:size] + whole[len(durable) : size])[:size]
    left = bytearray(durable[:size].ljust(size, b"\0"))
    for start in range(0, size, SECTOR):
        if chance.random() < 0.5:
            end = min(start + SECTOR, size)
            left[start:end] = whole[start:end].ljust(end - start, b"\0")
    return bytes(left)


def failing(number: int) -> OSError:
    return OSError(number, os.strerror(number))


ERRORS = (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EROFS)
