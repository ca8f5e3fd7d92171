"""Opening a Marquez server or its database by a URL."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

from headwater.collector.marquez.source import MarquezSource
from headwater.errors import SettingError

PREFIX = "marquez+"


def is_marquez(text: str) -> bool:
    return text.startswith(PREFIX)


def shown(url: str) -> str:
    """The URL without the key or password in it.

    >>> shown("marquez+postgresql://marquez:secret@db:5432/marquez")
    'marquez+postgresql://db:5432/marquez'
    """
    scheme, separator, rest = url.partition("://")
    place, slash, database = rest.partition("/")
    return f"{scheme}{separator}{place.rpartition('@')[2]}{slash}{database.partition('?')[0]}"


@contextmanager
def open_marquez(url: str) -> Iterator[MarquezSource]:
    """The server or database at a URL such as `marquez+http://localhost:5000` or
    `marquez+postgresql://USER:PASSWORD@HOST/marquez`."""
    plain = url.removeprefix(PREFIX)
    # Each is imported only where it is used, as they take their time.
    match urlsplit(plain).scheme:
        case "http" | "https":
            from headwater.collector.marquez.http import MarquezServer

            with closing(MarquezServer(plain)) as server:
                yield server
        case "postgresql" | "postgres":
            from headwater.collector.marquez.postgres import MarquezDatabase

            with closing(MarquezDatabase(plain)) as database:
                yield database
        case _:
            raise SettingError(
                f"{shown(url)} is no place of a Marquez; expected marquez+http://HOST:PORT,"
                " marquez+https://… or marquez+postgresql://USER:PASSWORD@HOST/DATABASE"
            )
