"""What one event says: its facts, what it mentions, and what is odd in it."""

from functools import lru_cache
from typing import NamedTuple, Self

import msgspec

from headwater.model.events import Finding
from headwater.model.excerpts import Excerpt, excerpt_of
from headwater.model.facet_content import ColumnSource, Name
from headwater.model.facts import Fact

_BITS = 2**63 - 1
_SET, _NAME, _OWN, _EXCERPT = (_BITS // 7 * n for n in (1, 2, 4, 3))
"""Added to keys, so that things of different kinds have different keys."""


@lru_cache(maxsize=65_536)
def value_key(content_hash: str) -> int:
    """The 63-bit key that stands for a facet value among what events mention."""
    return int(content_hash[:16], 16) & _BITS


def set_key(set_hash: str) -> int:
    """The key of a set of column edges."""
    return value_key(set_hash) ^ _SET


def name_key(node: int) -> int:
    """The key of a name, however it is mentioned."""
    return node ^ _NAME


def own_key(node: int) -> int:
    """The key of a name that is mentioned in its own right."""
    return node ^ _OWN


def excerpt_key(key: int) -> int:
    """The key of an excerpt."""
    return key ^ _EXCERPT


class JobStatement(NamedTuple):
    """What a job event states about its job. Lists and pairs are JSON."""

    inputs: str
    outputs: str
    code_version: str | None
    code_url: str | None
    code_sql: str | None
    code_source: str | None
    columns: str
    lineage: str | None


class DatasetStatement(NamedTuple):
    """What a dataset event states about its dataset."""

    schema_hash: str | None
    storage_version: str | None
    lifecycle: str | None
    renamed_from: int | None
    lineage_hash: str | None


class PartFacts(msgspec.Struct):
    """What an event, or a part of one, says, while it is read."""

    facts: list[Fact] = []
    names: list[tuple[Name, int]] = []
    """The names that are mentioned, each with 1 if it occurs in its own right, else 0."""
    values: list[tuple[str, str]] = []
    """Facet contents, as pairs of hash and JSON."""
    edges: list[ColumnSource] = []
    findings: list[Finding] = []

    def note(self, code: str, path: str, detail: str) -> None:
        self.findings.append(Finding(code, path, detail))

    def mentions(self) -> set[int]:
        """The keys of all that is mentioned."""
        found = {value_key(content_hash) for content_hash, _ in self.values}
        for edge in self.edges:
            found.add(set_key(edge.set_hash))
        for name, own in self.names:
            found.add(name_key(name.node_id))
            if own:
                found.add(own_key(name.node_id))
        return found


class Quotation(NamedTuple):
    """An excerpt where an event quotes it."""

    excerpt: Excerpt
    place: int
    read: PartFacts
    """What was read there. Most events repeat what others say, and then share the same object."""
    mentions: set[int]

    @classmethod
    def of(cls, read: PartFacts, place: int) -> Self:
        """The quotation of what was read at a place."""
        excerpt = excerpt_of(read.facts)
        own = {excerpt_key(excerpt.key)} if excerpt.facts else set()
        return cls(excerpt, place, read, read.mentions() | own)

    @property
    def facts(self) -> list[Fact]:
        """The facts with their places in the event."""
        return [fact._replace(place=self.place + fact.place) for fact in self.excerpt.facts]


class EventFacts(NamedTuple):
    """Everything that one event says."""

    shape: str
    event_time: int
    rank: int
    event_type: str | None
    run_key: str | None
    run_id: str | None
    node_id: int
    own: PartFacts
    """What it says of itself, of its run, and of what this run did with its datasets."""
    quoted: tuple[Quotation, ...]
    """What it says of its job, and of the datasets that it lists."""
    job: JobStatement | None = None
    dataset: DatasetStatement | None = None

    def mentions(self) -> set[int]:
        """The keys of all that it mentions."""
        return self.own.mentions().union(*[one.mentions for one in self.quoted])

    @property
    def parts(self) -> list[PartFacts]:
        """All that was read, in parts. Places of facts count from the beginning of their part."""
        return [self.own, *(one.read for one in self.quoted)]

    @property
    def facts(self) -> list[Fact]:
        return [*self.own.facts, *(fact for one in self.quoted for fact in one.facts)]

    @property
    def names(self) -> list[tuple[Name, int]]:
        return [name for part in self.parts for name in part.names]

    @property
    def values(self) -> list[tuple[str, str]]:
        return [value for part in self.parts for value in part.values]

    @property
    def edges(self) -> list[ColumnSource]:
        return [edge for part in self.parts for edge in part.edges]

    @property
    def excerpts(self) -> list[Excerpt]:
        """The excerpts that it quotes. One without facts says nothing, and is not kept."""
        return [one.excerpt for one in self.quoted if one.excerpt.facts]

    @property
    def findings(self) -> list[Finding]:
        return [finding for part in self.parts for finding in part.findings]
