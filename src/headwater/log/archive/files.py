"""Where an archive lies: a folder on any file system that Arrow knows.

A file appears under its name whole or not at all. Object stores see to that themselves: a file is
there once it is closed. Elsewhere it is written under another name first, and then renamed.
"""

import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import fs

from headwater.errors import LogError, LogUnwritableError

UNFINISHED = ".tmp"
"""The end of the names of files that are still being written."""
ABANDONED_SECONDS = 86_400
"""A file that has been unfinished for this long was left behind, and nobody will finish it."""
_WHOLE_WHEN_CLOSED = ("s3", "gcs")


class ArchiveFiles:
    """The files of one folder, named by their paths in it."""

    def __init__(self, url: str) -> None:
        # Workers have working directories of their own.
        self.url = url.rstrip("/") if "://" in url else str(Path(url).absolute())
        self._opened: tuple[Any, str] | None = None

    def __str__(self) -> str:
        return re.sub(r"//[^/@]*@", "//", self.url).partition("?")[0]  # there may be a secret in it

    def names(self, folder: str = "") -> list[str]:
        """The names of all files in a folder, and in the folders in it."""
        with self._errors("list"):
            files, root = self._folder()
            place = f"{root}/{folder}" if folder else root
            selector = fs.FileSelector(place, allow_not_found=True, recursive=True)
            return [
                info.path[len(root) + 1 :] for info in files.get_file_info(selector) if _is(info)
            ]

    def read(self, name: str) -> bytes | None:
        """The content of a file; None if there is none."""
        with self._errors(f"read {name} of"):
            files, root = self._folder()
            try:
                with files.open_input_file(f"{root}/{name}") as file:
                    return bytes(file.read())
            except FileNotFoundError:
                return None

    @contextmanager
    def opened(self, name: str) -> Iterator[Any]:
        """Opens a file, to read parts of it."""
        with self._errors(f"read {name} of"):
            files, root = self._folder()
            with files.open_input_file(f"{root}/{name}") as file:
                yield file

    def add(self, name: str, content: bytes) -> None:
        """Writes a file, whole or not at all, under a name that nobody else uses."""
        self._put(name, content, is_new=True)

    def put(self, name: str, content: bytes) -> None:
        """Writes a file in place of the one that has its name. If it fails, that one stays."""
        self._put(name, content, is_new=False)

    def _put(self, name: str, content: bytes, *, is_new: bool) -> None:
        with self._errors(f"write {name} to", LogUnwritableError):
            files, root = self._folder()
            path = f"{root}/{name}"
            if files.type_name in _WHOLE_WHEN_CLOSED:
                _upload(files, path, content, is_new=is_new)
            else:
                unfinished = f"{path}.{secrets.token_hex(4)}{UNFINISHED}"
                files.create_dir(str(Path(path).parent), recursive=True)
                _write(files, unfinished, content)
                _move(files, unfinished, path, root)

    def remove_abandoned(self, now: float | None = None) -> None:
        """Removes what writers that were killed long ago have left unfinished."""
        with self._errors("clean", LogUnwritableError):
            files, root = self._folder()
            before = (time.time() if now is None else now) - ABANDONED_SECONDS
            for info in files.get_file_info(
                fs.FileSelector(root, allow_not_found=True, recursive=True)
            ):
                if _is(info) and info.path.endswith(UNFINISHED) and info.mtime_ns / 1e9 < before:
                    files.delete_file(info.path)

    def _folder(self) -> tuple[Any, str]:
        if self._opened is None:
            files, path = fs.FileSystem.from_uri(self.url)
            self._opened = files, path.rstrip("/")
        return self._opened

    @contextmanager
    def _errors(self, did: str, kind: type[LogError] = LogError) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException) as error:
            why = " ".join(str(error).split())
            raise kind(f"cannot {did} the archive in {self}: {why}") from error


def _is(info: Any) -> bool:
    return bool(info.type == fs.FileType.File)


def _write(files: Any, path: str, content: bytes) -> None:
    # By the end of a name, Arrow would compress what is compressed already.
    with files.open_output_stream(path, compression=None) as file:
        file.write(content)


def _upload(files: Any, path: str, content: bytes, *, is_new: bool) -> None:
    """Writes to an object store. What a failed attempt has left behind is removed if the name is
    ours alone."""
    try:
        _write(files, path, content)
        written = files.get_file_info(path).size
        if written != len(content):
            raise OSError(f"it has {written} bytes there instead of {len(content)}")
    except BaseException:
        if is_new:
            with suppress(OSError):  # the first error tells more
                files.delete_file(path)
        raise


def _move(files: Any, unfinished: str, path: str, root: str) -> None:
    if files.type_name != "local":
        _move_aside(files, unfinished, path)
        return
    _sync(unfinished, os.O_RDONLY)
    files.move(unfinished, path)
    for folder in Path(path).parents:  # each of them may be new
        _sync(str(folder), os.O_RDONLY | os.O_DIRECTORY)
        if str(folder) == root:
            break


def _move_aside(files: Any, unfinished: str, path: str) -> None:
    """Moves a file where others than local file systems refuse to replace the one that is there."""
    before = f"{unfinished}.before{UNFINISHED}"
    is_there = files.get_file_info(path).type != fs.FileType.NotFound
    if is_there:
        files.move(path, before)
    try:
        files.move(unfinished, path)
    except BaseException:
        if is_there:
            files.move(before, path)
        raise
    if is_there:
        files.delete_file(before)


def _sync(path: str, flags: int) -> None:
    """Makes a file, or the names in a folder, survive a power cut."""
    fd = os.open(path, flags)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
