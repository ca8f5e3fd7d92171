"""The address of a server, and the paths on it."""

from urllib.parse import quote, urlsplit

from headwater.errors import SettingError

BASE = "/api/v1"
EVENTS = "/lineage"
"""The path that events are sent to, below the base."""

_DOTS = {".": "%2E", "..": "%2E%2E"}
"""Names that mean something else in a path, and how they are written instead."""


def path(*parts: str) -> str:
    """The path of these parts, each percent-encoded.

    >>> path("namespaces", "s3://lake", "datasets", "orders/raw")
    '/namespaces/s3%3A%2F%2Flake/datasets/orders%2Fraw'
    """
    return "".join(f"/{part_of_path(part)}" for part in parts)


def part_of_path(text: str) -> str:
    return _DOTS.get(text) or quote(text, safe="")


def server_address(url: str) -> str:
    """What precedes the base in the URL of a server; SettingError if it is no URL of a server.

    OpenLineage's clients are configured with the address that events are sent to, so that address
    is understood as well.

    >>> server_address("http://h/prefix/"), server_address("https://h/api/v1/lineage")
    ('http://h/prefix', 'https://h')
    """
    address = urlsplit(url)
    try:
        usable = address.scheme in ("http", "https") and address.hostname and address.port != 0
    except ValueError:  # a port that is no number
        usable = False
    if not usable:
        raise SettingError(f"the server's URL is {url!r}; expected one like http://localhost:5000")
    return url.rstrip("/").removesuffix(BASE + EVENTS)
