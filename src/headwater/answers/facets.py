"""What producers and users state about jobs, datasets and runs: facets, tags and owners."""

from typing import Any

import msgspec

Facets = dict[str, Any]


class Tag(msgspec.Struct, frozen=True):
    """This is a tag of a job, a dataset or a field of it."""

    key: str
    value: str | None
    source: str | None
    """Who gave the tag, by the name that producers use for themselves."""
    field: str | None
    """The dataset field that carries the tag, or None if the tag is on the whole."""

    @property
    def words(self) -> str:
        """The tag as people write it: its name and, if it has one, its value."""
        return self.key if self.value is None else f"{self.key}={self.value}"


class Owner(msgspec.Struct, frozen=True, order=True):
    """This says who owns a job or dataset."""

    name: str
    type: str
    """The kind of owner in the producer's words, or an empty text if none is stated."""


class PartitionFacets(msgspec.Struct, frozen=True):
    """These are the facets of a dataset in a run. They are about one partition, or about the
    dataset as a whole."""

    partition: str | None
    facets: Facets
