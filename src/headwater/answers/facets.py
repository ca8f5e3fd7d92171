"""What producers and users say of jobs, datasets and runs: facets, tags, owners."""

from typing import Any

import msgspec

Facets = dict[str, Any]


class Tag(msgspec.Struct, frozen=True):
    key: str
    value: str | None
    source: str | None
    """Who says so, as producers call themselves."""
    field: str | None
    """The field of a dataset that it is about; None for the whole."""


class Owner(msgspec.Struct, frozen=True, order=True):
    name: str
    type: str
    """What kind of owner, as the producer calls it; empty where it does not say."""


class PartitionFacets(msgspec.Struct, frozen=True):
    partition: str | None
    facets: Facets
