"""The id of a log, by which a store knows the log that it was derived from."""

import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path

from headwater.errors import LogError
from headwater.log.directory.segment import sync_directory

FILE_NAME = "ID"


def log_id(directory: Path) -> str:
    """The id of the log in a directory. It is made with the log, and stays with its files.

    A log that has no id yet gets one now.
    """
    path = directory / FILE_NAME
    try:
        make_id(directory)
        found = path.read_bytes().decode("utf-8", "replace").strip()
    except OSError as error:
        raise LogError(f"cannot read the id of the event log in {path}: {error}") from error
    if not found or not found.isprintable() or "\N{REPLACEMENT CHARACTER}" in found:
        raise LogError(
            f"the id of the event log in {path} is {'damaged' if found else 'empty'}; restore the"
            " file from a copy: the store's table `meta` has the id, too"
        )
    return found


def make_id(directory: Path) -> None:
    """Gives the log in a directory an id, durably, unless it has one."""
    path = directory / FILE_NAME
    if path.exists():
        return
    make_directory(directory)
    new = path.with_name(f"{FILE_NAME}-{secrets.token_hex(4)}")
    # The name of the machine says to people which log it is; the number makes it unique.
    new.write_text(f"{socket.gethostname()}-{secrets.token_hex(8)}\n")
    try:
        with new.open("rb") as file:
            os.fsync(file.fileno())
        with suppress(FileExistsError):  # another process was faster
            path.hardlink_to(new)
    finally:
        new.unlink()
    sync_directory(directory)


def make_directory(directory: Path) -> None:
    """Creates the directory in such a way that it survives a power cut."""
    if not directory.exists():
        make_directory(directory.parent)
        directory.mkdir(exist_ok=True)
        sync_directory(directory.parent)
