"""Sending messages to webhooks, signed by the Standard Webhooks scheme."""

import base64
import hashlib
import hmac
import ipaddress
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx2

from headwater.errors import BadRequestError, UndeliveredError

SECONDS = 10.0
"""How long a target may take to connect, and to answer."""
_WRITTEN_OUT = ipaddress.ip_network("64:ff9b::/96")
"""Addresses whose last 32 bits are an address of IPv4, which a gateway sends to (NAT64)."""
_UNICAST = ipaddress.ip_network("2000::/3")
"""The addresses of IPv6 that single machines have, all over the world."""


def send(
    url: str, body: bytes, media: str, *, id_: str, secret: bytes, private_targets: bool = False
) -> None:
    """Sends a message; UndeliveredError unless the answer is 2xx.

    Redirects are not followed, and nothing of the answer but its status is looked at: who may
    subscribe shall not learn what answers inside the server's network. For the same reason an
    address is looked up once, judged, and then connected to as it was judged.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    addresses = _addresses(url)
    if not private_targets and (why := _private(host, addresses)):
        raise UndeliveredError(why)
    now = int(time.time())
    headers = {
        "Host": parts.netloc.rpartition("@")[2],
        "Content-Type": media,
        "User-Agent": "headwater",
        "webhook-id": id_,
        "webhook-timestamp": str(now),
        "webhook-signature": signature(secret, id_, now, body),
    }
    try:
        pinned = httpx2.URL(url).copy_with(host=addresses[0])
        with (
            httpx2.Client(timeout=SECONDS, follow_redirects=False, trust_env=False) as client,
            _ended_after(2 * SECONDS, client),
            client.stream(
                "POST",
                pinned,
                content=body,
                headers=headers,
                extensions={"sni_hostname": host},
            ) as response,
        ):
            status = response.status_code
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise UndeliveredError(f"it cannot be reached: {type(error).__name__}") from error
    if not 200 <= status < 300:
        raise UndeliveredError(f"it answered {status}, and a status of 2xx was expected")


def require_target(url: str, *, private_targets: bool) -> None:
    """BadRequestError if nothing may be sent to where a URL leads.

    A name without an address may get one later, and is judged when something is sent to it.
    """
    try:
        httpx2.URL(url)
        addresses = _addresses(url)
    except httpx2.InvalidURL as error:
        raise BadRequestError(f"to: this is no URL: {error}") from error
    except UndeliveredError:
        return
    if not private_targets and (why := _private(urlsplit(url).hostname or "", addresses)):
        raise BadRequestError(f"to: {why}")


@contextmanager
def _ended_after(seconds: float, client: httpx2.Client) -> Iterator[None]:
    """Ends what a client does after this many seconds, as a target that sends a byte now and then
    would hold it for days."""
    timer = threading.Timer(seconds, client.close)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def signature(secret: bytes, id_: str, timestamp: int, body: bytes) -> str:
    """The signature by which a receiver knows who sent a message, and when.

    >>> signature(b"key", "m1", 1, b"{}")
    'v1,hJWUDO89xT3+/WuVf3h1ZN257tvaQULfN1ovYvfrIlo='
    """
    signed = hmac.digest(secret, f"{id_}.{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(signed).decode()}"


def _addresses(url: str) -> list[str]:
    """The addresses of the host of a URL. UndeliveredError if none is known."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise UndeliveredError(f"no address is known for {parts.hostname}") from error
    return [str(place[0]) for *_, place in found]


def _private(host: str, addresses: list[str]) -> str:
    """Why nothing may be sent to a host with these addresses; empty if it may."""
    if all(map(_is_public, addresses)):
        return ""
    return (
        f"{host} has an address in a private network, and the setting `private_targets` does"
        " not allow that"
    )


def _is_public(address: str) -> bool:
    """Whether an address is that of a machine anywhere, and stands for no other address.

    >>> _is_public("8.8.8.8"), _is_public("127.0.0.1"), _is_public("::ffff:10.0.0.1")
    (True, False, False)
    >>> _is_public("64:ff9b::8.8.8.8"), _is_public("64:ff9b::10.0.0.1")
    (True, False)
    >>> _is_public("2606:4700::1111"), _is_public("2002:7f00:1::"), _is_public("::127.0.0.1")
    (True, False, False)
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found in _WRITTEN_OUT:
            return _is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
        if meant := found.ipv4_mapped or found.sixtofour:
            return _is_public(str(meant))
        if found not in _UNICAST:
            return False
    return found.is_global and not found.is_multicast
