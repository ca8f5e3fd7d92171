"""Files in the data directory that are replaced as a whole, and readable by their owner alone."""

import os
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from headwater.errors import SettingError

T = TypeVar("T")

FOLDER = "alerts"
"""The folder of subscriptions and of how far each has been told, in the data directory."""


def folder(data: Path) -> Path:
    return data / FOLDER


def read_file(path: Path, kind: type[T]) -> T | None:
    """The content of a file, or None if there is no file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingError(
            f"{path} cannot be read: {error.strerror}; it must belong to the user that the server"
            " runs as"
        ) from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise SettingError(
            f"{path} cannot be read: {error}; restore the file, or remove it to begin anew"
        ) from error


def write_file(path: Path, content: object) -> None:
    """Replaces a file. After a crash it is the old one or the new one."""
    unfinished = path.with_name(f"{path.name}.new")
    with opened(unfinished) as file:
        file.truncate()
        file.write(msgspec.json.format(msgspec.json.encode(content)))
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def opened(path: Path) -> IO[bytes]:
    """Opens a file for writing, and makes it, and the folders above it, if they are not there.

    If root runs the command, they are given to the owner of the data directory, as whom the server
    runs. Links are not followed, as that owner could make them lead elsewhere.
    """
    made = [path.parent] if path.parent.name == FOLDER else [path.parent.parent, path.parent]
    try:
        for place in made:
            place.mkdir(parents=True, exist_ok=True, mode=0o700)
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        file = os.fdopen(os.open(path, flags, 0o600), "r+b")
    except OSError as error:
        raise SettingError(
            f"{path} cannot be written: {error.strerror}; run this as the user that the server"
            " runs as"
        ) from error
    if os.geteuid() == 0:
        owner = made[0].parent.stat()
        for place in made:
            os.chown(place, owner.st_uid, owner.st_gid, follow_symlinks=False)
        os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
    return file
