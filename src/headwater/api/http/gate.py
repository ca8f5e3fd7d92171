"""Who may ask: API keys with their roles, and protection from the web pages of others."""

import ipaddress
import logging
import time
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.types import Scope

from headwater.api.http.keys import ApiKey, Keys
from headwater.api.http.operations import Role
from headwater.api.http.problems import HttpError
from headwater.errors import SettingError

_logger = logging.getLogger(__name__)
_RANKS: dict[str, int] = {"read": 0, "write": 1, "admin": 2}
RELOAD_SECONDS = 1.0


class Gate:
    """Lets a request in, or raises an HttpError that says why not.

    Without API keys everyone may do everything. A server on a loopback address then answers only
    requests to a loopback name, so that a web page cannot reach it under a name of its own.
    """

    def __init__(
        self, keys: Keys, *, loopback_only: bool = False, origins: Collection[str] = ()
    ) -> None:
        self._keys = keys
        self._loopback_only = loopback_only
        self._origins = frozenset(origins)
        self._known = keys.read()
        self._is_known = True
        self._read_at = time.monotonic()

    def admit(self, scope: Scope) -> None:
        """Refuses requests under a foreign host name, and writes by the web pages of others."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        if sum(name == b"host" for name, _ in scope["headers"]) > 1:
            # A proxy in front of us may have let the request in by one of them, while we look at
            # another.
            raise HttpError(400, "the request has more than one Host header; expected one")
        host = headers.get(b"host", b"").decode("latin-1").lower()
        open_here = self._loopback_only and self._current() is None
        if open_here and host and not is_loopback(_name(host)):
            raise HttpError(
                403,
                f"without keys this server answers on this machine alone, not by the name {host!r}",
            )
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        if scope["method"] in ("GET", "HEAD", "OPTIONS") or not origin:
            return
        if origin not in self._origins and _netloc(origin) != host:
            raise HttpError(403, f"web pages of {origin} may not write here")

    def require(self, scope: Scope, role: Role) -> None:
        """Raises 401 unless a known key was sent, and 403 if the key's role does not suffice."""
        known = self._current()
        if known is None:
            return
        given = _bearer(dict(scope["headers"]).get(b"authorization", b""))
        if not given:
            raise HttpError(
                401,
                "a key is needed: send it as `Authorization: Bearer KEY`",
                {"WWW-Authenticate": "Bearer"},
            )
        key = self._keys.find(known, given)
        if key is None:
            raise HttpError(
                401,
                "this key is not known, or was revoked",
                {"WWW-Authenticate": 'Bearer error="invalid_token"'},
            )
        scope["key_name"] = key.name
        if _RANKS[key.role] < _RANKS[role]:
            raise HttpError(403, f"the key {key.name!r} may {key.role}; this needs {role}")

    def _current(self) -> tuple[ApiKey, ...] | None:
        """The keys, read again now and then, as the command line may change them; None if none."""
        if time.monotonic() - self._read_at > RELOAD_SECONDS:
            self._read_at = time.monotonic()
            try:
                found = self._keys.read()
            except SettingError as error:
                self._is_known = False
                _logger.error("%s", error)
            else:
                self._is_known = True
                # If the file disappears, the last known keys stay in force, so that no door opens.
                self._known = self._known if found is None else found
        if not self._is_known:  # nor is it known which keys were revoked
            raise HttpError(503, "the keys cannot be read; the server's log says why")
        return self._known


def _bearer(header: bytes) -> str:
    scheme, _, value = header.decode("latin-1").partition(" ")
    return value.strip() if scheme.lower() == "bearer" else ""


def _netloc(origin: str) -> str:
    """The host of an origin with its port, or nothing if the origin is no URL.

    >>> _netloc("http://localhost:5000"), _netloc("http://["), _netloc("null")
    ('localhost:5000', '', '')
    """
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _name(host: str) -> str:
    """The host of a `Host` header, without its port.

    >>> _name("[::1]:5000"), _name("localhost:5000"), _name("127.0.0.1")
    ('::1', 'localhost', '127.0.0.1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def is_loopback(name: str) -> bool:
    """Whether a name or address is that of this very machine.

    >>> is_loopback("127.0.0.2"), is_loopback("::1"), is_loopback("lineage.example")
    (True, True, False)
    """
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
