"""What producers and users state about jobs, datasets and runs: facets, tags and owners."""

from typing import Any

import msgspec

Facets = dict[str, Any]


class Tag(msgspec.Struct, frozen=True):
    key: str
    value: str | None
    source: str | None
    """Who gave the tag, by the name that producers use for themselves."""
    field: str | None
    """The dataset field that carries the tag, or None if the tag is on the whole."""


class Owner(msgspec.Struct, frozen=True, order=True):
    name: str
    type: str
    """The kind of owner in the producer's words, or an empty text if none is stated."""


class PartitionFacets(msgspec.Struct, frozen=True):
    partition: str | None
    facets: Facets
