"""The roles of the story: producers, datasets, jobs and their runs.

Nothing is random. Values that should look random (run ids, row counts, durations) come from a hash
of what they belong to. So the same story always gives the same bytes, and changing one part of it
leaves the rest as it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import NamedTuple, TypeAlias
from uuid import UUID

from headwater.demo.facets import FacetFields, StoryFacets


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """How one producer writes its events."""

    producer: str
    integration: str
    engine: FacetFields
    time_spec: str = "milliseconds"
    zone: str = "Z"
    start_lists: tuple[str, ...] = ("inputs", "outputs")
    running_lists: tuple[str, ...] = ()
    repeats_facets: bool = True
    """Whether facets that never change are in every event, or only in the first."""

    def time(self, when: datetime) -> str:
        text = when.astimezone(UTC).isoformat(timespec=self.time_spec)
        return text.replace("+00:00", self.zone)


@dataclass(frozen=True, slots=True, eq=False)
class StoryDataset:
    """A dataset of the story. `fields` lists its columns with their types."""

    namespace: str
    name: str
    fields: str
    rows: int = 0
    """About how many rows a day's run reads or writes."""
    facets: StoryFacets = field(default_factory=dict)

    @property
    def node(self) -> str:
        return f"dataset:{self.namespace}:{self.name}"


class StorySource(NamedTuple):
    """One source of an output column. `how` is a subtype of OpenLineage, or MASKED."""

    dataset: StoryDataset
    column: str
    how: str


ColumnSources: TypeAlias = Mapping[str, tuple[StorySource, ...]]
"""The sources of each output column. Those of the dataset as a whole are under ''."""


@dataclass(frozen=True, slots=True, eq=False)
class StoryJob:
    """A job of the story."""

    dialect: Dialect
    namespace: str
    name: str
    kind: str
    columns: Mapping[StoryDataset, ColumnSources] = field(default_factory=dict)
    facets: StoryFacets = field(default_factory=dict)
    repository: str = ""
    path: str = ""
    processing: str = "BATCH"

    @property
    def node(self) -> str:
        return f"job:{self.namespace}:{self.name}"

    @property
    def identity(self) -> dict[str, str]:
        return {"namespace": self.namespace, "name": self.name}


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """A dataset as one run reads or writes it."""

    dataset: StoryDataset
    partition: str = ""
    rows: int = 0
    version: str = ""
    fields: str = ""
    """The columns of the dataset in this run, where they are not the usual ones."""
    facets: StoryFacets = field(default_factory=dict)
    own_facets: StoryFacets = field(default_factory=dict)
    """Input or output facets, in addition to the row counts."""

    @property
    def name(self) -> str:
        return f"{self.dataset.name}/{self.partition}" if self.partition else self.dataset.name


@dataclass(frozen=True, slots=True, eq=False)
class StoryRun:
    """A run of the story."""

    job: StoryJob
    started: datetime
    ended: datetime
    inputs: tuple[Use, ...] = ()
    outputs: tuple[Use, ...] = ()
    parent: "StoryRun | None" = None
    outcome: str = "COMPLETE"
    error: str = ""
    nominal: datetime | None = None
    attempt: int = 1
    revision: int = 1
    facets: StoryFacets = field(default_factory=dict)
    job_facets: StoryFacets = field(default_factory=dict)
    arrives: datetime | None = None
    """The time at which all its events are sent. None means each at its own time."""

    @property
    def run_id(self) -> str:
        return run_id(self.started, self.job.node, self.attempt)

    @property
    def root(self) -> "StoryRun":
        return self.parent.root if self.parent else self


def noise(*key: object) -> float:
    """A number from 0 up to 1 that looks random, but is always the same for the same key."""
    digest = blake2b(repr(key).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def run_id(when: datetime, *key: object) -> str:
    """A UUIDv7, as most producers use them."""
    digest = blake2b(repr((when, key)).encode(), digest_size=10).digest()
    milliseconds = int(when.timestamp() * 1000)
    value = milliseconds << 80 | int.from_bytes(digest, "big")
    value = value & ~(0xF << 76) & ~(0x3 << 62) | 0x7 << 76 | 0x2 << 62
    return str(UUID(int=value))


def commit(*key: object) -> str:
    """A commit id."""
    return blake2b(repr(key).encode(), digest_size=20).hexdigest()
