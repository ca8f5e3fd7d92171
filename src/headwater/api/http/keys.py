"""API keys: who may do what. Kept hashed, in a file beside the log."""

import fcntl
import hashlib
import hmac
import os
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

import msgspec

from headwater.api.http.operations import Role
from headwater.errors import ConflictError, NotFoundError, SettingError

PREFIX = "hw_"
FILE_NAME = "keys.json"


class ApiKey(msgspec.Struct, frozen=True, rename="camel"):
    """A key as it is kept. The key itself is shown once, when it is made, and nowhere again."""

    name: str
    role: Role
    hash: str
    """SHA-256, hex. A key is 256 random bits, so there is nothing to guess and to slow down."""
    created_at: int
    """µs since 1970 UTC."""


class Keys:
    """The keys of a data directory."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE_NAME

    def read(self) -> tuple[ApiKey, ...] | None:
        """None if there never was a key. After the last is revoked no one may do anything."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=tuple[ApiKey, ...])
        except FileNotFoundError:
            return None
        except OSError as error:
            raise SettingError(
                f"the keys in {self._path} cannot be read: {error.strerror}; the file must belong"
                " to the user that the server runs as"
            ) from error
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            # To go on without would let everyone in.
            raise SettingError(
                f"the keys in {self._path} cannot be read: {error}; restore the file, or remove"
                " it to begin anew"
            ) from error

    def create(self, name: str, role: Role) -> str:
        """The new key, which cannot be seen again."""
        secret = PREFIX + secrets.token_urlsafe(32)

        def add(keys: tuple[ApiKey, ...]) -> Iterable[ApiKey]:
            if any(key.name == name for key in keys):
                raise ConflictError(f"there is a key named {name!r}; revoke it, or name another")
            return (*keys, ApiKey(name, role, _hash(secret), time.time_ns() // 1000))

        self._change(add)
        return secret

    def revoke(self, name: str) -> None:
        def remove(keys: tuple[ApiKey, ...]) -> Iterable[ApiKey]:
            left = [key for key in keys if key.name != name]
            if len(left) == len(keys):
                names = ", ".join(key.name for key in keys) or "none"
                raise NotFoundError(f"there is no key named {name!r}; there are: {names}")
            return left

        self._change(remove)

    def find(self, keys: Iterable[ApiKey], secret: str) -> ApiKey | None:
        """The key with this secret; every one is compared, in constant time."""
        given, found = _hash(secret), None
        for key in keys:
            if hmac.compare_digest(given, key.hash):
                found = key
        return found

    def _change(self, change: Callable[[tuple[ApiKey, ...]], Iterable[ApiKey]]) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._own(".lock") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self._replace(msgspec.json.encode(tuple(change(self.read() or ()))))
        except OSError as error:
            raise SettingError(
                f"the keys in {self._path} cannot be changed: {error.strerror}; run this as the"
                " user that the server runs as"
            ) from error

    def _replace(self, content: bytes) -> None:
        with self._own(".new") as file:
            file.truncate()
            file.write(msgspec.json.format(content))
            file.flush()
            os.fsync(file.fileno())
        self._path.with_suffix(".new").replace(self._path)

    def _own(self, suffix: str) -> IO[bytes]:
        """A file beside the keys. What root makes is the server's, to whom the directory belongs;
        so it follows no link that might lead elsewhere."""
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        file = os.fdopen(os.open(self._path.with_suffix(suffix), flags, 0o600), "r+b")
        if os.geteuid() == 0:
            owner = self._path.parent.stat()
            os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        return file


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
