"""API keys and their roles. They are kept hashed, in a file beside the log."""

import fcntl
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from headwater.api.http.operations import Role
from headwater.errors import ConflictError, NotFoundError
from headwater.own_files import OwnFiles

PREFIX = "hw_"
FILE_NAME = "keys.json"


class ApiKey(msgspec.Struct, frozen=True, rename="camel"):
    """A key as it is stored. The secret itself is shown once, when the key is created."""

    name: str
    role: Role
    hash: str
    """SHA-256 as hex. A plain hash suffices, as a key is 256 random bits that nobody can guess."""
    created_at: int
    """Microseconds since 1970 UTC."""


class Keys:
    """The keys of a data directory."""

    def __init__(self, directory: Path) -> None:
        self._files, self._path = OwnFiles(directory), directory / FILE_NAME

    def read(self) -> tuple[ApiKey, ...] | None:
        """The stored keys; None if there never was one. Once the last is revoked, nobody may do
        anything."""
        return self._files.read(self._path, tuple[ApiKey, ...])

    def create(self, name: str, role: Role) -> str:
        """Adds a key and returns its secret, which cannot be seen again."""
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
        """The key with this secret. All keys are compared, in constant time, to reveal nothing by
        timing."""
        given, found = _hash(secret).encode(), None
        for key in keys:
            if hmac.compare_digest(given, key.hash.encode()):
                found = key
        return found

    def _change(self, change: Callable[[tuple[ApiKey, ...]], Iterable[ApiKey]]) -> None:
        with self._files.opened(self._path.with_suffix(".lock")) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._files.replace(self._path, tuple(change(self.read() or ())))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
