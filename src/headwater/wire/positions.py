"""Positions of writes in the log, as opaque tokens by which a client waits for its own writes."""

import base64
import re
from collections.abc import Iterable, Mapping

import msgspec

from headwater.errors import BadRequestError

HEADER = "Lineage-Position"
PARAMETER = "position"
"""The query parameter with the same meaning, for callers that cannot send headers."""
_PLACE = re.compile(r"(\d{8}-[0-9a-f]{8}|[\w.-]{1,249}/\d{1,9}):(\d{1,18})", re.ASCII)
"""A segment of a directory, or a partition of a topic, and where the write ends in it."""
_SUFFIX = ".ndjson"
"""How the names of a directory's segments end. It is left out of tokens."""


class Pending(msgspec.Struct, frozen=True):
    """This is the answer to a write that is durable, but not applied yet."""

    message: str
    position: str


def token(positions: Mapping[str, int]) -> str:
    """A token for positions: the ends of what was written, by segment of the log.

    >>> positions_in([token({"00000001-5f0c9a1e.ndjson": 310})])
    {'00000001-5f0c9a1e.ndjson': 310}
    >>> positions_in([token({"events/3": 17})])
    {'events/3': 17}
    """
    places = (f"{name.removesuffix(_SUFFIX)}:{end}" for name, end in sorted(positions.items()))
    return base64.urlsafe_b64encode(",".join(places).encode()).decode().rstrip("=")


def positions_in(tokens: Iterable[str]) -> dict[str, int]:
    """The positions that these tokens stand for together. A token may be a list separated by
    commas."""
    found: dict[str, int] = {}
    for text in (part.strip() for given in tokens for part in given.split(",")):
        try:
            padded = text + "=" * (-len(text) % 4)
            places = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
        except ValueError:
            raise _unknown(text) from None
        for place in filter(None, places.split(",")):
            match = _PLACE.fullmatch(place)
            if match is None:
                raise _unknown(text)
            segment, end = match[1], int(match[2])
            if "/" not in segment:
                segment += _SUFFIX
            found[segment] = max(end, found.get(segment, 0))
    return found


def _unknown(text: str) -> BadRequestError:
    return BadRequestError(
        f"{text[:60]!r} is no position; send what a write answered in the header {HEADER}"
    )


def reached(wanted: Mapping[str, int], applied: Mapping[str, int]) -> bool:
    return all(applied.get(segment, 0) >= end for segment, end in wanted.items())
