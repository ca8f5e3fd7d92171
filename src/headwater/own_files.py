"""Small files that a server and its administrator keep in the data directory, such as its keys."""

import os
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from headwater.errors import SettingError

T = TypeVar("T")


class OwnFiles:
    """Files of JSON that are replaced as a whole, and readable by their owner alone."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def read(self, path: Path, kind: type[T]) -> T | None:
        """The content of a file, or None if there is no file."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=kind)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise SettingError(
                f"{path} cannot be read: {error.strerror}; it must belong to the user that the"
                " server runs as"
            ) from error
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            # Going on without it would be worse: without its keys, a server lets everyone in.
            raise SettingError(
                f"{path} cannot be read: {error}; restore the file, or remove it to begin anew"
            ) from error

    def replace(self, path: Path, content: object) -> None:
        """After a crash the file is the old one or the new one."""
        unfinished = path.with_name(f"{path.name}.new")
        with self.opened(unfinished) as file:
            file.truncate()
            file.write(msgspec.json.format(msgspec.json.encode(content)))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)

    def opened(self, path: Path) -> IO[bytes]:
        """Opens a file for writing, and makes it, and the folders above it, if they are not there.

        If root runs the command, they are given to the owner of the data directory, who is also the
        user that the server runs as. Links are not followed, as that owner could make them lead
        elsewhere.
        """
        within = [place for place in reversed(path.parents) if self._data in place.parents]
        try:
            self._data.mkdir(parents=True, exist_ok=True)
            for place in within:
                place.mkdir(exist_ok=True, mode=0o700)
            flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
            file = os.fdopen(os.open(path, flags, 0o600), "r+b")
        except OSError as error:
            raise SettingError(
                f"{path} cannot be written: {error.strerror}; run this as the user that the server"
                " runs as"
            ) from error
        if os.geteuid() == 0:
            owner = self._data.stat()
            for place in within:
                os.chown(place, owner.st_uid, owner.st_gid, follow_symlinks=False)
            os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        return file
