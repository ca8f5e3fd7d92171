"""Answers to a search: the jobs and datasets in which a text was found."""

from typing import Literal, TypeAlias

import msgspec

from headwater.answers.facets import Tag
from headwater.answers.moments import Instant
from headwater.answers.names import EntityKind

MatchKind: TypeAlias = Literal["name", "namespace", "field", "tag", "description", "owner"]


class Match(msgspec.Struct, frozen=True):
    """This says where in a job or dataset the text was found."""

    kind: MatchKind
    texts: tuple[str, ...]
    """The names, fields, tags or other texts that contain the text; of tags with their values."""


class Hit(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """This is a job or dataset that the search has found, under its canonical name."""

    id: str
    kind: EntityKind
    namespace: str
    name: str
    aliases: tuple[str, ...]
    updated_at: Instant | None
    tags: tuple[str, ...]
    """The names of the tags on the whole."""
    all_tags: tuple[Tag, ...]
    """The same tags with their values and sources."""
    owners: tuple[str, ...]
    match: Match


class Hits(msgspec.Struct, frozen=True, rename="camel"):
    """This is a page of the jobs and datasets that a search has found."""

    hits: tuple[Hit, ...]
    total_count: int
    next: str | None
